/** One attempt: its address, its way through the middleware, and its response. */
import { serializePrimitiveParam } from 'openapi-fetch';
import { ConnectionError, type ErrorContext, RedirectError } from '../errors.ts';
import type { Input, Operation } from '../operation.ts';
import type { Config } from './options.ts';

/** An attempt before it is sent. The API key is added afterwards, and is not seen here. */
export interface OutgoingRequest {
  /** The operationId, such as `pauseSandbox`. */
  readonly operation: string;
  /** Which attempt it is, from 1. */
  readonly attempt: number;
  readonly method: string;
  /** The address, which has to stay below `baseUrl`. */
  readonly url: string;
  /** By name, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Is aborted when the attempt has to end. */
  readonly signal: AbortSignal;
}

/** A complete response. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it came. */
  readonly text: string;
}

/** Sends an attempt through the rest of the middleware. */
export type Next = (request: OutgoingRequest) => Promise<Answer>;

/**
 * A function that every attempt goes through. It may change the request, send it with `next` once, several times
 * or not at all, and return another response. An error that it throws ends the call.
 *
 * @example
 * const trace: Middleware = (request, next) =>
 *   next({ ...request, headers: { ...request.headers, traceparent: currentTrace() } });
 */
export type Middleware = (request: OutgoingRequest, next: Next) => Promise<Answer>;

/** A request that every attempt of a call repeats. */
export type CallRequest = Pick<OutgoingRequest, 'url' | 'headers' | 'body'>;

/** What was sent in an attempt, and may come back in a response. */
export type Sent = Pick<OutgoingRequest, 'headers' | 'body'>;

/**
 * Returns the request of a call.
 *
 * @throws {TypeError} when an id would lead to another path, or a parameter cannot be sent
 */
export function requestOf(config: Config, operation: Operation, input: Input): CallRequest {
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  const query = queryOf(input.query);
  return {
    url: fillPath(config.baseUrl + operation.path, input.path) + (query && `?${query}`),
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...config.headers,
    },
    body,
  };
}

/** Replaces the parameters of a path template. @throws {TypeError} when an id would lead to another path */
export function fillPath(template: string, path: object = {}): string {
  return Object.entries(path).reduce(
    (url, [name, value]) => url.replace(`{${name}}`, () => segmentOf(name, value)),
    template,
  );
}

/** Returns the query of an address. @throws {TypeError} when a parameter cannot be sent */
export function queryOf(query: object = {}): string {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]: [string, string | readonly string[]]) => parameterOf(name, value))
    .join('&');
}

/**
 * An id as a segment of a path. An empty one, `.` and `..` are removed from the path by its reader, and would lead
 * to another operation (RFC 3986, section 5.2.4).
 */
function segmentOf(name: string, value: unknown): string {
  if (typeof value === 'string' && !/^\.{0,2}$|\p{Surrogate}/u.test(value)) {
    return encodeURIComponent(value);
  }
  throw new TypeError(`${name} must be an id, not ${JSON.stringify(value)}`);
}

/**
 * A parameter of the query; a list is repeated (OpenAPI 3.1.1, section 4.8.12.2: style form, exploded). Half
 * a character cannot be sent, nor can an empty list: without the parameter, the call means something else.
 */
function parameterOf(name: string, value: string | readonly string[]): string {
  const values = [value].flat();
  if (values.length > 0 && !/\p{Surrogate}/u.test(values.join())) {
    return values.map((item) => serializePrimitiveParam(name, item)).join('&');
  }
  throw new TypeError(`${name} cannot be sent as ${JSON.stringify(value)}; leave it out`);
}

/**
 * Sends a request once, through the middleware.
 *
 * @param sent receives what went out in the end
 * @throws {ConnectionError} when there is no response, or it breaks off
 * @throws {RedirectError} when the response is a redirect
 * @throws {TypeError} when a middleware does what it may not
 */
export async function sendOnce(
  config: Config,
  request: OutgoingRequest,
  context: ErrorContext,
  sent: Sent[],
): Promise<Answer> {
  const innermost: Next = async (outgoing) => {
    const { baseUrl, keyHeaders } = config;
    // A middleware may take its time, and ignore the signal.
    request.signal.throwIfAborted();
    if (outgoing.url !== request.url && !isBelow(baseUrl, outgoing.url)) {
      throw new TypeError('a middleware has changed the address to one outside of baseUrl');
    }
    // The key is added last: no middleware sees it.
    const headers = { ...outgoing.headers, ...keyHeaders };
    sent.push({ headers, body: outgoing.body });
    return fetchText(config, { ...outgoing, headers }, context);
  };
  const send = config.middleware.reduceRight<Next>(
    (next, middleware) => (outgoing) => middleware(outgoing, next),
    innermost,
  );
  const response = await send(request);
  if (typeof response?.text === 'string') return response;
  throw new TypeError('a middleware has not returned a response');
}

/** Sends a request, and reads the response to its end: one that breaks off never counts as complete. */
async function fetchText(
  { fetch }: Config,
  { url, method, headers, body, signal }: OutgoingRequest,
  context: ErrorContext,
): Promise<Answer> {
  let response: Response | undefined;
  try {
    // Following a redirect would send the key along, and `error` does not state that it was one.
    response = await fetch(url, {
      method,
      headers,
      body: body ?? null,
      signal,
      redirect: 'manual',
    });
    if (!isRedirect(response)) {
      return { status: response.status, headers: response.headers, text: await response.text() };
    }
  } catch (error) {
    throw new ConnectionError(!response && isUnsent(error), url, context, error);
  }
  response.body?.cancel().catch(() => {});
  throw new RedirectError(locationOf(response, url), context);
}

/** Whether an address is below `baseUrl`, to which alone the key is sent. */
export function isBelow(baseUrl: string, url: string): boolean {
  return URL.canParse(url) && new URL(url).href.startsWith(`${baseUrl}/`);
}

/** Browsers show a redirect as an opaque response without status and headers. */
function isRedirect({ type, status, redirected }: Response): boolean {
  return type === 'opaqueredirect' || redirected || [301, 302, 303, 307, 308].includes(status);
}

/** The target of a redirect, without query and user, which may be secrets. */
function locationOf(response: Response, from: string): string | undefined {
  const { headers, redirected, url } = response;
  // In browsers, the address of an opaque response is that of the request.
  const location = headers.get('location') ?? (redirected ? url : '');
  if (!location || !URL.canParse(location, from)) return undefined;
  const { protocol, host, pathname } = new URL(location, from);
  return `${protocol}//${host}${pathname}`;
}

/** The codes that Node and Bun have for failures before there is a connection. */
const codes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket)$/;
/** In Node: the system call. */
const calls = /^(connect|getaddrinfo)$/;
/** Deno has no code. */
const connectMessage = /client error \(Connect\)/;

/** Whether it is certain that nothing was sent, as there was no connection. In browsers it never is. */
function isUnsent(error: unknown): boolean {
  return [error, (Object(error) as Error).cause].some((it) => {
    const { code = '', syscall = 'connect', message } = Object(it) as SystemError;
    return (codes.test(code) && calls.test(syscall)) || connectMessage.test(message);
  });
}

interface SystemError extends Error {
  readonly code?: string;
  readonly syscall?: string;
}

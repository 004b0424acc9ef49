/** One attempt: its address, its way through the middleware, and its response. */
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
  let url = template;
  for (const [name, value] of Object.entries(path)) {
    url = url.replace(`{${name}}`, () => segmentOf(name, value));
  }
  return url;
}

/** Returns the query of an address. @throws {TypeError} when a parameter cannot be sent */
export function queryOf(query: object = {}): string {
  let text = '';
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    text += (text && '&') + parameterOf(name, value as string | readonly string[]);
  }
  return text;
}

/**
 * An id as a segment of a path. An empty one, `.` and `..` are removed from the path by its reader, and would lead
 * to another operation (RFC 3986, section 5.2.4).
 */
function segmentOf(name: string, value: unknown): string {
  const isId = typeof value === 'string' && value !== '' && value !== '.' && value !== '..';
  const segment = isId ? encode(value) : undefined;
  if (segment !== undefined) return segment;
  throw new TypeError(`${name} must be an id, not ${JSON.stringify(value)}`);
}

/**
 * A parameter of the query; a list is repeated (OpenAPI 3.1.1, section 4.8.12.2: style form, exploded). An empty
 * list cannot be sent: without the parameter, the call means something else.
 */
function parameterOf(name: string, value: string | readonly string[]): string {
  const values = typeof value === 'object' ? value.map(encode) : [encode(value)];
  if (values.length > 0 && !values.includes(undefined)) {
    return values.map((item) => `${name}=${item}`).join('&');
  }
  throw new TypeError(`${name} cannot be sent as ${JSON.stringify(value)}; leave it out`);
}

/** Returns undefined for half a character, which has no encoding (RFC 3986, section 2.5). */
function encode(value: string): string | undefined {
  try {
    return encodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/**
 * Sends a request once, through the middleware.
 *
 * @param sent receives what went out in the end
 * @throws {ConnectionError} when there is no response, or it breaks off
 * @throws {RedirectError} when the response is a redirect
 * @throws {TypeError} when a middleware does what it may not
 */
export function sendOnce(
  config: Config,
  request: OutgoingRequest,
  context: ErrorContext,
  sent: Sent[],
): Promise<Answer> {
  const { middleware } = config;
  if (middleware.length === 0) return fetchText(config, request, context, sent);
  return sendThrough(middleware, request, (outgoing) => {
    // A middleware may take its time, and ignore the signal.
    request.signal.throwIfAborted();
    if (outgoing.url !== request.url && !isBelow(config.baseUrl, outgoing.url)) {
      throw new TypeError('a middleware has changed the address to one outside of baseUrl');
    }
    return fetchText(config, outgoing, context, sent);
  });
}

async function sendThrough(
  all: readonly Middleware[],
  request: OutgoingRequest,
  innermost: (request: OutgoingRequest) => Promise<Answer>,
): Promise<Answer> {
  const send = all.reduceRight<Next>(
    (next, middleware) => (outgoing) => middleware(outgoing, next),
    async (outgoing) => innermost(outgoing),
  );
  const response = await send(request);
  if (typeof response?.text === 'string') return response;
  throw new TypeError('a middleware has not returned a response');
}

/** Sends a request, and reads the response to its end: one that breaks off never counts as complete. */
async function fetchText(
  { keyHeaders, fetch }: Config,
  { url, method, headers: open, body, signal }: OutgoingRequest,
  context: ErrorContext,
  sent: Sent[],
): Promise<Answer> {
  // The key is added last: no middleware sees it.
  const headers = { ...open, ...keyHeaders };
  sent.push({ headers, body });
  let response: Response | undefined;
  try {
    // Following a redirect would send the key along, and `error` does not state that it was one.
    const init = { method, headers, body: body ?? null, signal, redirect: 'manual' } as const;
    response = await fetch(url, init);
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
function isRedirect(response: Response): boolean {
  if (response.ok) return response.redirected;
  const { type, status, redirected } = response;
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

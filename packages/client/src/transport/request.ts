/** One attempt: its address, its way through the middleware, and its response. */
import { BodyTooLargeError, ConnectionError, RedirectError } from '../errors.ts';
import type { ErrorContext, Input, Operation } from '../operation.ts';
import { withoutSecret } from '../responses.ts';
import type { Config } from './config.ts';
import type { Middleware, Next, OutgoingRequest, ReceivedResponse } from './options.ts';

/** A request that every attempt of a call repeats. */
export type CallRequest = Pick<OutgoingRequest, 'url' | 'headers' | 'body'>;

/** Returns the request of a call. @throws {TypeError} when a parameter cannot be sent */
export function requestOf(config: Config, operation: Operation, input: Input): CallRequest {
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  const query = queryOf(input.query);
  return {
    url: fillPath(config.baseUrl + operation.path, input.path) + (query && `?${query}`),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...config.headers,
    },
    body,
  };
}

/**
 * Replaces the parameters of a path template. An empty one, `.` and `..` are removed from a path by its reader, and
 * would lead to another operation (RFC 3986, section 5.2.4).
 */
export function fillPath(template: string, path: Readonly<Record<string, unknown>> = {}): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return encode(name, value);
    throw unsendable(name, value);
  });
}

/**
 * Returns the query of an address; a list is repeated (OpenAPI 3.1.1, section 4.8.12.2: style form, exploded). An
 * empty list cannot be sent: without the parameter, the call means something else.
 */
export function queryOf(query: object = {}): string {
  const parameters: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    const values: string[] = Array.isArray(value) ? value : [value];
    if (values.length === 0) throw unsendable(name, values);
    for (const it of values) parameters.push(`${name}=${encode(name, it)}`);
  }
  return parameters.join('&');
}

/** @throws {TypeError} for half a character, which has no encoding (RFC 3986, section 2.5) */
function encode(name: string, value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    throw unsendable(name, value);
  }
}

function unsendable(name: string, value: unknown): TypeError {
  return new TypeError(`${name} cannot be sent as ${JSON.stringify(value)}`);
}

/** What was sent in an attempt, and may come back in a response. */
export type Sent = Pick<OutgoingRequest, 'headers' | 'body'>;

/**
 * Sends a request once, through the middleware, and reads the response to its end: one that breaks off never counts as
 * complete.
 *
 * @param sent receives what went out in the end
 */
export function sendThrough(
  config: Config,
  request: OutgoingRequest,
  context: ErrorContext,
  sent: Sent[],
): Promise<ReceivedResponse> {
  const { baseUrl, keyHeaders, middleware, fetch, maxBodyInBytes } = config;
  const send: Next = async ({ url, method, headers: open, body, signal }) => {
    // A middleware may take its time, and ignore the signal.
    request.signal.throwIfAborted();
    if (url !== request.url && !isBelow(baseUrl, url)) {
      throw new TypeError('a middleware has left baseUrl');
    }
    // The key is added last: no middleware sees it.
    const headers = { ...open, ...keyHeaders };
    sent.push({ headers, body });
    let response: Response | undefined;
    try {
      // Following a redirect would send the key along, and `error` does not state that it was one.
      const redirect = 'manual';
      const init = { method, headers, body: body ?? null, signal, redirect } as const;
      response = await fetch(url, init);
      if (!isRedirect(response)) return await read(response, maxBodyInBytes, context);
    } catch (error) {
      throw error instanceof BodyTooLargeError ? error : failed(url, error, response, context);
    }
    const location = targetOf(response, url, sent);
    const reason = `redirected to ${location ?? 'another address'}; is baseUrl right?`;
    throw new RedirectError(reason, context, { location });
  };
  return middleware.reduceRight(through, send)(request);
}

/** Reads a response to its end. @throws {BodyTooLargeError} when its body is larger than it may be */
async function read(
  response: Response,
  maxBodyInBytes: number,
  context: ErrorContext,
): Promise<ReceivedResponse> {
  const { status, headers, body } = response;
  // React Native has no streams.
  if (!body) return { status, headers, text: await response.text() };
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of chunksOf(body)) {
    size += chunk.length;
    if (size > maxBodyInBytes) {
      const reason = `the body exceeds ${maxBodyInBytes} bytes (maxBodyInBytes)`;
      throw new BodyTooLargeError(reason, context, { status, maxBodyInBytes });
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return { status, headers, text: text + decoder.decode() };
}

/**
 * Returns the chunks of a stream: of `fetch`, which Safari cannot iterate over, or of Node, as node-fetch has. A loop
 * that throws cancels it.
 */
function chunksOf(body: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = (body as Partial<typeof body>).getReader?.();
  if (!reader) return body;
  const iterator = { next: () => reader.read(), return: () => reader.cancel() };
  return { [Symbol.asyncIterator]: () => iterator as never };
}

/** Returns what sends a request through one more function of the middleware. */
function through(next: Next, middleware: Middleware): Next {
  return async (request) => {
    const response = await middleware(request, next);
    if (typeof response?.text === 'string') return response;
    throw new TypeError('a middleware returned no response');
  };
}

/** Whether an address is below `baseUrl`, to which alone the key is sent. */
export function isBelow(baseUrl: string, url: string): boolean {
  return URL.canParse(url) && new URL(url).href.startsWith(`${baseUrl}/`);
}

/** Browsers show a redirect as an opaque response without status and headers. */
function isRedirect({ type, status, redirected }: Response): boolean {
  return redirected || type === 'opaqueredirect' || /^30[12378]$/.test(String(status));
}

/**
 * The target of a redirect, without query and user, which may be secrets, and without a path that may repeat one in
 * some encoding: neither that of the request, nor words in small letters.
 */
function targetOf(
  { headers, redirected, url }: Response,
  from: string,
  sent: readonly Sent[],
): string | undefined {
  // In browsers, the address of an opaque response is that of the request.
  const location = headers.get('location') ?? (redirected ? url : '');
  if (!location || !URL.canParse(location, from)) return undefined;
  const { protocol, host, pathname } = new URL(location, from);
  const isHarmless = /^[a-z/-]*$/.test(pathname) || from.includes(pathname);
  const path = isHarmless ? pathname : '/…';
  return withoutSecret(`${protocol}//${host}${path}`, sent);
}

/** The error for a request without a complete response. */
function failed(
  url: string,
  cause: unknown,
  response: Response | undefined,
  context: ErrorContext,
): ConnectionError {
  const { host } = new URL(url);
  const outer = Object(cause) as Failure & ErrorOptions;
  const inner = Object(outer.cause) as Failure;
  const failures = [outer, inner];
  const code = failures.map((failure) => failure.code).find((it) => /^[A-Z]\w+$/.test(it!));
  const unsent = !response && failures.some(isUnsent);
  const where = code ? `${host} (${code})` : host;
  const reason = `the connection to ${where} failed${unsent ? ', nothing was sent' : ''}`;
  // Node repeats here what came instead of HTTP, which may repeat what was sent.
  Reflect.deleteProperty(inner, 'data');
  return new ConnectionError(reason, context, { unsent, host, code }, { cause });
}

/** What runtimes say of a failure; Node also says in which system call. */
type Failure = { readonly [name in 'code' | 'syscall' | 'message']?: string };

/**
 * The failures before there is a connection: codes of Node and Bun that stand only for these; system calls of Node that
 * come before it; and a message of Deno, which has no code.
 */
const unsentFailures: readonly RegExp[] = [
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket) undefined /,
  /^E\w+ (connect|getaddrinfo) |client error \(Connect\)/,
];

/** Whether it is certain that nothing was sent, as there was no connection. In browsers it never is. */
function isUnsent({ code, syscall, message }: Failure): boolean {
  return unsentFailures.some((unsent) => unsent.test(`${code} ${syscall} ${message}`));
}

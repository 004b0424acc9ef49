/** One attempt: its address, its way through the middleware, and its response. */
import {
  BodyTooLargeError,
  ConnectionError,
  RedirectError,
} from '../errors.ts';
import { keyHeader } from '../generated/operations.ts';
import { fillPath, queryOf } from '../generated/request-url.ts';
import type { Sent } from '../exchange.ts';
import type { ErrorContext, Input, Operation } from '../operation.ts';
import { withoutSecret } from '../responses.ts';
import type { Config } from './config.ts';
import type {
  Middleware,
  Next,
  OutgoingRequest,
  ReceivedResponse,
} from './options.ts';

/** A request that every attempt of a call repeats. */
export type CallRequest = Pick<OutgoingRequest, 'url' | 'headers' | 'body'>;

/** Returns the request of a call. @throws {TypeError} when a parameter cannot be sent */
export function requestOf(
  config: Config,
  operation: Operation,
  input: Input,
): CallRequest {
  const body = JSON.stringify(input.body) as string | undefined;
  const query = queryOf(input.query);
  return {
    url:
      fillPath(config.baseUrl + operation.path, input.path) +
      (query && `?${query}`),
    headers: {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...config.headers,
    },
    body,
  };
}

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
  const { baseUrl, apiKey, middleware = [], maxBodyInBytes = 2 ** 24 } = config;
  // Looked up at each call, as others may put theirs in its place; and called with no `this`.
  const { fetch = globalThis.fetch } = config;
  const send: Next = async ({ url, method, headers: open, body, signal }) => {
    // A middleware may take its time, and ignore the signal.
    request.signal.throwIfAborted();
    if (url !== request.url && !isBelow(baseUrl, url)) {
      throw new TypeError('a middleware has left baseUrl');
    }
    // The key is added last: no middleware sees it.
    const headers = { ...open, ...(apiKey && { [keyHeader]: apiKey }) };
    sent.push({ headers, body });
    let response: Response | undefined;
    try {
      // Following a redirect would send the key along, and `error` does not state that it was one.
      const redirect = 'manual';
      const init = {
        method,
        headers,
        body: body ?? null,
        signal,
        redirect,
      } as const;
      response = await fetch(url, init);
      const { type, status, redirected } = response;
      // Browsers show a redirect as an opaque response without status and headers.
      const isOpaque = type === 'opaqueredirect';
      const isRedirect =
        redirected || isOpaque || /^30[12378]$/.test(String(status));
      if (!isRedirect) return await read(response, maxBodyInBytes, context);
    } catch (error) {
      throw error instanceof BodyTooLargeError
        ? error
        : failed(url, error, response, context);
    }
    throw redirectError(response, url, sent, context);
  };
  // Sends a request through one more function of the middleware.
  const through = (next: Next, pass: Middleware): Next => {
    return async (outgoing) => {
      const response = await pass(outgoing, next);
      if (typeof response?.text === 'string') return response;
      throw new TypeError('a middleware has not responded');
    };
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
  // Safari cannot iterate over the stream of `fetch`; that of Node, as node-fetch has, has no reader.
  const reader = (body as Partial<typeof body>).getReader?.();
  const iterator = {
    next: () => reader!.read(),
    return: () => reader!.cancel(),
  };
  // A loop that throws cancels it.
  const chunks: AsyncIterable<Uint8Array> = reader
    ? { [Symbol.asyncIterator]: () => iterator as never }
    : body;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBodyInBytes) {
      const reason = `the body exceeds ${maxBodyInBytes} bytes (maxBodyInBytes)`;
      throw new BodyTooLargeError(reason, context, { status, maxBodyInBytes });
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return { status, headers, text: text + decoder.decode() };
}

/** Whether an address is below `baseUrl`, to which alone the key is sent. */
export function isBelow(baseUrl: string, url: string): boolean {
  return URL.canParse(url) && new URL(url).href.startsWith(`${baseUrl}/`);
}

/**
 * The error for a redirect. Its target is without query and user, which may be secrets, and without a path that may
 * repeat one in some encoding: neither that of the request, nor words in small letters.
 */
function redirectError(
  { headers, redirected, url }: Response,
  from: string,
  sent: readonly Sent[],
  context: ErrorContext,
): RedirectError {
  // In browsers, the address of an opaque response is that of the request.
  const target = headers.get('location') ?? (redirected && url);
  let location: string | undefined;
  if (target && URL.canParse(target, from)) {
    const { protocol, host, pathname } = new URL(target, from);
    const isHarmless = /^[a-z/-]*$/.test(pathname) || from.includes(pathname);
    const path = isHarmless ? pathname : '/…';
    location = withoutSecret(`${protocol}//${host}${path}`, sent);
  }
  const where = location ? ` to ${location}` : '';
  const reason = `redirected${where}; is baseUrl right?`;
  return new RedirectError(reason, context, { location });
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
  const codes = failures.map((failure) => failure.code);
  const code = codes.find((it) => /^[A-Z]\w+$/.test(it!));
  // In browsers, it is never certain.
  const isUnsent = ({ code: name, syscall, message }: Failure) =>
    unsentFailure.test(`${syscall ?? name} ${message}`);
  const unsent = !response && failures.some(isUnsent);
  const where = code ? `${host} (${code})` : host;
  const hint = unsent ? ', nothing was sent' : '';
  const reason = `the connection to ${where} failed${hint}`;
  // Node repeats here what came instead of HTTP, which may repeat what was sent.
  delete inner.data;
  return new ConnectionError(reason, context, { unsent, host, code, cause });
}

/** What runtimes say of a failure; Node also says in which system call. */
type Failure = {
  readonly [name in 'code' | 'syscall' | 'message']?: string;
} & { data?: unknown };

/**
 * The failures before there is a connection: system calls of Node, codes of Node and Bun that stand only for these, and
 * a message of Deno.
 */
const unsentFailure = new RegExp(
  '^(connect|getaddrinfo|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|' +
    'ConnectionRefused|FailedToOpenSocket) |error \\(Connect\\)',
);

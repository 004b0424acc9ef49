/** The mock without a port: a function with the signature and the behavior of the global `fetch`. */
import type { MockResponse, Responder } from '../types.ts';
import { valuesOf } from './header-pairs.ts';
import {
  createBody,
  readRequest,
  type SentRequest,
  toMock,
} from './fetch-request.ts';
import {
  connectionError,
  networkError,
  type ResponseFacts,
  toResponse,
} from './fetch-response.ts';

/** How many redirects are followed (Fetch Standard, section 4.4). */
const redirectLimit = 20;

/** The statuses of redirects (Fetch Standard, section 2.2.3). */
const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];

/** Creates a `fetch` that calls the mock. Where a connection would fail, it rejects as `fetch` does. */
export function createFetch(respond: Responder): typeof globalThis.fetch {
  return async (input, init) => {
    const request = await readRequest(input, init);
    const { signal } = request;
    if (signal?.aborted) throw signal.reason;
    // The mock goes on after an abort, as a server does.
    const response = send(respond, request);
    if (!signal) return response;
    let stop: (() => void) | undefined;
    const aborted = new Promise<never>((_, reject) => {
      stop = () => reject(signal.reason as Error);
      signal.addEventListener('abort', stop, { once: true });
    });
    try {
      return await Promise.race([response, aborted]);
    } finally {
      signal.removeEventListener('abort', stop!);
    }
  };
}

/** Sends a request, and follows redirects. What the other side of a redirect would be is the mock as well. */
async function send(respond: Responder, first: SentRequest): Promise<Response> {
  let request = first;
  for (let redirects = 0; ; redirects += 1) {
    const received = await receive(respond, request);
    const { signal } = request;
    const facts: ResponseFacts = { request, redirected: redirects > 0, signal };
    const location = locationOf(received);
    if (location === undefined || request.redirect === 'manual') {
      return toResponse(received, facts, location !== undefined);
    }
    if (request.redirect === 'error') throw networkError('unexpected redirect');
    if (redirects === redirectLimit)
      throw networkError('redirect count exceeded');
    request = redirected(request, received.status, location);
  }
}

/** Waits for the response to one request. Rejects if the connection breaks before it, or the body cannot be sent. */
async function receive(
  respond: Responder,
  request: SentRequest,
): Promise<MockResponse> {
  const response = await Promise.race([
    respond(toMock(request)),
    request.body.failure,
  ]);
  if (response.broken === 'reset')
    throw connectionError('fetch failed', 'ECONNRESET');
  return response;
}

/** Returns where a response redirects to; undefined if it does not. */
function locationOf({
  status,
  headers,
  forwarded,
}: MockResponse): string | undefined {
  if (!redirectStatuses.includes(status)) return undefined;
  const pairs = forwarded?.headers ?? Object.entries(headers);
  return valuesOf(pairs, 'location')[0];
}

function resolved(location: string, base: URL): URL {
  try {
    return new URL(location, base);
  } catch (error) {
    throw networkError(error as Error);
  }
}

/** Headers that describe a body. */
const bodyHeaders = /^content-(encoding|language|location|type|length)$/;

/** Headers for one origin only. */
const originHeaders = /^(authorization|proxy-authorization|cookie|host)$/;

/** Returns the request that follows a redirect (Fetch Standard, section 4.4, HTTP-redirect fetch). */
function redirected(
  request: SentRequest,
  status: number,
  location: string,
): SentRequest {
  const url = resolved(location, request.url);
  if (!/^https?:$/.test(url.protocol))
    throw networkError('URL scheme must be a HTTP(S) scheme');
  if (status !== 303 && request.body.isStream) {
    throw networkError('a stream cannot be sent again after a redirect');
  }
  const { method } = request;
  const isOther = status === 303 && method !== 'GET' && method !== 'HEAD';
  const becomesGet =
    isOther || ((status === 301 || status === 302) && method === 'POST');
  const isSameOrigin = url.origin === request.url.origin;
  const headers = Object.entries(request.headers).filter(([name]) => {
    if (becomesGet && bodyHeaders.test(name)) return false;
    return isSameOrigin || !originHeaders.test(name);
  });
  return {
    ...request,
    url,
    isForeign: request.isForeign || !isSameOrigin,
    headers: Object.fromEntries(headers),
    ...(becomesGet && { method: 'GET', body: createBody() }),
  };
}

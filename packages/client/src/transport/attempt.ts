import type { ErrorContext } from '../errors/client-error.ts';
import { ConnectionError, RedirectError } from '../errors/transport-errors.ts';
import type { Answer, Next, OutgoingRequest } from './middleware.ts';
import type { Config } from './config.ts';
import { isUnsent } from './unsent.ts';

/** What was sent in an attempt, and may come back in a response. */
export type Sent = Pick<OutgoingRequest, 'headers' | 'body'>;

/**
 * Sends a request once, through the middleware.
 *
 * @param sent is given what went out in the end
 * @throws {ConnectionError} when there is no response, or it breaks off
 * @throws {RedirectError} when the response is a redirect
 * @throws {TypeError} when a middleware does what it may not
 */
export async function attempt(
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
    // Only here the key comes in.
    const headers = { ...outgoing.headers, ...keyHeaders };
    sent.push({ headers, body: outgoing.body });
    return dispatch(config, { ...outgoing, headers }, context);
  };
  const send = config.middleware.reduceRight<Next>(
    (next, middleware) => (outgoing) => middleware(outgoing, next),
    innermost,
  );
  const answer = await send(request);
  if (typeof answer?.text === 'string') return answer;
  throw new TypeError('a middleware has given no answer');
}

/** Sends a request, and reads the response to its end: one that breaks off is never taken for a whole one. */
async function dispatch(
  { fetch }: Config,
  { url, method, headers, body, signal }: OutgoingRequest,
  context: ErrorContext,
): Promise<Answer> {
  let response: Response | undefined;
  try {
    // Following a redirect would take the key along, and `error` does not state that it was one.
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

function isBelow(baseUrl: string, url: string): boolean {
  return URL.canParse(url) && new URL(url).href.startsWith(`${baseUrl}/`);
}

/** Browsers show a redirect as an opaque response without status and headers. */
function isRedirect({ type, status, redirected }: Response): boolean {
  return type === 'opaqueredirect' || redirected || [301, 302, 303, 307, 308].includes(status);
}

/** Where a redirect leads, without query and user, which may be secrets. */
function locationOf(response: Response, from: string): string | undefined {
  const { headers, redirected, url } = response;
  // In browsers, the address of an opaque response is the one that was asked for.
  const location = headers.get('location') ?? (redirected ? url : '');
  if (!location || !URL.canParse(location, from)) return undefined;
  const { protocol, host, pathname } = new URL(location, from);
  return `${protocol}//${host}${pathname}`;
}

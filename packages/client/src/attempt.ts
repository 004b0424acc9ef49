import { ConnectionError } from './errors/connection-error.ts';
import type { ErrorContext } from './errors/client-error.ts';
import { RedirectError } from './errors/redirect-error.ts';
import type { Next, OutgoingRequest } from './middleware.ts';
import type { Config } from './options.ts';
import { isUnsent } from './unsent.ts';

/** An answer, read to its end. */
export interface Attempted {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Sends a request once, through the middleware, and reads the answer to its end: a body that stalls or
 * breaks off is a failure of the attempt, and is never taken for a whole one.
 *
 * @throws {ConnectionError} when there is no answer, or it breaks off
 * @throws {RedirectError} when the answer leads elsewhere
 */
export async function attempt(
  config: Config,
  request: OutgoingRequest,
  context: ErrorContext,
): Promise<Attempted> {
  const innermost: Next = (outgoing) => dispatch(config, outgoing, context);
  const send = config.middleware.reduceRight<Next>(
    (next, middleware) => (outgoing) => middleware(outgoing, next),
    innermost,
  );
  const response = await send(request);
  try {
    const { status, headers } = response;
    return { status, headers, text: await response.text() };
  } catch (error) {
    throw new ConnectionError(false, context, error);
  }
}

/** The innermost step: here the key comes in, and goes to the base address alone. */
async function dispatch(
  { baseUrl, keyHeaders, fetch }: Config,
  { url, method, headers, body, signal }: OutgoingRequest,
  context: ErrorContext,
): Promise<Response> {
  if (!url.startsWith(`${baseUrl}/`)) {
    throw new TypeError('a middleware has changed the address to one outside of baseUrl');
  }
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers: { ...headers, ...keyHeaders },
      body: body ?? null,
      signal,
      // Following would take the key along; `error` does not tell that it was a redirect.
      redirect: 'manual',
    });
  } catch (error) {
    throw new ConnectionError(isUnsent(error), context, error);
  }
  if (!isRedirect(response)) return response;
  await response.body?.cancel();
  throw new RedirectError(locationOf(response, url), context);
}

/** Browsers show a redirect as an opaque answer without status and headers. */
function isRedirect({ type, status, redirected }: Response): boolean {
  return type === 'opaqueredirect' || redirected || (status >= 300 && status < 400);
}

/** Where a redirect leads, without query and user, which may be secrets. */
function locationOf(response: Response, from: string): string | undefined {
  const location = response.headers.get('location') ?? response.url;
  if (!location || !URL.canParse(location, from)) return undefined;
  const { origin, pathname } = new URL(location, from);
  return origin + pathname;
}

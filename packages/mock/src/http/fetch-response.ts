/** What `fetch` of the mock returns, and the errors that it rejects with. */
import type { ForwardedResponse, MockResponse } from '../types.ts';

/** What is known of a response beside what the mock sent. */
export interface ResponseFacts {
  /** The request that it responds to, the last one after redirects. */
  readonly request: { readonly url: URL; readonly method: string; readonly isForeign: boolean };
  readonly redirected: boolean;
  readonly signal: AbortSignal | undefined;
}

/** The statuses without a body (Fetch Standard, section 2.2.3). */
const emptyStatuses: readonly number[] = [101, 204, 205, 304];

/** Returns a response as `fetch` has it. */
export function toResponse(
  received: MockResponse,
  facts: ResponseFacts,
  isUnfollowed: boolean,
): Response {
  // A page cannot see where a redirect leads that it does not follow.
  if (isUnfollowed && isInPage()) return described(Response.error(), opaqueRedirect(facts));
  const { status, forwarded } = received;
  const isEmpty = facts.request.method === 'HEAD' || emptyStatuses.includes(status);
  const headers = headersOf(received);
  if (!forwarded) addServerHeaders(headers, received);
  const content = forwarded ? forwardedStream(forwarded) : streamOf(received, facts.signal);
  if (isEmpty) void content.cancel();
  // The constructor rejects statuses above 599, which a service can send.
  const isOrdinary = status >= 200 && status < 600;
  const response = new Response(isEmpty ? null : content, {
    status: isOrdinary ? status : 200,
    statusText: forwarded?.reason ?? '',
    headers,
  });
  const properties = {
    url: urlOf(facts),
    redirected: facts.redirected,
    type: facts.request.isForeign ? 'cors' : 'basic',
    ...(!isOrdinary && { status, ok: false }),
  };
  return described(response, properties);
}

/** Returns the headers of a response, whether it is the mock's own or that of a service. */
export function headersOf({ headers, forwarded }: MockResponse): Headers {
  return new Headers(forwarded ? (forwarded.headers as [string, string][]) : headers);
}

/** Adds what a server adds to a response. */
function addServerHeaders(headers: Headers, { status, body }: MockResponse): void {
  if (!headers.has('date')) headers.set('Date', new Date().toUTCString());
  if (!emptyStatuses.includes(status) && !headers.has('content-length')) {
    const { length } = new TextEncoder().encode(body);
    headers.set('Content-Length', String(length));
  }
}

/** Returns the body of a service's response as it comes. */
function forwardedStream({ body }: ForwardedResponse): ReadableStream {
  // Not imported, because browsers have no such module.
  const { Readable } = process.getBuiltinModule('node:stream');
  return Readable.toWeb(body as InstanceType<typeof Readable>) as ReadableStream;
}

/** Gives a response and its clones properties that no constructor takes. */
function described(response: Response, properties: Readonly<Record<string, unknown>>): Response {
  const clone = response.clone.bind(response);
  const all = { ...properties, clone: () => described(clone(), properties) };
  for (const [name, value] of Object.entries(all)) {
    // MSW defines the URL once more.
    Object.defineProperty(response, name, { value, configurable: true, enumerable: false });
  }
  return response;
}

/** What a page sees of a redirect that it does not follow (Fetch Standard, section 2.2.6). */
function opaqueRedirect(facts: ResponseFacts): Readonly<Record<string, unknown>> {
  return { type: 'opaqueredirect', url: urlOf(facts), redirected: facts.redirected };
}

/** A response has no fragment in its URL. */
function urlOf({ request }: ResponseFacts): string {
  return request.url.href.replace(/#.*/s, '');
}

/** Whether this is a page or one of its workers, or looks like one. */
function isInPage(): boolean {
  return 'document' in globalThis || 'importScripts' in globalThis;
}

/** Whether a URL is of another origin than that of the page. Other programs have no origin. */
export function isForeign(url: URL): boolean {
  const { location } = globalThis as { readonly location?: { readonly origin: string } };
  return isInPage() && location?.origin !== url.origin;
}

/**
 * Returns a body as a stream that nothing reads ahead of the caller. An abort breaks it, as long as it was not read to
 * its end.
 */
function streamOf({ body, broken }: MockResponse, signal: AbortSignal | undefined): ReadableStream {
  const bytes = new TextEncoder().encode(body);
  const isTruncated = broken === 'truncated';
  const sent = isTruncated ? bytes.slice(0, bytes.length / 2) : bytes;
  let rest = sent.length === 0 ? [] : [sent];
  let breakOff: () => void;
  const end = () => signal?.removeEventListener('abort', breakOff);
  return new ReadableStream(
    {
      start(controller) {
        breakOff = () => controller.error(signal!.reason);
        signal?.addEventListener('abort', breakOff, { once: true });
      },
      pull(controller) {
        const [chunk] = rest;
        rest = [];
        if (chunk) {
          controller.enqueue(chunk);
          return;
        }
        end();
        if (isTruncated) controller.error(connectionError('terminated', 'UND_ERR_SOCKET'));
        else controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

/** Returns the error of `fetch` for a connection that broke, with the code that Node has for it. */
export function connectionError(message: string, code: string): TypeError {
  const cause = Object.assign(new Error('The mock closed the connection'), { code });
  return new TypeError(message, { cause });
}

/** Returns the error of `fetch` for a request that cannot be sent, or not as the caller wants it. */
export function networkError(reason: string | Error): TypeError {
  const cause = typeof reason === 'string' ? new Error(reason) : reason;
  return new TypeError('fetch failed', { cause });
}

/** What `fetch` of the mock returns, and the errors that it rejects with. */
import type { MockResponse } from '../types.ts';

/** What is known of a response beside what the mock sent. */
export interface ResponseFacts {
  /** The request that it responds to, the last one after redirects. */
  readonly request: {
    readonly url: URL;
    readonly method: string;
    readonly isForeign: boolean;
  };
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
  if (isUnfollowed && isInPage())
    return described(Response.error(), opaqueRedirect(facts));
  const { status, forwarded } = received;
  const isEmpty =
    facts.request.method === 'HEAD' || emptyStatuses.includes(status);
  const abort: Abort = {};
  const content = isEmpty ? null : streamOf(received, facts.signal, abort);
  if (isEmpty) void drain(received);
  // The constructor rejects statuses above 599, which a service can send.
  const isOrdinary = status >= 200 && status < 600;
  const response = new Response(content, {
    status: isOrdinary ? status : 200,
    statusText: forwarded?.reason ?? '',
    headers: headersOf(received),
  });
  const properties = {
    url: urlOf(facts),
    redirected: facts.redirected,
    type: facts.request.isForeign ? 'cors' : 'basic',
    ...(!isOrdinary && { status, ok: false }),
  };
  return described(response, properties, abort);
}

/** Returns the headers that a program sees: those of a service, or of the mock with what its server would add. */
function headersOf({
  status,
  headers,
  body,
  forwarded,
}: MockResponse): Headers {
  if (forwarded) return new Headers(forwarded.headers as [string, string][]);
  const all = new Headers(headers);
  if (!all.has('date')) all.set('Date', new Date().toUTCString());
  if (!emptyStatuses.includes(status) && !all.has('content-length')) {
    all.set('Content-Length', String(new TextEncoder().encode(body).length));
  }
  return all;
}

/** How the body of a response was broken off; empty if it was not. */
interface Abort {
  cause?: { readonly reason: unknown };
}

/** The methods that read a body. Not every library has all of them. */
const readers = [
  'arrayBuffer',
  'blob',
  'bytes',
  'formData',
  'json',
  'text',
] as const;

/** Gives a response and its clones properties that no constructor takes. */
function described(
  response: Response,
  properties: Readonly<Record<string, unknown>>,
  abort: Abort = {},
): Response {
  const clone = response.clone.bind(response);
  const all: Record<string, unknown> = { ...properties };
  all['clone'] = () => described(clone(), properties, abort);
  for (const name of readers) {
    if (name in response)
      all[name] = withReason(response[name].bind(response), abort);
  }
  for (const [name, value] of Object.entries(all)) {
    // MSW defines the URL once more.
    Object.defineProperty(response, name, {
      value,
      configurable: true,
      enumerable: false,
    });
  }
  return response;
}

/** Lets a reader reject with the reason of an abort. Browsers have an error of their own for streams of scripts. */
function withReason(
  read: () => Promise<unknown>,
  abort: Abort,
): () => Promise<unknown> {
  return async () => {
    try {
      return await read();
    } catch (error) {
      throw abort.cause ? abort.cause.reason : error;
    }
  };
}

/** What a page sees of a redirect that it does not follow (Fetch Standard, section 2.2.6). */
function opaqueRedirect(
  facts: ResponseFacts,
): Readonly<Record<string, unknown>> {
  return {
    type: 'opaqueredirect',
    url: urlOf(facts),
    redirected: facts.redirected,
  };
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
  const { location } = globalThis as {
    readonly location?: { readonly origin: string };
  };
  return isInPage() && location?.origin !== url.origin;
}

/** Returns the bytes of a body, which a fault can break in the middle. */
function chunksOf({
  body,
  broken,
  forwarded,
}: MockResponse): AsyncIterator<Uint8Array> {
  const chunks = forwarded?.body ?? ownChunks(body, broken === 'truncated');
  return chunks[Symbol.asyncIterator]();
}

/** Lets a body end that nobody reads. */
async function drain(received: MockResponse): Promise<void> {
  const chunks = chunksOf(received);
  try {
    while (!(await chunks.next()).done);
  } catch {
    // Nobody reads it.
  }
}

async function* ownChunks(
  body: string,
  isTruncated: boolean,
): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(body);
  const sent = isTruncated ? bytes.slice(0, bytes.length / 2) : bytes;
  if (sent.length > 0) yield sent;
  if (isTruncated) throw connectionError('terminated', 'UND_ERR_SOCKET');
}

/**
 * Returns a body as a stream that nothing reads ahead of the caller. An abort breaks it, as long as it was not read to
 * its end.
 */
function streamOf(
  received: MockResponse,
  signal: AbortSignal | undefined,
  abort: Abort,
): ReadableStream {
  const chunks = chunksOf(received);
  const stop = () => received.forwarded?.body.destroy();
  let breakOff: () => void;
  const end = () => signal?.removeEventListener('abort', breakOff);
  return new ReadableStream(
    {
      start(controller) {
        breakOff = () => {
          abort.cause = { reason: signal!.reason as unknown };
          controller.error(signal!.reason);
          stop();
        };
        signal?.addEventListener('abort', breakOff, { once: true });
      },
      async pull(controller) {
        try {
          const { done, value } = await chunks.next();
          if (!done) return controller.enqueue(value);
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        end();
      },
      cancel() {
        end();
        stop();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Returns the error of `fetch` for a connection that broke, with the code that Node has for it. */
export function connectionError(message: string, code: string): TypeError {
  const cause = Object.assign(new Error('The mock closed the connection'), {
    code,
  });
  return new TypeError(message, { cause });
}

/** Returns the error of `fetch` for a request that cannot be sent, or not as the caller wants it. */
export function networkError(reason: string | Error): TypeError {
  const cause = typeof reason === 'string' ? new Error(reason) : reason;
  return new TypeError('fetch failed', { cause });
}

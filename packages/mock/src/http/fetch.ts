/** The mock without a port: a function with the signature of the global `fetch`. */
import { tooLarge } from '../body.ts';
import { Rejection } from '../response.ts';
import type { MockRequest, Responder } from '../types.ts';

/** Creates a `fetch` that calls the mock. Where a connection would fail, it rejects as `fetch` does. */
export function createFetch(respond: Responder): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    const response = await Promise.race([respond(toMock(request)), aborted]);
    const { status, headers, body, broken } = response;
    if (broken === 'reset') throw connectionError('fetch failed', 'ECONNRESET');
    const isEmpty = request.method === 'HEAD' || body === '' || [204, 205, 304].includes(status);
    const content = broken === 'truncated' ? truncated(body) : body;
    return new Response(isEmpty ? null : content, { status, headers });
  };
}

function toMock(request: Request): MockRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    headers: Object.fromEntries(request.headers),
    signal: request.signal,
    read: async (limit) => {
      const body = await request.arrayBuffer().catch((error: unknown) => {
        throw new Rejection(400, (error as Error).message);
      });
      if (body.byteLength > limit) throw tooLarge(limit);
      return [new Uint8Array(body)];
    },
  };
}

/** Returns a body that fails in the middle. */
function truncated(body: string): ReadableStream {
  const bytes = new TextEncoder().encode(body);
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.slice(0, bytes.length / 2));
    },
    pull(controller) {
      controller.error(connectionError('terminated', 'UND_ERR_SOCKET'));
    },
  });
}

function connectionError(message: string, code: string): TypeError {
  const cause = Object.assign(new Error('The mock closed the connection'), { code });
  return new TypeError(message, { cause });
}

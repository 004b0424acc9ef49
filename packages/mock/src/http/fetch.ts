import type { Handler } from '../line/handler.ts';
import { type Answer, BodyTooLarge, type Call } from './message.ts';

/**
 * Makes a function with the form of the global `fetch` that asks the handler, without a port. Where a
 * connection would break, it fails as `fetch` does.
 */
export function createFetch(handler: Handler): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const answer = await Promise.race([handler(callOf(request)), aborted(request.signal)]);
    return responseOf(answer, request.method);
  };
}

function callOf(request: Request): Call {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    headers: () => request.headers,
    signal: request.signal,
    async read(limit) {
      const bytes = new Uint8Array(await request.arrayBuffer());
      if (bytes.length > limit) throw new BodyTooLarge();
      return bytes;
    },
  };
}

async function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

function responseOf({ status, headers, body, broken }: Answer, method: string): Response {
  if (broken === 'reset') throw connectionError('fetch failed', 'ECONNRESET');
  const init = { status, headers };
  if (method === 'HEAD' || [204, 205, 304].includes(status)) return new Response(null, init);
  return new Response(broken === 'truncated' ? cutOff(body) : body, init);
}

/** A body that breaks off in the middle. */
function cutOff(body: string): ReadableStream {
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
  return new TypeError(message, {
    cause: Object.assign(new Error('The mock broke it off'), { code }),
  });
}

import type { RecordedExchange } from './run.ts';
import { type Failure, failureOf } from './failure.ts';

/** A request that is to be sent. */
export interface Outgoing {
  /** In capitals. */
  readonly method: string;
  /** Absolute, with the query. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

/** What came of a request. */
export type Sent =
  | {
      readonly exchange: RecordedExchange;
      /** Whether the body is larger than what is read of one; the exchange has its beginning then. */
      readonly isCut: boolean;
    }
  | { readonly failure: Failure };

/** How much of a body is read, in bytes. */
export const bodyLimit = 1024 * 1024;

/** How much is kept of a body that is larger, in characters. */
const excerpt = 2000;

/**
 * Sends a request and reads the answer to its end. Redirects are not followed.
 *
 * @param timeout until the body is there, in milliseconds
 * @throws what the signal was aborted with
 */
export async function send(
  outgoing: Outgoing,
  timeout: number,
  signal: AbortSignal,
): Promise<Sent> {
  signal.throwIfAborted();
  const { method, url, headers, body } = outgoing;
  const startedAt = new Date();
  const start = performance.now();
  const deadline = AbortSignal.timeout(Math.ceil(timeout));
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.any([signal, deadline]),
      ...(body && { body }),
    });
    const read = await readBody(response);
    return {
      isCut: read.isCut,
      exchange: {
        request: { method, url, headers, body: body && new TextDecoder().decode(body) },
        answer: { status: response.status, headers: response.headers, body: read.text },
        startedAt,
        duration: performance.now() - start,
      },
    };
  } catch (error) {
    signal.throwIfAborted();
    if (deadline.aborted) {
      const message = `it was not whole after ${Number((timeout / 1000).toFixed(1))} seconds`;
      return { failure: { keyword: 'timeout', message } };
    }
    return { failure: failureOf(error, new URL(url)) };
  }
}

async function readBody({ body }: Response): Promise<{ text: string; isCut: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  // Leaving the loop early cancels the rest.
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    size += chunk.byteLength;
    if (size > bodyLimit) return { text: text.slice(0, excerpt), isCut: true };
  }
  return { text: text + decoder.decode(), isCut: false };
}

/** Requests and responses inside the mock, whichever way they arrive and leave. */
import type { OperationId } from '@agent-conversation/validators';
import type { Finding } from './log.ts';
import type { Account } from './state/store.ts';

/** A request, from a connection or from the mock's `fetch`. */
export interface MockRequest {
  /** In upper case. */
  readonly method: string;
  /** As it was sent, percent-encoded. */
  readonly path: string;
  /** As it was sent, without the question mark; empty if there is none. */
  readonly query: string;
  /** Returns the value of a header, by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** The header `Host` of a request that came over a connection. */
  readonly host?: string | undefined;
  /** Returns all headers, their names in lower case. */
  readonly headers: () => Iterable<readonly [name: string, value: string]>;
  /**
   * Reads the body.
   *
   * @param limit how many bytes it can have
   * @throws {BodyTooLarge} as soon as it is longer
   */
  readonly read: (limit: number) => Promise<Uint8Array>;
  /** Is aborted when the client has gone, if that is known. */
  readonly signal?: AbortSignal;
}

/** A response, ready to be sent. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How the connection fails while the response is sent, for a fault. */
  readonly broken?: 'reset' | 'truncated';
}

/** What is noted about a request while it is processed, for the log. */
export interface Trace {
  operation: OperationId | undefined;
  /** The state of its API key, as soon as that is known. */
  account: Account | undefined;
  findings: readonly Finding[];
  fault: string | undefined;
}

/** Responds to a request. */
export type Pipeline = (request: MockRequest, trace: Trace) => Promise<MockResponse>;

/** A body that is longer than is allowed. */
export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge';
  override message = 'The body is too long';
}

/** Waits for a time, or until the client has gone. */
export async function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

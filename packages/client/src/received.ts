import type { ResponseInfo } from './call.ts';
import type { Operation } from './operation.ts';

/** An answer that has arrived, whatever it says. */
export interface Received {
  readonly operation: Operation;
  readonly response: ResponseInfo;
  /** The body as it came. */
  readonly text: string;
  /** The JSON of the body; undefined where it is empty or not JSON. */
  readonly body: unknown;
  /** Whether the contract has the answer: as a success, as a failure, or not at all. */
  readonly kind: 'success' | 'failure' | 'unexpected';
  /** How long the service asks to wait before another call, in milliseconds. */
  readonly retryAfterInMs: number | undefined;
  /** What was sent: the key, other headers, and the body. No message may repeat it. */
  readonly sent: readonly unknown[];
}

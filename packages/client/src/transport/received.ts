import type { Sent } from './attempt.ts';
import type { ResponseInfo } from '../calls/call.ts';
import type { Operation } from '../operation.ts';

/** A response, whatever its status. */
export interface Received {
  readonly operation: Operation;
  readonly response: ResponseInfo;
  /** The body as it came. */
  readonly text: string;
  /** The JSON of the body; undefined where it is empty or not JSON. */
  readonly body: unknown;
  /** Whether the contract has the response: as a success, as a failure, or not at all. */
  readonly kind: 'success' | 'failure' | 'unexpected';
  /** What was sent, which no message may repeat. It is a function, so that no log shows it. */
  readonly sent: () => readonly Sent[];
}

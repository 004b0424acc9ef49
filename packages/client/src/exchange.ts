/** What is sent and received over a connection. */
import type { Input, Operation } from './operation.ts';
import type { CallOptions, OutgoingRequest } from './transport/options.ts';

/** What was sent in an attempt, and may come back in a response. */
export type Sent = Pick<OutgoingRequest, 'headers' | 'body'>;

/** Status and headers of a response. */
export interface ResponseInfo {
  readonly status: number;
  readonly headers: Headers;
  /** Id of the request, from the response header `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
}

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

/** A connection to the service: what the operations are sent over. */
export interface Connection {
  /**
   * Sends an operation of the contract, and returns the response, whatever its status. For the functions; there
   * is no need to call it directly.
   */
  readonly send: (
    operation: Operation,
    input: Input,
    options?: CallOptions,
  ) => Promise<Received>;
}

/**
 * What a log learns of an attempt. There is nothing else in it: no body, no header, no query, no id, no
 * key.
 */
export interface LogEntry {
  /** The operationId, such as `pauseSandbox`. */
  readonly operation: string;
  readonly method: string;
  /** The path as the contract has it, such as `/api/v1/sandboxes/{sandbox_id}/pause`. */
  readonly path: string;
  /** Which attempt it was, from 1. */
  readonly attempt: number;
  /** How long it took, in milliseconds. */
  readonly durationInMs: number;
  /** The status of the answer; undefined where there was none. */
  readonly status: number | undefined;
  /** What the answer calls the request. */
  readonly requestId: string | undefined;
  /** The name of the error; undefined where there was an answer. */
  readonly error: string | undefined;
  /** After how long it is repeated, in milliseconds; undefined when it is not. */
  readonly retryInMs: number | undefined;
}

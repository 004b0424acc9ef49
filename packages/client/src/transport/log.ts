/** An attempt, for a log. It has no body, no header, no query, no id and no key. */
export interface LogEntry {
  /** The operationId, such as `pauseSandbox`. */
  readonly operation: string;
  readonly method: string;
  /** The path as the contract has it, such as `/api/v1/sandboxes/{sandbox_id}/pause`. */
  readonly path: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** How long it took, in milliseconds. */
  readonly durationInMs: number;
  /** Status of the response; undefined if there was none. */
  readonly status: number | undefined;
  /** Id of the request, from the response header `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** Name of the error; undefined if there was a response. */
  readonly error: string | undefined;
  /** After how long it is retried, in milliseconds; undefined if it is not. */
  readonly retryInMs: number | undefined;
}

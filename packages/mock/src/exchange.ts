import type { OperationId, Violation } from '@agent-conversation/validators';

/** What breaks the contract in a request or a response. */
export interface Finding extends Violation {
  readonly side: 'request' | 'answer';
}

/** One request and its response, for a log. The key and the bodies are left out. */
export interface Exchange {
  /** The time of the response: RFC 3339, by the clock of this machine. */
  readonly time: string;
  readonly method: string;
  readonly path: string;
  /** The query without the question mark; secrets are redacted. */
  readonly query: string;
  /** The operationId, if the contract has an operation for the request. */
  readonly operation: OperationId | undefined;
  readonly status: number;
  /** How long the response took, in milliseconds. */
  readonly duration: number;
  /** What an error response says, unless `findings` say it. */
  readonly reason: string | undefined;
  /**
   * What breaks the contract, and what the contract does not list in a request; of a proxy, also in the response.
   */
  readonly findings: readonly Finding[];
  /** The fault that was applied, such as `reset`. */
  readonly fault: string | undefined;
}

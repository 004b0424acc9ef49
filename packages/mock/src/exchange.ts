import type { OperationId, Violation } from '@agent-conversation/validators';

/** Something that is not as the contract says, in a request or in an answer. */
export interface Finding extends Violation {
  readonly side: 'request' | 'answer';
}

/** One request and its answer, for a log. The key and the bodies are left out. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  /** The operationId, where the contract has an operation for the request. */
  readonly operation: OperationId | undefined;
  readonly status: number;
  /** How long the answer took, in milliseconds. */
  readonly duration: number;
  /** Why the request was refused; in front of a real service, what either side did wrong. */
  readonly findings: readonly Finding[];
  /** What went wrong on purpose, such as `reset`. */
  readonly fault: string | undefined;
}

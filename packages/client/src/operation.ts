import type { ValidationErrorDetail } from '@agent-conversation/types';

/** What the client knows of an operation of the contract. */
export interface Operation<Id extends string = string> {
  /** The operationId, such as `pauseSandbox`. */
  readonly id: Id;
  readonly method: string;
  /** The path as the contract has it, such as `/api/v1/sandboxes/{sandbox_id}/pause`. */
  readonly path: string;
  /**
   * When it may be retried: after every failure that may pass, only if nothing was done (the connection
   * failed before anything was sent, or status 429), or never.
   */
  readonly retry: 'safe' | 'unsent' | 'never';
  /** The statuses that the contract declares. */
  readonly statuses: readonly number[];
  /** Whether the body of a success is a list; otherwise it is any object. */
  readonly isList?: boolean;
}

/** What an operation is called with. */
export interface Input<Query = object> {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Query | undefined;
  readonly body?: unknown;
}

/**
 * For each state those that it does not lead to by itself: the first operation on the way, or null if there is no way.
 */
export type Ways = Readonly<
  Record<string, Readonly<Record<string, string | null>>>
>;

/** Where an error comes from, and what it has that no log shows. */
export interface ErrorContext extends Partial<ResponseContext> {
  readonly operation: Operation;
  /** The signal of the caller. */
  readonly signal?: AbortSignal | undefined;
  /** How often the request was sent, or was to be. */
  attempts: number;
  /** What a wait is for, as it was seen last. */
  subject?: unknown;
  /** The id of the subject and its last status, for a message. */
  state?: string;
  /** The status that the last poll of a wait has seen. */
  status?: string | undefined;
}

/** What the error of a response has of it. */
interface ResponseContext {
  readonly body: unknown;
  readonly text: string;
  readonly headers: Headers;
  readonly violations: readonly ValidationErrorDetail[];
}

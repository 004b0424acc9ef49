import { ClientError, type ErrorContext, isKind } from './client-error.ts';

/**
 * Why a wait cannot succeed: the start has failed or the sandbox is in `ERROR`; the sandbox is `MISSING`, or
 * in no list; only a call that nobody makes leads to the status (`UNREACHABLE`); or the start task has no id
 * to follow (`UNFOLLOWABLE`).
 */
export type WaitFailure = 'ERROR' | 'MISSING' | 'UNREACHABLE' | 'UNFOLLOWABLE';

/** A wait cannot succeed. */
export class WaitError<T = unknown> extends ClientError {
  static {
    this.prototype.name = 'WaitError';
  }
  readonly failure: WaitFailure;
  readonly #subject: T;

  constructor(failure: WaitFailure, reason: string, subject: T, context: ErrorContext) {
    super(reason, context);
    this.failure = failure;
    this.#subject = subject;
  }

  /** The sandbox or the start task, as it was seen last. It is not shown when the error is. */
  get subject(): T {
    return this.#subject;
  }
}

/** Whether a value says that a wait cannot succeed. */
export function isWaitError(value: unknown): value is WaitError {
  return isKind(value, 'WaitError');
}

import { ClientError, type ErrorContext, isKind } from './client-error.ts';

/** The caller's signal was aborted. Its reason is the `cause`. */
export class AbortedError extends ClientError {
  static {
    this.prototype.name = 'AbortedError';
  }

  constructor(context: ErrorContext, cause: unknown) {
    super('aborted by the caller', context, { cause });
  }
}

/** Whether a value says that the caller has aborted the call. */
export function isAbortedError(value: unknown): value is AbortedError {
  return isKind(value, 'AbortedError');
}

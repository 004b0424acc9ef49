import { ClientError, type ErrorContext, isKind } from './client-error.ts';

/** What ran out: the time of one attempt, of the whole call, or of a wait. */
export type TimeoutScope = 'attempt' | 'call' | 'wait';

const options = {
  attempt: 'attemptTimeoutInMs',
  call: 'timeoutInMs',
  wait: 'timeoutInMs of the wait',
};

/** The time ran out before the answer was there. The service may have done what it was asked for. */
export class TimeoutError extends ClientError {
  static {
    this.prototype.name = 'TimeoutError';
  }
  /** What ran out. */
  readonly scope: TimeoutScope;
  /** How long that was, in milliseconds. */
  readonly timeoutInMs: number;

  constructor(scope: TimeoutScope, timeoutInMs: number, context: ErrorContext) {
    super(`timed out after ${timeoutInMs} ms (${options[scope]})`, context);
    this.scope = scope;
    this.timeoutInMs = timeoutInMs;
  }
}

/** Whether a value says that the time ran out. */
export function isTimeoutError(value: unknown): value is TimeoutError {
  return isKind(value, 'TimeoutError');
}

import { ClientError, type ErrorContext, isKind } from './client-error.ts';

/** There was no answer, or it broke off. The reason is the `cause`. */
export class ConnectionError extends ClientError {
  static {
    this.prototype.name = 'ConnectionError';
  }
  /** Whether it is sure that nothing was sent, so that any call may be repeated. */
  readonly unsent: boolean;

  constructor(unsent: boolean, context: ErrorContext, cause: unknown) {
    const reason = unsent ? 'no connection, nothing was sent' : 'the connection failed';
    // Node repeats here what came instead of HTTP, which may repeat what was sent.
    if (cause instanceof Error && cause.cause instanceof Error)
      Reflect.deleteProperty(cause.cause, 'data');
    super(reason, context, { cause });
    this.unsent = unsent;
  }
}

/** Whether a value says that the connection failed. */
export function isConnectionError(value: unknown): value is ConnectionError {
  return isKind(value, 'ConnectionError');
}

import { ClientError, type ErrorContext, isKind } from './client-error.ts';

/**
 * The answer leads elsewhere, and was not followed: neither the key nor the body went there.
 */
export class RedirectError extends ClientError {
  static {
    this.prototype.name = 'RedirectError';
  }
  /** Where it leads, without query; undefined where the platform does not tell it, as in browsers. */
  readonly location: string | undefined;

  constructor(location: string | undefined, context: ErrorContext) {
    const where = location === undefined ? 'elsewhere' : `to ${location}`;
    super(`redirected ${where}, which is not followed; is baseUrl right?`, context);
    this.location = location;
  }
}

/** Whether a value says that the answer leads elsewhere. */
export function isRedirectError(value: unknown): value is RedirectError {
  return isKind(value, 'RedirectError');
}

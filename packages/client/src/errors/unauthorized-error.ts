import { ApiError } from './api-error.ts';
import { isKind } from './client-error.ts';

/** Status 401: the API key is missing, or the service does not know it. */
export class UnauthorizedError extends ApiError {
  static {
    this.prototype.name = 'UnauthorizedError';
  }
}

/** Whether a value is an answer with status 401. */
export function isUnauthorizedError(value: unknown): value is UnauthorizedError {
  return isKind(value, 'UnauthorizedError');
}

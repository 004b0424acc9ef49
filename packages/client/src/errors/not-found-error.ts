import { ApiError } from './api-error.ts';
import { isKind } from './client-error.ts';

/** Status 404: there is no such thing. */
export class NotFoundError extends ApiError {
  static {
    this.prototype.name = 'NotFoundError';
  }
}

/** Whether a value is an answer with status 404, with or without a body. */
export function isNotFoundError(value: unknown): value is NotFoundError {
  return isKind(value, 'NotFoundError');
}

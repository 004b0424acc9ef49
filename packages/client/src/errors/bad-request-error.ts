import { ApiError } from './api-error.ts';
import { isKind } from './client-error.ts';

/** Status 400: the service could not make sense of the request. */
export class BadRequestError extends ApiError {
  static {
    this.prototype.name = 'BadRequestError';
  }
}

/** Whether a value is an answer with status 400. */
export function isBadRequestError(value: unknown): value is BadRequestError {
  return isKind(value, 'BadRequestError');
}

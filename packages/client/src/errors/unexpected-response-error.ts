import { ApiError } from './api-error.ts';
import { isKind } from './client-error.ts';

/** The answer is not one of the contract: its status is not declared, or its body is not the JSON that it should be. `text` has the body. */
export class UnexpectedResponseError extends ApiError {
  static {
    this.prototype.name = 'UnexpectedResponseError';
  }
}

/** Whether a value is an answer that the contract does not have. */
export function isUnexpectedResponseError(value: unknown): value is UnexpectedResponseError {
  return isKind(value, 'UnexpectedResponseError');
}

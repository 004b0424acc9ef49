/**
 * Tells a user what went wrong, by the class of the error.
 *
 * @about startAppConversation, ValidationErrorDetail
 */
import {
  isApiError,
  isBadRequestError,
  isConnectionError,
  isNotFoundError,
  isTimeoutError,
  isUnauthorizedError,
  isUnexpectedResponseError,
  isValidationError,
  isWaitError,
} from '@agent-conversation/client';
import type {
  CreateConversationErrorBody,
  ErrorBody,
  LegacyErrorBody,
} from '@agent-conversation/types';

export function explain(error: unknown): string {
  if (isValidationError(error)) {
    return error.violations
      .map(({ loc, msg, type }) => `${loc.join('.')}: ${msg} (${type})`)
      .join('\n');
  }
  if (isUnauthorizedError(error)) return 'The key is not right.';
  if (isNotFoundError(error)) return 'It is not there.';
  if (isBadRequestError(error)) return `The service does not understand: ${error.text}`;
  if (isUnexpectedResponseError(error))
    return `The service answers nonsense, status ${error.status}.`;
  if (isApiError(error))
    return `Status ${error.status}, request ${error.requestId ?? 'without an id'}`;
  if (isTimeoutError(error)) return `It took too long, at attempt ${error.attempts}.`;
  if (isConnectionError(error))
    return error.unsent ? 'Nothing was sent.' : 'It may have been done.';
  if (isWaitError(error)) return error.failure === 'ERROR' ? 'It has failed.' : 'It will not come.';
  return String(error);
}

/**
 * Reads the bodies of errors, each in its generation's way.
 *
 * @about ErrorBody, LegacyErrorBody, CreateConversationErrorBody
 */
export function reasonIn(body: ErrorBody | LegacyErrorBody | CreateConversationErrorBody): string {
  if ('detail' in body) return body.detail;
  if ('error' in body) return body.error;
  return `${body.message} (${body.msg_id})`;
}

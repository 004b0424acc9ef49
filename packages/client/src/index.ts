// One package is enough for everything: the types and lists of values come along.
export * from '@agent-conversation/types';

export { createClient } from './client.ts';
export { known } from './known.ts';
export { redact } from './transport/redact.ts';
export type { AppConversations, Client, Sandboxes } from './client.ts';
export type { Call, Pages, ResponseInfo, WithResponse } from './calls.ts';
export type { Connection } from './transport/connection.ts';
export type * from './generated/inputs.ts';
export type * from './generated/resources.ts';
export type { LogEntry } from './transport/send.ts';
export type { Answer, Middleware, Next, OutgoingRequest } from './transport/request.ts';
export type { CallOptions, ClientOptions, SharedOptions } from './transport/options.ts';
export type { WaitOptions, WaitProgress } from './waiting/poll.ts';

export {
  ApiError,
  BadRequestError,
  NotFoundError,
  RateLimitError,
  UnauthorizedError,
  UnexpectedResponseError,
  ValidationError,
  isApiError,
  isBadRequestError,
  isNotFoundError,
  isRateLimitError,
  isUnauthorizedError,
  isUnexpectedResponseError,
  isValidationError,
} from './api-errors.ts';
export {
  ClientError,
  AbortedError,
  ConnectionError,
  RedirectError,
  TimeoutError,
  type TimeoutScope,
  WaitError,
  type WaitFailure,
  isAbortedError,
  isClientError,
  isConnectionError,
  isRedirectError,
  isTimeoutError,
  isWaitError,
} from './errors.ts';

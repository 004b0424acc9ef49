// One package is enough for everything: the types and lists of values come along.
export * from '@agent-conversation/types';

export { createClient } from './client.ts';
export { known } from './known.ts';
export { redact } from './redact.ts';
export type { AppConversations, Client, Sandboxes } from './client.ts';
export type { Call, ResponseInfo, WithResponse } from './calls/call.ts';
export type { Connection } from './transport/connection.ts';
export type * from './generated/inputs.ts';
export type * from './generated/resources.ts';
export type { LogEntry } from './transport/log.ts';
export type { Answer, Middleware, Next, OutgoingRequest } from './transport/middleware.ts';
export type { CallOptions, ClientOptions, SharedOptions } from './transport/options.ts';
export type { Pages } from './calls/pages.ts';
export type { WaitOptions, WaitProgress } from './waiting/poll.ts';

export { ClientError, isClientError } from './errors/client-error.ts';
export * from './errors/transport-errors.ts';
export * from './errors/wait-error.ts';
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
} from './errors/api-error.ts';

import type { ValidationErrorBody, ValidationErrorDetail } from '@agent-conversation/types';
import { redactSent } from './transport/redact.ts';
import type { Received } from './transport/connection.ts';
import { retryAfterOf } from './transport/send.ts';
import { ClientError, isKind } from './errors.ts';

/**
 * The service responded, and not with a success. The classes of single statuses extend this one; it is
 * itself thrown for a declared status without a class of its own.
 */
export class ApiError extends ClientError {
  static {
    this.prototype.name = 'ApiError';
  }
  readonly status: number;
  /** Id of the request, from the response header `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait before another call, in milliseconds, from `Retry-After`. */
  readonly retryAfterInMs: number | undefined;
  readonly #received: Received;

  constructor(reason: string, received: Received) {
    const { operation, response } = received;
    const { status, headers, attempts } = response;
    const own = (text: string) => redactSent(text, received.sent());
    const requestId = response.requestId && own(response.requestId);
    const details = `status ${status}, ${requestId ? `request id ${requestId}, ` : ''}`;
    super(own(reason), { operation, attempts }, { details });
    this.status = status;
    this.requestId = requestId;
    this.retryAfterInMs = retryAfterOf(headers);
    this.#received = received;
  }

  /** The JSON of the body; undefined if there was none. It is not shown when the error is. */
  get body(): unknown {
    return this.#received.body;
  }

  /** The body as it came. It is not shown when the error is. */
  get text(): string {
    return this.#received.text;
  }

  /** The headers of the response. They are not shown when the error is. */
  get headers(): Headers {
    return this.#received.response.headers;
  }
}

/** Whether a value is an error response of the service. */
export function isApiError(value: unknown): value is ApiError {
  return isKind(value, 'ApiError');
}

/** Status 400: the service rejects what was sent. */
export class BadRequestError extends ApiError {
  static {
    this.prototype.name = 'BadRequestError';
  }
}

/** Whether a value is an error response with status 400. */
export function isBadRequestError(value: unknown): value is BadRequestError {
  return isKind(value, 'BadRequestError');
}

/** Status 401: the API key is missing or unknown, or the user cannot access the repository of the request. */
export class UnauthorizedError extends ApiError {
  static {
    this.prototype.name = 'UnauthorizedError';
  }
}

/** Whether a value is an error response with status 401. */
export function isUnauthorizedError(value: unknown): value is UnauthorizedError {
  return isKind(value, 'UnauthorizedError');
}

/** Status 404: what was asked for does not exist. */
export class NotFoundError extends ApiError {
  static {
    this.prototype.name = 'NotFoundError';
  }
}

/** Whether a value is an error response with status 404, with or without a body. */
export function isNotFoundError(value: unknown): value is NotFoundError {
  return isKind(value, 'NotFoundError');
}

/** Status 429, after the last retry: too many requests. `retryAfterInMs` is how long to wait. */
export class RateLimitError extends ApiError {
  static {
    this.prototype.name = 'RateLimitError';
  }
}

/** Whether a value is an error response with status 429. */
export function isRateLimitError(value: unknown): value is RateLimitError {
  return isKind(value, 'RateLimitError');
}

/** The contract does not have the response: its status is not declared, or its body is not the JSON that it should be. `text` has the body. */
export class UnexpectedResponseError extends ApiError {
  static {
    this.prototype.name = 'UnexpectedResponseError';
  }
}

/** Whether a value is a response that the contract does not have. */
export function isUnexpectedResponseError(value: unknown): value is UnexpectedResponseError {
  return isKind(value, 'UnexpectedResponseError');
}

/** How many violations the message names. */
const named = 3;

/** Status 422: the request does not match the contract. */
export class ValidationError extends ApiError {
  static {
    this.prototype.name = 'ValidationError';
  }

  /** @param reason the message of the response, if it has no violations */
  constructor(reason: string, received: Received) {
    super(describe(violationsOf(received.body)) || reason, received);
  }

  /** What is wrong in the request. It may repeat what was sent, and is not shown when the error is. */
  get violations(): readonly ValidationErrorDetail[] {
    return violationsOf(this.body);
  }
}

/** Whether a value is an error response with status 422. */
export function isValidationError(value: unknown): value is ValidationError {
  return isKind(value, 'ValidationError');
}

function violationsOf(body: unknown): readonly ValidationErrorDetail[] {
  const { detail } = Object(body) as Partial<ValidationErrorBody>;
  return Array.isArray(detail) ? detail.filter((it) => typeof it?.msg === 'string') : [];
}

function describe(violations: readonly ValidationErrorDetail[]): string {
  const rest = violations.length - named;
  const lines = violations
    .slice(0, named)
    .map(({ loc, msg }) => `${[loc].flat().join('.')}: ${msg}`);
  if (rest > 0) lines.push(`and ${rest} more`);
  return lines.join('; ');
}

const classes: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: UnauthorizedError,
  404: NotFoundError,
  422: ValidationError,
  429: RateLimitError,
};

/** The error for a response that is not a success. */
export function errorOf(received: Received): ApiError {
  const reason = reasonOf(received.body);
  if (received.kind === 'unexpected') {
    return new UnexpectedResponseError(surprise(received, reason), received);
  }
  return new (classes[received.response.status] ?? ApiError)(reason, received);
}

const noReason = 'rejected without a reason';

/** The message in the body of an error response, in whichever form deployments send it. */
function reasonOf(body: unknown): string {
  const { detail, error, message } = Object(body) as Record<string, unknown>;
  const reason = [body, message, error, detail].find((it) => it && typeof it === 'string');
  return (reason as string | undefined) ?? noReason;
}

function surprise({ operation, response, text, body }: Received, reason: string): string {
  const type = response.headers.get('content-type') ?? 'no content type';
  const size = `(${type}, ${text.length} characters)`;
  if (!operation.statuses.includes(response.status)) {
    const more = reason === noReason ? '' : `: ${reason}`;
    return `the contract does not have this status ${size}${more}`;
  }
  if (text === '') return 'the response has no body';
  return `the body is not the ${body === undefined ? 'JSON' : 'object'} that the contract has ${size}`;
}

/** The errors of calls: their classes, and a guard for each. */
import type { ValidationErrorDetail } from '@agent-conversation/types';
import { hidden } from './hidden.ts';
import type { ErrorContext } from './operation.ts';

/** Marks the errors of every copy of this package, in every realm. */
const brand: unique symbol = Symbol.for('@agent-conversation/client') as never;

/** Base class of the errors of a call. Nothing in it that is logged repeats a header or the body. */
export class ClientError extends Error {
  /** Name of the class. Minifiers change `name`, and some compilers cannot define it. */
  static readonly kind: string = 'ClientError';
  /** The operationId, such as `pauseSandbox`. */
  declare readonly operation: string;
  declare readonly method: string;
  /** The path as the contract has it, such as `/api/v1/sandboxes/{sandbox_id}/pause`. */
  declare readonly path: string;
  /** How often the request was sent. */
  declare readonly attempts: number;

  constructor(reason: string, context: ErrorContext, properties: object = {}) {
    const { operation, attempts } = context;
    const { id, method, path } = operation;
    const { status, requestId } = properties as Partial<ApiError>;
    const parts = [
      `${id}: ${reason} (${method} ${path}`,
      status && `status ${status}`,
      requestId && `request id ${requestId}`,
      `${attempts} attempt${attempts > 1 ? 's' : ''})`,
    ];
    // It has the cause, if there is one, which is not enumerable then.
    super(parts.filter(Boolean).join(', '), properties);
    Object.assign(this, { operation: id, method, path, attempts }, properties);
    hidden.set(this, context);
  }

  /** Name of the class, such as `NotFoundError`. */
  override get name(): string {
    return (this.constructor as typeof ClientError).kind;
  }

  get [brand](): true {
    return true;
  }

  /** For logs: what `JSON.stringify` makes of an error also has its name and message. */
  toJSON(): object {
    return Object.assign({ name: this.name, message: this.message }, this);
  }
}

/** The caller's signal was aborted. Its reason is the `cause`. */
export class AbortedError extends ClientError {
  static override readonly kind: string = 'AbortedError';
}

/** There was no response, or it broke off. The reason is the `cause`. */
export class ConnectionError extends ClientError {
  static override readonly kind: string = 'ConnectionError';
  /** Whether it is certain that nothing was sent, so that any call may be repeated. */
  declare readonly unsent: boolean;
  /** Host of the service, with the port if it is not the usual one. */
  declare readonly host: string;
  /** Error code of the system or the runtime, such as `ECONNREFUSED`; undefined if it gives none. */
  declare readonly code: string | undefined;
}

/** The body of the response is larger than `maxBodyInBytes`. It was not read to its end. */
export class BodyTooLargeError extends ClientError {
  static override readonly kind: string = 'BodyTooLargeError';
  /** Status of the response. */
  declare readonly status: number;
  /** How large it may be, in bytes. */
  declare readonly maxBodyInBytes: number;
}

/** The response is a redirect, which was not followed: neither the key nor the body went there. */
export class RedirectError extends ClientError {
  static override readonly kind: string = 'RedirectError';
  /** Target of the redirect, without query; undefined where the platform hides it, as browsers do. */
  declare readonly location: string | undefined;
}

/** What ran out: the time of one attempt, of the whole call, or of a wait. */
export type TimeoutScope = 'attempt' | 'call' | 'wait';

/** The time ran out before the response was complete. The service may have done what it was asked for. */
export class TimeoutError extends ClientError {
  static override readonly kind: string = 'TimeoutError';
  /** What ran out. */
  declare readonly scope: TimeoutScope;
  /** How long that was, in milliseconds. */
  declare readonly timeoutInMs: number;

  /**
   * What a wait was for, as it was seen last: the sandbox, the conversation or the start task, which
   * `waitUntilReady` takes to continue. It is not shown when the error is.
   */
  get subject(): unknown {
    return hidden.get(this).subject;
  }
}

/**
 * Why a wait cannot succeed: the start or the agent has failed, or the sandbox is in `ERROR`; the sandbox is
 * `MISSING`, or the sandbox or conversation is in no list; the agent is `STUCK`, or is
 * `WAITING_FOR_CONFIRMATION`; only a call that nobody makes leads to the status (`UNREACHABLE`); or the start
 * task has no id to follow (`UNFOLLOWABLE`).
 */
export type WaitFailure =
  | 'ERROR'
  | 'MISSING'
  | 'STUCK'
  | 'WAITING_FOR_CONFIRMATION'
  | 'UNREACHABLE'
  | 'UNFOLLOWABLE';

/** A wait cannot succeed. */
export class WaitError extends ClientError {
  static override readonly kind: string = 'WaitError';
  declare readonly failure: WaitFailure;

  /** The sandbox, the conversation or the start task, as it was seen last. It is not shown when the error is. */
  get subject(): unknown {
    return hidden.get(this).subject;
  }
}

/**
 * The service responded, and not with a success. The classes of single statuses extend this one; it is
 * itself thrown for a declared status without a class of its own.
 */
export class ApiError extends ClientError {
  static override readonly kind: string = 'ApiError';
  declare readonly status: number;
  /** Id of the request, from the response header `X-Request-Id`. */
  declare readonly requestId: string | undefined;
  /** How long the service asks to wait before another call, in milliseconds, from `Retry-After`. */
  declare readonly retryAfterInMs: number | undefined;

  /** The JSON of the body; undefined if there was none. It is not shown when the error is. */
  get body(): unknown {
    return hidden.get(this).body;
  }

  /** The body as it came. It is not shown when the error is. */
  get text(): string {
    return hidden.get(this).text!;
  }

  /** The headers of the response. They are not shown when the error is. */
  get headers(): Headers {
    return hidden.get(this).headers!;
  }
}

/** Status 400: the service rejects what was sent. */
export class BadRequestError extends ApiError {
  static override readonly kind: string = 'BadRequestError';
}

/** Status 401: the API key is missing or unknown, or the user cannot access the repository of the request. */
export class UnauthorizedError extends ApiError {
  static override readonly kind: string = 'UnauthorizedError';
}

/** Status 404: what was asked for does not exist. */
export class NotFoundError extends ApiError {
  static override readonly kind: string = 'NotFoundError';
}

/** Status 422: the request does not match the contract. */
export class ValidationError extends ApiError {
  static override readonly kind: string = 'ValidationError';

  /** What is wrong in the request. It may repeat what was sent, and is not shown when the error is. */
  get violations(): readonly ValidationErrorDetail[] {
    return hidden.get(this).violations!;
  }
}

/** Status 429, after the last retry: too many requests. `retryAfterInMs` is how long to wait. */
export class RateLimitError extends ApiError {
  static override readonly kind: string = 'RateLimitError';
}

/**
 * The contract does not have the response: its status is not declared, or its body is not the JSON that it should be.
 * `text` has the body.
 */
export class UnexpectedResponseError extends ApiError {
  static override readonly kind: string = 'UnexpectedResponseError';
}

/** Makes a guard, which knows errors by name: a class is another in each realm, and in each copy of this package. */
function guard<T extends ClientError>(
  type: (new (...args: never[]) => T) & typeof ClientError,
) {
  return (value: unknown): value is T => {
    let error = brand in Object(value) ? (value as Error) : null;
    while (error && error.name !== type.kind)
      error = Object.getPrototypeOf(error) as Error | null;
    return error !== null;
  };
}

/**
 * Whether a value is an error of a call, of any copy of this package and from any realm.
 *
 * @example
 * catch (error) {
 *   if (isClientError(error)) console.error(error.operation, error.message);
 * }
 */
export const isClientError = /* @__PURE__ */ guard(ClientError);
/** Whether a value says that the caller has aborted the call. */
export const isAbortedError = /* @__PURE__ */ guard(AbortedError);
/** Whether a value says that the connection failed. */
export const isConnectionError = /* @__PURE__ */ guard(ConnectionError);
/** Whether a value says that the body of a response is too large. */
export const isBodyTooLargeError = /* @__PURE__ */ guard(BodyTooLargeError);
/** Whether a value says that the response is a redirect. */
export const isRedirectError = /* @__PURE__ */ guard(RedirectError);
/** Whether a value says that the time ran out. */
export const isTimeoutError = /* @__PURE__ */ guard(TimeoutError);
/** Whether a value says that a wait cannot succeed. */
export const isWaitError = /* @__PURE__ */ guard(WaitError);
/** Whether a value is an error response of the service. */
export const isApiError = /* @__PURE__ */ guard(ApiError);
/** Whether a value is an error response with status 400. */
export const isBadRequestError = /* @__PURE__ */ guard(BadRequestError);
/** Whether a value is an error response with status 401. */
export const isUnauthorizedError = /* @__PURE__ */ guard(UnauthorizedError);
/** Whether a value is an error response with status 404, with or without a body. */
export const isNotFoundError = /* @__PURE__ */ guard(NotFoundError);
/** Whether a value is an error response with status 422. */
export const isValidationError = /* @__PURE__ */ guard(ValidationError);
/** Whether a value is an error response with status 429. */
export const isRateLimitError = /* @__PURE__ */ guard(RateLimitError);
/** Whether a value is a response that the contract does not have. */
export const isUnexpectedResponseError = /* @__PURE__ */ guard(
  UnexpectedResponseError,
);

import { conceal } from '../transport/conceal.ts';
import type { Received } from '../transport/received.ts';
import { retryAfterOf } from '../transport/retry.ts';
import { ClientError, isKind } from './client-error.ts';

/**
 * The service has answered, and it was no success. The classes of single statuses extend this one; it is
 * itself thrown for a declared status without a class of its own.
 */
export class ApiError extends ClientError {
  static {
    this.prototype.name = 'ApiError';
  }
  readonly status: number;
  /** What the answer calls the request, in `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait before another call, in milliseconds. */
  readonly retryAfterInMs: number | undefined;
  readonly #received: Received;

  constructor(reason: string, received: Received) {
    const { operation, response } = received;
    const { status, headers, attempts } = response;
    const own = (text: string) => conceal(text, received.sent());
    const requestId = response.requestId && own(response.requestId);
    const details = `status ${status}, ${requestId ? `request id ${requestId}, ` : ''}`;
    super(own(reason), { operation, attempts }, { details });
    this.status = status;
    this.requestId = requestId;
    this.retryAfterInMs = retryAfterOf(headers);
    this.#received = received;
  }

  /** The JSON of the body; undefined where there was none. It is not shown when the error is. */
  get body(): unknown {
    return this.#received.body;
  }

  /** The body as it came. It is not shown when the error is. */
  get text(): string {
    return this.#received.text;
  }

  /** The headers of the answer. They are not shown when the error is. */
  get headers(): Headers {
    return this.#received.response.headers;
  }
}

/** Whether a value is an error that the service has answered with. */
export function isApiError(value: unknown): value is ApiError {
  return isKind(value, 'ApiError');
}

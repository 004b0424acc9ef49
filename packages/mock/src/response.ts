/** Responses of the mock, and the errors that handlers throw. */
import type { MockResponse } from './types.ts';

type Headers = Readonly<Record<string, string>>;

/** A response, before it is validated and written. */
export interface Reply {
  readonly status: number;
  readonly headers?: Headers;
  readonly body: unknown;
}

/** Is thrown to respond with an error. Without a stack, which would take longer than the rest of the response. */
export class Rejection {
  readonly status: number;
  /** Human-readable. */
  readonly message: string;
  readonly headers: Headers;
  /** The whole body of the response. Default: the contract's example of the status, or one with the message. */
  readonly body: unknown;

  constructor(
    status: number,
    message: string,
    headers: Headers = {},
    body?: unknown,
  ) {
    this.status = status;
    this.message = message;
    this.headers = headers;
    this.body = body;
  }
}

/** Is thrown where the service itself fails, as it does for some valid requests. */
export class ServiceFailure extends Rejection {
  /** @param reason for the log; the response does not say it */
  constructor(reason: string) {
    super(500, reason);
  }
}

/** Returns a response with a JSON body. */
export function json(
  status: number,
  body: unknown,
  headers: Headers = {},
): MockResponse {
  const type = { 'Content-Type': 'application/json' };
  return {
    status,
    headers: { ...type, ...headers },
    body: JSON.stringify(body),
  };
}

/** Returns a response with a text. */
export function plainText(status: number, body: string): MockResponse {
  return {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body,
  };
}

/** Returns an error in the form of its generation: legacy paths begin with `/api/`, without `v1`. */
export function errorBody(path: string, reason: string): object {
  return /^\/api\/(?!v1(\/|$))/.test(path)
    ? { error: reason }
    : { detail: reason };
}

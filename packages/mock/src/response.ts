/** Responses of the mock: those of handlers, and errors in the form that the contract declares. */
type Headers = Readonly<Record<string, string>>;

/** A response, ready to be sent. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** How the connection fails while the response is sent, for a fault. */
  readonly broken?: 'reset' | 'truncated';
}

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

  constructor(status: number, message: string, headers: Headers = {}, body?: unknown) {
    this.status = status;
    this.message = message;
    this.headers = headers;
    this.body = body;
  }
}

/** Returns a response with a JSON body. */
export function json(status: number, body: unknown, headers: Headers = {}): MockResponse {
  const type = { 'Content-Type': 'application/json' };
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(body) };
}

/** Returns an error in the form of its generation: legacy paths begin with `/api/`, without `v1`. */
export function errorBody(path: string, reason: string): object {
  return /^\/api\/(?!v1(\/|$))/.test(path) ? { error: reason } : { detail: reason };
}

import { ClientError, type ErrorContext, isKind } from './client-error.ts';

/** The caller's signal was aborted. Its reason is the `cause`. */
export class AbortedError extends ClientError {
  static {
    this.prototype.name = 'AbortedError';
  }

  constructor(context: ErrorContext, cause: unknown) {
    super('aborted by the caller', context, { cause });
  }
}

/** Whether a value says that the caller has aborted the call. */
export function isAbortedError(value: unknown): value is AbortedError {
  return isKind(value, 'AbortedError');
}

/** There was no response, or it broke off. The reason is the `cause`. */
export class ConnectionError extends ClientError {
  static {
    this.prototype.name = 'ConnectionError';
  }
  /** Whether it is certain that nothing was sent, so that any call may be repeated. */
  readonly unsent: boolean;
  /** Host of the service, with the port if it is not the usual one. */
  readonly host: string;
  /** Error code of the system or the runtime, such as `ECONNREFUSED`; undefined if it gives none. */
  readonly code: string | undefined;

  constructor(unsent: boolean, url: string, context: ErrorContext, cause: unknown) {
    const { host } = new URL(url);
    const inner = Object(cause).cause as unknown;
    const code = [cause, inner]
      .map((it) => Object(it).code as unknown)
      .find((it) => typeof it === 'string' && /^\w+$/.test(it)) as string | undefined;
    const where = code ? `${host} (${code})` : host;
    const reason = unsent
      ? `no connection to ${where}, nothing was sent`
      : `the connection to ${where} failed`;
    // Node repeats here what came instead of HTTP, which may repeat what was sent.
    if (inner instanceof Error) Reflect.deleteProperty(inner, 'data');
    super(reason, context, { cause });
    this.unsent = unsent;
    this.host = host;
    this.code = code;
  }
}

/** Whether a value says that the connection failed. */
export function isConnectionError(value: unknown): value is ConnectionError {
  return isKind(value, 'ConnectionError');
}

/** The response is a redirect, which was not followed: neither the key nor the body went there. */
export class RedirectError extends ClientError {
  static {
    this.prototype.name = 'RedirectError';
  }
  /** Target of the redirect, without query; undefined where the platform hides it, as browsers do. */
  readonly location: string | undefined;

  constructor(location: string | undefined, context: ErrorContext) {
    const where = location === undefined ? 'elsewhere' : `to ${location}`;
    super(`redirected ${where}, which is not followed; is baseUrl right?`, context);
    this.location = location;
  }
}

/** Whether a value says that the response is a redirect. */
export function isRedirectError(value: unknown): value is RedirectError {
  return isKind(value, 'RedirectError');
}

/** What ran out: the time of one attempt, of the whole call, or of a wait. */
export type TimeoutScope = 'attempt' | 'call' | 'wait';

const options = {
  attempt: 'attemptTimeoutInMs',
  call: 'timeoutInMs',
  wait: 'timeoutInMs of the wait',
};

/** The time ran out before the response was complete. The service may have done what it was asked for. */
export class TimeoutError extends ClientError {
  static {
    this.prototype.name = 'TimeoutError';
  }
  /** What ran out. */
  readonly scope: TimeoutScope;
  /** How long that was, in milliseconds. */
  readonly timeoutInMs: number;
  readonly #subject: unknown;

  constructor(scope: TimeoutScope, timeoutInMs: number, context: ErrorContext) {
    const waiting = context.waiting?.();
    const last = waiting ? `: ${waiting.state}` : '';
    super(`timed out after ${timeoutInMs} ms (${options[scope]})${last}`, context);
    this.scope = scope;
    this.timeoutInMs = timeoutInMs;
    this.#subject = waiting?.subject;
  }

  /**
   * What a wait was for, as it was seen last: the sandbox or the start task, which `waitUntilReady` takes to
   * continue. It is not shown when the error is.
   */
  get subject(): unknown {
    return this.#subject;
  }
}

/** Whether a value says that the time ran out. */
export function isTimeoutError(value: unknown): value is TimeoutError {
  return isKind(value, 'TimeoutError');
}

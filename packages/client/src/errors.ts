import type { Operation } from './operation.ts';

/** Marks the errors of every copy of this package, in every realm. */
const brand: unique symbol = Symbol.for('@agent-conversation/client') as never;

/** Where an error comes from. */
export interface ErrorContext {
  readonly operation: Operation;
  /** How often the request was sent, or was to be. */
  readonly attempts: number;
  /** What a wait is for and what was seen last, if the call belongs to a wait. */
  readonly waiting?: () => Waiting;
}

/** What a wait is for. */
export interface Waiting {
  /** As it was seen last. */
  readonly subject: unknown;
  /** Its id and its last status, for a message. */
  readonly state: string;
}

/** Base class of the errors of a call. Nothing in it that is logged repeats a header or the body. */
export class ClientError extends Error {
  static {
    this.prototype.name = 'ClientError';
  }
  /** The operationId, such as `pauseSandbox`. */
  readonly operation: string;
  readonly method: string;
  /** The path as the contract has it, such as `/api/v1/sandboxes/{sandbox_id}/pause`. */
  readonly path: string;
  /** How often the request was sent. */
  readonly attempts: number;

  constructor(
    reason: string,
    { operation: { id, method, path }, attempts }: ErrorContext,
    options?: ErrorOptions & { readonly details?: string },
  ) {
    const times = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
    super(`${id}: ${reason} (${method} ${path}, ${options?.details ?? ''}${times})`, options);
    this.operation = id;
    this.method = method;
    this.path = path;
    this.attempts = attempts;
  }

  get [brand](): true {
    return true;
  }

  /** For logs: what `JSON.stringify` makes of an error has its name and message, too. */
  toJSON(): object {
    return Object.assign({ name: this.name, message: this.message }, this);
  }
}

/**
 * Whether a value is an error of a call, of any copy of this package and from any realm.
 *
 * @example
 * catch (error) {
 *   if (isClientError(error)) console.error(error.operation, error.message);
 * }
 */
export function isClientError(value: unknown): value is ClientError {
  return isKind(value, 'ClientError');
}

/** Whether a value is an error of a class of this package: by name, as a class is another in each realm. */
export function isKind(value: unknown, name: string): boolean {
  if (typeof value !== 'object' || value === null || !(brand in value)) return false;
  for (let it: unknown = value; it; it = Object.getPrototypeOf(it)) {
    if ((it as Error).name === name) return true;
  }
  return false;
}

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

/**
 * Why a wait cannot succeed: the start has failed or the sandbox is in `ERROR`; the sandbox is `MISSING`, or
 * in no list; only a call that nobody makes leads to the status (`UNREACHABLE`); or the start task has no id
 * to follow (`UNFOLLOWABLE`).
 */
export type WaitFailure = 'ERROR' | 'MISSING' | 'UNREACHABLE' | 'UNFOLLOWABLE';

/** A wait cannot succeed. */
export class WaitError<T = unknown> extends ClientError {
  static {
    this.prototype.name = 'WaitError';
  }
  readonly failure: WaitFailure;
  readonly #subject: T;

  constructor(failure: WaitFailure, reason: string, subject: T, context: ErrorContext) {
    super(reason, context);
    this.failure = failure;
    this.#subject = subject;
  }

  /** The sandbox or the start task, as it was seen last. It is not shown when the error is. */
  get subject(): T {
    return this.#subject;
  }
}

/** Whether a value says that a wait cannot succeed. */
export function isWaitError(value: unknown): value is WaitError {
  return isKind(value, 'WaitError');
}

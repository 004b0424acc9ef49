import type { Operation } from '../operation.ts';

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

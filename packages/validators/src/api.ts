import type { operations as contract } from '@agent-conversation/types';

/** The id of an operation of the contract, such as `startSandbox`. */
export type OperationId = keyof contract;

/** The part of a message in which something is wrong. */
export type Part = 'path' | 'query' | 'header' | 'body' | 'status';

/** One location in which a message violates the contract. */
export interface Violation {
  readonly part: Part;
  /**
   * The location inside the part, as a JSON Pointer (RFC 6901): `/items/0/status` in a body, `/limit` in the
   * query, `/content-type` in the headers, and the empty text for the part as a whole. A property that is
   * missing and one that must not be there are pointed at themselves.
   */
  readonly pointer: string;
  /**
   * The keyword of JSON Schema that is violated, such as `type`, `enum`, `required` or
   * `additionalProperties`; also `discriminator` for an unknown kind of object, `repeated` for a
   * parameter that is given more than once, `status` for an undeclared status and `media-type` for a
   * wrong content type.
   */
  readonly keyword: string;
  /** What is wrong, such as `must be at most 100`. It never has the value, which may be a secret. */
  readonly message: string;
  /** What the keyword requires, such as `{ limit: 100 }` or `{ allowed: ['default', 'plan'] }`. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** The part of a query that is used; a `URLSearchParams` has it. */
export interface QueryLike {
  get(name: string): string | null;
  getAll(name: string): string[];
  forEach(visit: (value: string, name: string) => void): void;
}

/** The part of headers that is used; a `Headers` has it. */
export interface HeadersLike {
  get(name: string): string | null;
}

/** A request, taken apart. */
export interface RequestParts {
  /** The parameters in the path, decoded. */
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: QueryLike | undefined;
  /** Only read where the contract declares a header as a parameter. */
  readonly headers?: HeadersLike | undefined;
  /** The JSON of the body, parsed; undefined if there is no body (null is one). */
  readonly body?: unknown;
}

/** A response, taken apart. */
export interface ResponseParts {
  readonly status: number;
  /** The header `Content-Type`, with its parameters. */
  readonly contentType?: string | null | undefined;
  /** The headers that the contract declares are only validated if they are given. */
  readonly headers?: HeadersLike | undefined;
  /** The JSON of the body, parsed; undefined if there is no body (null is one). */
  readonly body?: unknown;
}

export interface Options {
  /**
   * Whether to report properties and query parameters that the contract does not list.
   *
   * @default false
   */
  readonly closed?: boolean | undefined;
  /**
   * How many violations are returned at most. What is behind them in lists and objects is not read, so that a message
   * with any number of faults takes no memory.
   *
   * @default no limit
   */
  readonly maxViolations?: number | undefined;
}

/** A message that violates the contract, with every location in which it does. */
export interface Invalid {
  readonly valid: false;
  readonly violations: readonly Violation[];
}

type Json<Message> = Message extends {
  content: { 'application/json': infer Body };
}
  ? Body
  : undefined;

type Declared<T, Otherwise> = [NonNullable<T>] extends [never]
  ? Otherwise
  : NonNullable<T>;

type ParametersIn<
  Id extends OperationId,
  In extends 'path' | 'query',
> = Readonly<Declared<contract[Id]['parameters'][In], Record<string, never>>>;

type HeadersOf<Headers> = [Headers] extends [never]
  ? object
  : { readonly header: Readonly<Headers> };

/**
 * The values of a valid request. Parameters have the types of the contract: `limit` is a number and `ids` a
 * list.
 */
export type RequestOf<Id extends OperationId> = {
  readonly path: ParametersIn<Id, 'path'>;
  readonly query: ParametersIn<Id, 'query'>;
  readonly body: Json<contract[Id]['requestBody']>;
} & HeadersOf<NonNullable<contract[Id]['parameters']['header']>>;

/** The values of a valid response: `status` determines the type of `body`. */
export type ResponseOf<Id extends OperationId> = {
  readonly [Status in keyof contract[Id]['responses']]: {
    readonly status: Status;
    readonly body: Json<contract[Id]['responses'][Status]>;
  };
}[keyof contract[Id]['responses']];

export type RequestResult<Id extends OperationId> =
  { readonly valid: true; readonly request: RequestOf<Id> } | Invalid;

export type ResponseResult<Id extends OperationId> =
  ({ readonly valid: true } & ResponseOf<Id>) | Invalid;

/** The validators of one operation. */
export interface OperationValidator<Id extends OperationId> {
  readonly id: Id;
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** The path as the contract has it, such as `/api/v1/sandboxes/{sandbox_id}/pause`. */
  readonly path: string;
  /** The declared statuses, ascending. */
  readonly statuses: readonly number[];
  /**
   * Validates a request: returns its values, or every location in which it violates the contract. Never
   * throws because of what the request contains.
   *
   * @example
   * const result = searchSandboxes.validateRequest({ query: new URLSearchParams('limit=500') });
   * if (!result.valid) console.error(result.violations); // '/limit' 'must be at most 100'
   */
  readonly validateRequest: (
    parts: RequestParts,
    options?: Options,
  ) => RequestResult<Id>;
  /**
   * Validates a response: returns its values, or every location in which it violates the contract. Never
   * throws because of what the response contains.
   *
   * @example
   * const result = startSandbox.validateResponse({ status, contentType, body });
   * if (result.valid && result.status === 200) console.log(result.body.id);
   */
  readonly validateResponse: (
    parts: ResponseParts,
    options?: Options,
  ) => ResponseResult<Id>;
}

/** A location that a value violates its schema in, in the form of Standard Schema. */
export interface StandardIssue {
  /** What is wrong, such as `must be at most 100`. It never has the value, which may be a secret. */
  readonly message: string;
  /** The names of the properties and the positions in lists that lead to the location. */
  readonly path: readonly (string | number)[];
}

/** The result of a validation, in the form of Standard Schema. */
export type StandardResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/**
 * A schema of the contract in the form of Standard Schema, version 1 (https://standardschema.dev), which libraries for
 * forms, routers and remote calls take. Properties that the contract does not list are allowed.
 */
export interface StandardSchema<Value> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: '@agent-conversation/validators';
    /** Returns the same value, or every location in which it violates the schema. */
    readonly validate: (value: unknown) => StandardResult<Value>;
    /** For inference only: it is never set. */
    readonly types?:
      { readonly input: Value; readonly output: Value } | undefined;
  };
}

/**
 * The types of openapi-fetch's client of the contract. Its own would map over the texts of open enumerations
 * (`Readable`), which are no texts any more then, and take options and properties of a body by any name.
 */
import type { paths } from '@agent-conversation/types';
import type {
  Client,
  HeadersOptions,
  Middleware,
  ParseAs,
  ParseAsResponse,
} from 'openapi-fetch';
import type {
  PathSerializer,
  QuerySerializer,
  QuerySerializerOptions,
} from 'openapi-fetch';
import type { ClientError } from './errors.ts';
import type { CallOptions } from './transport/options.ts';

/** openapi-fetch's client of the contract. */
export interface FetchClient {
  readonly GET: FetchMethod<'get'>;
  readonly PUT: FetchMethod<'put'>;
  readonly POST: FetchMethod<'post'>;
  readonly DELETE: FetchMethod<'delete'>;
  readonly OPTIONS: FetchMethod<'options'>;
  readonly HEAD: FetchMethod<'head'>;
  readonly PATCH: FetchMethod<'patch'>;
  // From its type, functions that take a client infer the paths. No contract has an operation of this method.
  readonly TRACE: Client<HookPaths>['TRACE'];
  /** Calls an operation by its method, in lower case, and its path. */
  readonly request: FetchRequest;
  /** Adds middleware of openapi-fetch, which sees each call once and without the key. */
  use(...middleware: Middleware[]): void;
  /** Removes middleware. */
  eject(...middleware: Middleware[]): void;
}

/** Calls the operations of a method by their paths. */
export interface FetchMethod<Method extends Verb> {
  <Path extends PathOf<Method>, As extends ParseAs = 'json'>(
    path: Path,
    ...init: Init<FetchOptions<paths[Path][Method], As>>
  ): Promise<FetchResult<paths[Path][Method], As>>;
  (...impossible: Impossible): never;
}

/** Calls operations by their methods and paths. */
export interface FetchRequest {
  <
    Method extends Verb,
    Path extends PathOf<Method>,
    As extends ParseAs = 'json',
  >(
    method: Method,
    path: Path,
    ...init: Init<FetchOptions<paths[Path][Method], As>>
  ): Promise<FetchResult<paths[Path][Method], As>>;
  (...impossible: Impossible): never;
}

/**
 * More arguments than a call has. With a signature that takes them, a method has the type that functions such as
 * `createClient` of openapi-react-query ask for, and no call can use it.
 */
type Impossible = [never, never, never, never, never, ...unknown[]];

type Verb = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch';

/** The paths that have an operation of a method. */
type PathOf<Method extends Verb> = {
  [Path in keyof paths]: paths[Path] extends { readonly [It in Method]: object }
    ? Path
    : never;
}[keyof paths];

/** The last argument, which may be left out if nothing in it is required. */
type Init<Options> = {} extends Options ? [init?: Options] : [init: Options];

/** The options of a call of an operation: its parameters and its body, and what each call takes. */
export type FetchOptions<
  Operation,
  As extends ParseAs = ParseAs,
> = ParamsOption<Operation> &
  BodyOption<Operation> &
  FetchCallOptions<BodyOf<Operation>, As>;

type ParamsOption<Operation> = Operation extends {
  readonly parameters: infer Params;
}
  ? {} extends Params
    ? { readonly params?: Params | undefined }
    : { readonly params: Params }
  : never;

type BodyOption<Operation> = Operation extends { readonly requestBody: object }
  ? { readonly body: BodyOf<Operation> }
  : { readonly body?: BodyOf<Operation> | undefined };

type BodyOf<Operation> = Operation extends { readonly requestBody?: infer Body }
  ? JsonOf<NonNullable<Body>>
  : never;

/** The JSON of a request body or a response. */
type JsonOf<Message> = Message extends {
  readonly content: { readonly 'application/json': infer T };
}
  ? T
  : never;

/** Options of a call: those of openapi-fetch and of `fetch`, and those of this package. */
export interface FetchCallOptions<Body = never, As extends ParseAs = ParseAs>
  extends FetchSettings, Omit<CallOptions, 'headers' | 'signal'> {
  /** Ends the call when it is aborted, in any phase; the call then throws an `AbortedError`. */
  readonly signal?: AbortSignal | null | undefined;
  /** Additional headers; null removes one of the client. */
  readonly headers?: HeadersOptions | undefined;
  /** What the data of a success is read as. @default 'json' */
  readonly parseAs?: As | undefined;
  /** An address below the one of the client. */
  readonly baseUrl?: string | undefined;
  readonly querySerializer?:
    QuerySerializer<unknown> | QuerySerializerOptions | undefined;
  readonly pathSerializer?: PathSerializer | undefined;
  /** Makes the body that is sent, such as a compressed one. */
  readonly bodySerializer?: ((body: Body) => unknown) | undefined;
  /** Sends each attempt of this call. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Middleware of openapi-fetch, after that of the client. */
  readonly middleware?: Middleware[] | undefined;
}

/** The settings of `fetch`, and what frameworks and runtimes add to them, such as `next`. */
type FetchSettings = {
  readonly [
    Name in Exclude<keyof RequestInit, 'body' | 'headers' | 'method' | 'signal'>
  ]?: RequestInit[Name] | undefined;
};

type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206;

/** What a call returns: the data of a success, or the body of an error response. One is there, the other is not. */
export type FetchResult<
  Operation,
  As extends ParseAs = 'json',
> = Operation extends {
  readonly responses: infer Responses;
}
  ? | {
        data: ParseAsResponse<
          JsonOf<Responses[keyof Responses & SuccessStatus]>,
          { parseAs: As }
        >;
        error?: never;
        response: Response;
      }
    | {
        data?: never;
        error: Truthy<
          JsonOf<Responses[Exclude<keyof Responses, SuccessStatus>]>
        >;
        response: Response;
      }
  : never;

/** An error, which is never an empty text: `if (error)` leaves the data. */
// oxlint-disable-next-line typescript/no-explicit-any -- `${string}` would be `string`, which may be empty
type Truthy<T> = T extends string ? `${any}` : T;

/**
 * The paths for functions that take a client and have types of their own, as those of openapi-react-query. They take
 * texts that are texts for `Readable` as well, and throw the errors of this package beside those of the contract.
 */
type HookPaths = {
  [Path in keyof paths]: {
    [Name in keyof paths[Path]]: HookOperation<paths[Path][Name]>;
  };
};

type HookOperation<Operation> = {
  [Name in keyof Operation]: Name extends 'responses'
    ? Closed<Operation[Name]> & ThrownResponse
    : Operation[Name];
};

interface ThrownResponse {
  default: { content: { 'application/json': ThrownError } };
}

/** The properties of every error that is thrown when there is no response of the contract. */
interface ThrownError extends Pick<
  ClientError,
  'name' | 'message' | 'stack' | 'operation' | 'method' | 'path' | 'attempts'
> {
  cause?: unknown;
}

/** Makes one text of the values of an open enumeration and of any other. */
type Closed<T> = T extends string
  ? string extends T
    ? string
    : T
  : T extends (infer Item)[]
    ? Closed<Item>[]
    : T extends object
      ? { [Name in keyof T]: Closed<T[Name]> }
      : T;

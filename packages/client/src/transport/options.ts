/** The options of a client and of a call. */

/** Options of a client, or of a single call. */
export interface SharedOptions {
  /**
   * How long the whole call may take, with all its attempts and the pauses between them, in milliseconds.
   * `Infinity` sets no limit.
   * @default 60000
   */
  readonly timeoutInMs?: number | undefined;
  /**
   * How long an attempt may take, until the body of its response is complete, in milliseconds: at most 300000, as
   * Node's own `fetch` waits no longer.
   * @default 20000
   */
  readonly attemptTimeoutInMs?: number | undefined;
  /**
   * How often the call may be retried, where the contract allows it.
   * @default 2
   */
  readonly retries?: number | undefined;
  /**
   * How large the body of a response may be, in bytes, as it is after decompression. What exceeds it is not read, and
   * ends the call with a `BodyTooLargeError`. `Infinity` sets no limit.
   * @default 16777216
   */
  readonly maxBodyInBytes?: number | undefined;
  /** Additional headers; those of a call are sent in addition to those of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of a single call; they take precedence over those of the client. */
export interface CallOptions extends SharedOptions {
  /** Ends the call when it is aborted, in any phase; the call then throws an `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
}

/** How a client reaches the service. */
export interface ClientOptions extends SharedOptions {
  /**
   * Scheme, host and port of the service, such as `http://localhost:3000`; a path is kept.
   * @default the environment variable `AGENT_CONVERSATION_BASE_URL`, where there are such
   */
  readonly baseUrl?: string | undefined;
  /**
   * The caller's API key. It is sent in the header `X-Session-API-Key`, to `baseUrl` and nowhere else. It
   * may be left out where `headers` are given, for deployments that ask for something else.
   * @default the environment variable `AGENT_CONVERSATION_API_KEY`, where there are such
   */
  readonly apiKey?: string | undefined;
  /**
   * Sends a request, in place of the global `fetch`, which is looked up at each call.
   *
   * @example
   * createClient({ baseUrl: 'http://mock', apiKey: 'any', fetch: mock.fetch });
   */
  readonly fetch?:
    ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** What every attempt goes through, from the outermost to the innermost. */
  readonly middleware?: readonly Middleware[] | undefined;
  /** Is called after every attempt. It gets no body, no header and no value of a parameter. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
}

/** An attempt before it is sent. The API key is added afterwards, and is not seen here. */
export interface OutgoingRequest {
  /** The operationId, such as `pauseSandbox`. */
  readonly operation: string;
  /** Which attempt it is, from 1. */
  readonly attempt: number;
  readonly method: string;
  /** The address, which has to stay below `baseUrl`. */
  readonly url: string;
  /** By name, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Is aborted when the attempt has to end. */
  readonly signal: AbortSignal;
}

/** A complete response. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it came. */
  readonly text: string;
}

/** Sends an attempt through the rest of the middleware. */
export type Next = (request: OutgoingRequest) => Promise<ReceivedResponse>;

/**
 * A function that every attempt goes through. It may change the request, send it with `next` once, several times
 * or not at all, and return another response. An error that it throws ends the call.
 *
 * @example
 * const trace: Middleware = (request, next) =>
 *   next({ ...request, headers: { ...request.headers, traceparent: currentTrace() } });
 */
export type Middleware = (
  request: OutgoingRequest,
  next: Next,
) => Promise<ReceivedResponse>;

/** An attempt, for a log. It has no body, no header, no query, no id and no key. */
export interface LogEntry {
  /** The operationId, such as `pauseSandbox`. */
  readonly operation: string;
  readonly method: string;
  /** The path as the contract has it, such as `/api/v1/sandboxes/{sandbox_id}/pause`. */
  readonly path: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** How long it took, in milliseconds. */
  readonly durationInMs: number;
  /** Status of the response; undefined if there was none. */
  readonly status: number | undefined;
  /** Id of the request, from the response header `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** Name of the error; undefined if there was a response. */
  readonly error: string | undefined;
  /** After how long it is retried, in milliseconds; undefined if it is not. */
  readonly retryInMs: number | undefined;
}

/** An attempt on its way out. The API key is put in afterwards, and is not seen here. */
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
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it came. */
  readonly text: string;
}

/** Sends an attempt through what is further inside. */
export type Next = (request: OutgoingRequest) => Promise<Answer>;

/**
 * What an attempt goes through, out and back. It may change the request, and send it on with `next` once,
 * more often or not at all; and it may return another response. An error that it throws ends the call.
 *
 * @example
 * const trace: Middleware = (request, next) =>
 *   next({ ...request, headers: { ...request.headers, traceparent: currentTrace() } });
 */
export type Middleware = (request: OutgoingRequest, next: Next) => Promise<Answer>;

/** What passes through the mock: requests, responses, and what is known about them. */
import type { OperationId, OperationValidator, Violation } from '@agent-conversation/validators';

/** A request, from a connection or from the mock's `fetch`. */
export interface MockRequest {
  /** In upper case. */
  readonly method: string;
  /** As it was sent, percent-encoded. */
  readonly path: string;
  /** As it was sent, without the question mark; empty if there is none. */
  readonly query: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The header `Host` of a request that came over a connection. */
  readonly host?: string | undefined;
  /** Where `fetch` has the mock, such as `http://mock`; undefined for a request that came over a connection. */
  readonly origin?: string;
  /** Reads the body, in chunks. Rejects with 413 as soon as it has more bytes than the limit. */
  readonly read: (limit: number) => Promise<readonly Uint8Array[]>;
  /** Is aborted when the client has gone, if that is known. */
  readonly signal?: AbortSignal;
}

/** A response, ready to be sent. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How the connection fails while the response is sent, for a fault. */
  readonly broken?: 'reset' | 'truncated';
}

/** What breaks the contract in a request or, as `response`, in a response. */
export interface ExchangeViolation extends Violation {
  readonly side: 'request' | 'response';
}

/** A request, with what becomes known about it while it is processed. */
export interface Call {
  readonly request: MockRequest;
  // Not as contract.ts has it: public declarations must not lead to private packages.
  operation?: OperationValidator<OperationId> | undefined;
  /** The time of its API key, how many requests it has sent, and its seed, once the key is known. */
  account?: { readonly now: number; readonly requests: number; readonly seed: string };
  violations: readonly ExchangeViolation[];
  /** Why the response is an error, where it does not say so itself. */
  reason?: string;
  fault?: string;
}

/** One request and its response, without the key and the bodies. */
export interface Exchange {
  /** The time of the response: RFC 3339, by the clock of this machine. */
  readonly time: string;
  readonly method: string;
  readonly path: string;
  /** Without the question mark; secrets are redacted. */
  readonly query: string;
  /** The operationId, if the contract has an operation for the request. */
  readonly operation: OperationId | undefined;
  readonly status: number;
  /** How long the response took, in milliseconds. */
  readonly duration: number;
  /** What an error response says, unless `violations` say it. */
  readonly reason: string | undefined;
  /** What breaks the contract, and what the contract does not list in a request; of a proxy, also in the response. */
  readonly violations: readonly ExchangeViolation[];
  /** The fault that was applied, such as `reset`. */
  readonly fault: string | undefined;
}

/** Responds to a request, whichever way it arrived. */
export type Responder = (request: MockRequest) => Promise<MockResponse>;

/**
 * Makes the response: the pipeline of the mock, the proxy or plain Prism. It adds to the call what it finds out, and
 * throws a `Rejection` for an error response.
 */
export type Pipeline = (call: Call) => Promise<MockResponse>;

/** What `when` of a fault receives of a request. */
export interface FaultyRequest {
  readonly operation: OperationId;
  readonly key: string;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** How a connection or a response can break. */
export type Breakage = 'reset' | 'truncated' | 'malformed';

/**
 * A fault on purpose. It applies to every valid request that meets all of `operation`, `key` and `when`; to every valid
 * request if none of them is given. Of several, the one that names most of these applies, then the newest; those of the
 * options in their order, after those that were added. A delay of one and the response of another combine.
 */
export interface Fault {
  /** The operation that it applies to. */
  readonly operation?: OperationId;
  /** The API key whose requests it applies to. */
  readonly key?: string;
  /** Whether it applies to a request. */
  readonly when?: (request: FaultyRequest) => boolean;
  /** How many requests it applies to. @default Infinity */
  readonly times?: number;
  /** How long the response is delayed. */
  readonly delayInMs?: number;
  /** The status of the response. The state does not change. */
  readonly status?: number;
  /**
   * The body of the response, with `status`.
   *
   * @default the first example of the status, or a short error if the contract declares none
   */
  readonly body?: unknown;
  /** Headers of the response, with `status`, such as `{ 'Retry-After': '2' }`. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * How the response breaks: the connection is reset without a response, or closed in the middle of one, or the
   * response is not JSON. Except for a reset, the state changes.
   */
  readonly break?: Breakage;
}

/** Where a mock listens. */
export interface ListenOptions {
  /** The TCP port on 127.0.0.1. @default 0, a free one */
  readonly port?: number;
  /** How long a request can take to arrive, before it gets 408 and the connection is closed. @default 10_000 */
  readonly requestTimeoutInMs?: number;
}

/** A mock that listens. */
export interface Listening {
  /** The address for a client, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Closes all connections, after at most two seconds for the responses to requests that have arrived. */
  readonly close: () => Promise<void>;
}

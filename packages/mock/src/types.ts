/** What passes through the mock: requests, responses, and what is known about them. */
import type {
  AppConversation,
  CreateConversationResponse,
  Sandbox,
  SandboxSpec,
  Settings,
} from '@agent-conversation/types';
import type {
  OperationId,
  OperationValidator,
  Violation,
} from '@agent-conversation/validators';

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
  /** What is wrong with it as HTTP: it gets 400. */
  readonly problem?: string | undefined;
  /** How it came over a connection, if it is forwarded. */
  readonly raw?: RawRequest;
}

/** A header line as it was sent. A name can come more than once. */
export type HeaderPair = readonly [name: string, value: string];

/** A stream of `node:stream`: its type is not here, as public declarations load without the types of Node. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
  destroy(error?: Error): unknown;
}

/** A request as it came over a connection. */
export interface RawRequest {
  /** The target of the request line. */
  readonly target: string;
  readonly headers: readonly HeaderPair[];
  readonly body: ByteStream;
  /** The trailers, which are known once the body has ended. */
  readonly trailers: () => readonly HeaderPair[];
  /** Sends an interim response (RFC 9110, section 15.2). */
  readonly inform: (
    status: number,
    reason: string,
    headers: readonly HeaderPair[],
  ) => void;
}

/** What a service responds, as it comes. */
export interface ForwardedResponse {
  /** The reason phrase of the status line. */
  readonly reason: string;
  readonly headers: readonly HeaderPair[];
  readonly body: ByteStream;
  /** The trailers, which are known once the body has ended. */
  readonly trailers: () => readonly HeaderPair[];
  /** Is resolved after the exchange, when it is validated. */
  readonly ended: Promise<ForwardedExchange>;
}

/** A request to a service and its response, after the last byte. */
export interface ForwardedExchange {
  readonly startedAt: Date;
  /** Until the last byte, in milliseconds. */
  readonly duration: number;
  /** With the URL at the service. */
  readonly request: ForwardedMessage & {
    readonly method: string;
    readonly url: string;
  };
  readonly response: ForwardedMessage & {
    readonly status: number;
    readonly reason: string;
  };
}

/** A request or a response that was forwarded. */
export interface ForwardedMessage {
  readonly headers: readonly HeaderPair[];
  /** Without its content codings; undefined if it is longer than the limit, was cut off or is no UTF-8. */
  readonly body: string | undefined;
}

/** A response, ready to be sent. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How the connection fails while the response is sent, for a fault. */
  readonly broken?: 'reset' | 'truncated';
  /** What is sent instead of `headers` and `body`. */
  readonly forwarded?: ForwardedResponse;
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
  account?: {
    readonly now: number;
    readonly requests: number;
    readonly seed: string;
  };
  violations: readonly ExchangeViolation[];
  /** Why the response is an error, where it does not say so itself. */
  reason?: string;
  fault?: string;
  /** What else the log says. */
  notes?: string[];
  /** Credentials of the request, which the log must not contain. */
  secrets?: readonly string[];
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
  /** Of a proxy: why something was not validated, and who ended the exchange too early. */
  readonly notes?: readonly string[];
}

/** Receives the exchanges with a service. */
export type Observer = (exchange: ForwardedExchange) => void;

/** An HTTP archive (HAR 1.2), as the mock, browsers and other tools write it. */
export interface HttpArchive {
  readonly log: { readonly entries: readonly object[] };
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

/**
 * Data to start with, as responses show them, newest first. Whatever is left out is as in a new resource, but a sandbox
 * runs. What follows from the rest, such as the `sandbox_status` of a conversation, can be left out, too.
 */
export interface MockData {
  readonly sandboxes?: readonly Partial<Sandbox>[] | undefined;
  /** A conversation without a `sandbox_id`, or with one that no sandbox has, gets a sandbox. */
  readonly appConversations?: readonly Partial<AppConversation>[] | undefined;
  /** The conversations of the legacy generation. */
  readonly conversations?:
    readonly Partial<CreateConversationResponse>[] | undefined;
  /** Settings of every user that differ from the usual ones; null if none are stored. */
  readonly settings?: Partial<Settings> | null | undefined;
  /** What sandboxes can be started from, instead of the usual ones. The newest is the default. */
  readonly sandboxSpecs?:
    readonly (Partial<SandboxSpec> & Pick<SandboxSpec, 'id'>)[] | undefined;
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
  readonly operation?: OperationId | undefined;
  /** The API key whose requests it applies to. */
  readonly key?: string | undefined;
  /** Whether it applies to a request. */
  readonly when?: ((request: FaultyRequest) => boolean) | undefined;
  /** How many requests it applies to. @default Infinity */
  readonly times?: number | undefined;
  /** How long the response is delayed. */
  readonly delayInMs?: number | undefined;
  /** The status of the response. The state does not change. */
  readonly status?: number | undefined;
  /**
   * The body of the response, with `status`.
   *
   * @default the first example of the status, or a short error if the contract declares none
   */
  readonly body?: unknown;
  /** Headers of the response, with `status`, such as `{ 'Retry-After': '2' }`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * How the response breaks: the connection is reset without a response, or closed in the middle of one, or the
   * response is not JSON. Except for a reset, the state changes.
   */
  readonly break?: Breakage | undefined;
}

/** Where a mock listens. */
export interface ListenOptions {
  /** The TCP port. @default 0, a free one */
  readonly port?: number | undefined;
  /** How long a request can take to arrive, before it gets 408 and the connection is closed. @default 10_000 */
  readonly requestTimeoutInMs?: number | undefined;
}

/** A mock that listens. */
export interface Listening {
  /** The address for a client, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Closes all connections, after at most two seconds for the responses to requests that have arrived. */
  readonly close: () => Promise<void>;
}

/** Exchanges and what can be wrong with them. These types are published. */
import type { OperationId } from '@agent-conversation/validators';

/** One request and its response, read to its end. */
export interface Exchange {
  readonly request: SentRequest;
  readonly response: ReceivedResponse;
}

/** A request as it went over the wire. */
export interface SentRequest {
  /** In capitals. */
  readonly method: string;
  /** Absolute, with the query. */
  readonly url: string;
  readonly headers: Headers;
  /** The text of the body; undefined if there was none. */
  readonly body: string | undefined;
}

/** A response, read to its end. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The text of the body, which is empty if there was none. */
  readonly body: string;
  /**
   * What is wrong with the bytes of the body (RFC 8259, section 8.1): a byte order mark, which `body` does not have, or
   * that they are not UTF-8. Undefined if nothing is, or if it is unknown.
   */
  readonly encodingFaults?: readonly EncodingFault[] | undefined;
}

/** What can be wrong with the bytes of a body. */
export type EncodingFault = 'byte-order-mark' | 'utf-8';

/** How certain the contract is. Published, and therefore not imported from the private contract package. */
export type Provenance = 'documented' | 'observed' | 'assumed';

/**
 * A warning where the contract is assumed, unless a secret is shown; else an error. What an edition of the service is
 * known to do differently is `known`.
 */
export type Severity = 'error' | 'warning' | 'known';

/** A way in which an edition of the service is known to differ from the contract. */
export interface DeviationName {
  /** Such as `limit-not-bounded`. */
  readonly name: string;
  /** The decision that describes it, such as `D05`. */
  readonly decision: string;
}

/** One location in which an exchange violates the contract. */
export interface Violation {
  /** The operation that was called; undefined if the contract has none for the request. */
  readonly operation: OperationId | undefined;
  /** Who is wrong: the client, or the server. */
  readonly side: 'request' | 'response';
  /** The part of the message that is wrong. */
  readonly part: 'path' | 'query' | 'status' | 'header' | 'body' | 'security';
  /** The location inside the part, as a JSON Pointer (RFC 6901); empty for the part as a whole. */
  readonly pointer: string;
  /**
   * What is violated, for programs: a keyword of JSON Schema, or `status`, `media-type`, `json`, `secret`, … With
   * `server-error`, the service failed (5xx).
   */
  readonly keyword: string;
  /** What is wrong, for people, such as `is "LOST", must be one of STARTING, RUNNING`. Values are shortened. */
  readonly message: string;
  readonly severity: Severity;
  /** The provenance of the violated part of the contract. */
  readonly provenance: Provenance;
  /** The decision behind it, such as `D03`; what is documented has none. */
  readonly decision: string | undefined;
  /** The violated part of the contract, as a pointer into the bundle: `#/components/schemas/Sandbox/properties/id`. */
  readonly contract: string;
  /** What the edition is known to do, if the violation is `known`. */
  readonly deviation: DeviationName | undefined;
}

/** The media type of a message, in small letters and without parameters; undefined if it has none. */
export function mediaTypeOf(headers: Headers): string | undefined {
  return headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
}

import type { OperationId } from '@agent-conversation/validators';

/** How certain the contract is. Published, and therefore not imported from the private contract package. */
export type Provenance = 'documented' | 'observed' | 'assumed';

/** A warning where the contract is assumed, unless a secret is shown; else an error. */
export type Severity = 'error' | 'warning';

/** One place in which an exchange is not as the contract says. */
export interface Finding {
  /** The operation that was called; undefined where the contract has none for the request. */
  readonly operation: OperationId | undefined;
  /** Who is wrong: the client, or the server. */
  readonly side: 'request' | 'answer';
  /** The part of the message that is wrong. */
  readonly part: 'path' | 'query' | 'status' | 'header' | 'body' | 'security';
  /** The place inside the part, as a JSON Pointer (RFC 6901); empty for the part as a whole. */
  readonly pointer: string;
  /** What is broken, for programs: a keyword of JSON Schema, or `status`, `media-type`, `json`, `secret`, … */
  readonly keyword: string;
  /** What is wrong, for people, such as `must be one of STARTING, RUNNING`. It never has a value that was sent. */
  readonly message: string;
  readonly severity: Severity;
  /** Where the broken part of the contract comes from. */
  readonly provenance: Provenance;
  /** The decision behind it, such as `D03`; what is documented has none. */
  readonly decision: string | undefined;
  /** The broken part of the contract, as a pointer into the bundle: `#/components/schemas/Sandbox/properties/id`. */
  readonly contract: string;
}

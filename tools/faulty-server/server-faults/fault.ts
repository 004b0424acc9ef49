import type { Contract, Operation } from '../contract/contract.ts';

/** A request on its way to the server. */
export interface PassedRequest {
  /** In capitals. */
  readonly method: string;
  /** The path with the query. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: Buffer;
  /** The operation of the contract that it calls; undefined for a path or method that the contract lacks. */
  readonly operation: Operation | undefined;
  /** The parameters in the path, decoded, by their names. */
  readonly path: Readonly<Record<string, string>>;
}

/** An answer on its way back. */
export interface PassedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** A request as it came, and what the server answered to it. */
export interface Passing {
  readonly request: PassedRequest;
  readonly answer: PassedAnswer;
}

/** How an answer is sent, other than as a server does. */
export type Manner =
  /** After some milliseconds. */
  | { readonly kind: 'late'; readonly milliseconds: number }
  /** The connection is reset, and nothing is sent. */
  | { readonly kind: 'reset' }
  /** Nothing is sent, and the connection stays. */
  | { readonly kind: 'silence' }
  /** Half of the body is sent, and the connection stays. */
  | { readonly kind: 'stall' }
  /** White space is sent without end, as fast as it is taken. */
  | { readonly kind: 'endless' }
  /** Half of the body is sent, and the connection is closed. */
  | { readonly kind: 'cut'; readonly chunked: boolean }
  /** One byte of the body after another, with some milliseconds between them. */
  | { readonly kind: 'drip'; readonly milliseconds: number }
  /** The length that is told is one byte too small. */
  | { readonly kind: 'short' }
  /** A header stands there a second time, with another value. */
  | { readonly kind: 'twice'; readonly name: string; readonly value: string }
  /** Something that is not HTTP, after which the connection is closed. */
  | { readonly kind: 'raw'; readonly text: string };

/** What a fault has made of an answer. */
export interface Struck extends PassedAnswer {
  readonly manner?: Manner;
}

/** A fault at work. What it remembers is of one server. */
export interface Striking {
  /** What is answered to a request that never reaches the server; undefined to pass it on. */
  readonly instead?: (request: PassedRequest) => Struck | undefined;
  /** The request to pass on in the place of one; undefined to pass that on. */
  readonly request?: (request: PassedRequest) => PassedRequest | undefined;
  /** The answer in the place of one; undefined where the fault has no place in it. */
  readonly answer?: (passing: Passing) => Struck | undefined;
}

/** What a fault may refer to. */
export interface Surroundings {
  readonly contract: Contract;
  /** The address of another host, which listens. */
  readonly elsewhere: string;
}

/** One kind of fault of a server. */
export interface ServerFault {
  readonly id: string;
  /** What is wrong, such as `the connection is reset`. */
  readonly title: string;
  /** How often it strikes, where that is its nature; without end otherwise. */
  readonly times?: number;
  readonly begin: (surroundings: Surroundings) => Striking;
}

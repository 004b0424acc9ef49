import type { Contract, DeclaredAnswer } from '../contract/contract.ts';
import type { ValidAnswer } from '../contract/examples.ts';
import type { Place } from '../contract/places.ts';
import type { ContractFacts, OperationFacts } from './facts.ts';

/** An answer with one fault in it. */
export interface BrokenAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The text of the body as it is sent; empty where there is none. */
  readonly body: string;
  /** What a finder has to say about it. */
  readonly finding: Expected;
}

/** Where a fault is, in the words of `@agent-conversation/validators`. */
export interface Expected {
  readonly part: 'status' | 'header' | 'body';
  /** A JSON Pointer into the part; a member that is missing is pointed at itself. */
  readonly pointer: string;
  /** The keyword of JSON Schema that is broken, or `status`, `media-type`, `json`. */
  readonly keyword: string;
}

/** One kind of fault of an answer. */
export interface AnswerFault {
  /** From `E1` to `E28`. */
  readonly id: string;
  /** What is wrong, such as `wrong media type`. */
  readonly title: string;
  /** Why a contract without a place for it has none, such as `no schema of an answer has prefixItems`. */
  readonly lack: string;
  /** Whether a contract has a place for it in some answer. */
  readonly hasPlace: (contract: ContractFacts) => boolean;
  /** The answer with the fault, once for each place in which it can be put. */
  readonly breakAnswer: (subject: Subject) => readonly BrokenAnswer[];
}

/** A valid answer, with what the contract says about it. */
export interface Subject {
  readonly contract: Contract;
  readonly answer: ValidAnswer;
  readonly operation: OperationFacts;
  /** What is declared for its status. */
  readonly declared: DeclaredAnswer;
  /** The places of the body, from the outside to the inside; none where there is no body. */
  readonly places: readonly Place[];
}

/** The text of a body: none for undefined. */
export function textOf(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}

/** The answer with another body. */
export function withBody(
  { answer: { status, headers } }: Subject,
  body: string,
  pointer: string,
  keyword: string,
): BrokenAnswer {
  return { status, headers, body, finding: { part: 'body', pointer, keyword } };
}

/** The answer with another header, or without it. */
export function withHeader(
  { answer: { status, headers, value } }: Subject,
  name: string,
  text: string | undefined,
  keyword: string,
): BrokenAnswer {
  const changed = new Headers(headers);
  if (text === undefined) changed.delete(name);
  else changed.set(name, text);
  const finding = { part: 'header', pointer: `/${name.toLowerCase()}`, keyword } as const;
  return { status, headers: changed, body: textOf(value), finding };
}

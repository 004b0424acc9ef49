import type { Json } from './json.ts';

/** An element in one of the two documents: the value is undefined where it is not there. */
export interface Side {
  readonly pointer: string;
  readonly value: Json | undefined;
}

/** An element, in the released document and in the current one. */
export interface Pair {
  readonly released: Side;
  readonly current: Side;
}

/** A difference that a rule has recognised; who breaks by it is judged later. */
export interface Finding {
  readonly rule: string;
  /** The element that differs. */
  readonly element: Pair;
  /** Where exactly, such as a keyword of the element. */
  readonly spot: Pair;
  /** What the rule's sentence tells beside the element. */
  readonly values: Values;
  /** The ids of operations that it reaches beside those that use the element. */
  readonly operations: readonly string[];
  /** For a reference that leads elsewhere: how what it leads to differs. */
  readonly behind?: readonly Finding[];
}

/** What the sentence of a rule tells beside the element. */
export type Values = Readonly<Record<string, string>>;

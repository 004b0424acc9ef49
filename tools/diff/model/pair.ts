import type { Pair, Side } from './finding.ts';
import { below, step } from './pointer.ts';

/** A member of an element, or an element of an array, in both documents. */
export function inner(pair: Pair, name: string | number): Pair {
  return { released: innerSide(pair.released, name), current: innerSide(pair.current, name) };
}

/** A member of an element, or an element of an array, in one document. */
export function innerSide({ pointer, value }: Side, name: string | number): Side {
  return { pointer: below(pointer, name), value: step(value, String(name)) };
}

import { type Change, effects } from './change.ts';

/** Changes as they are told: what breaks somebody first, then by JSON Pointer, rule and message. */
export function inOrder(changes: readonly Change[]): readonly Change[] {
  return changes.toSorted(
    (one, other) =>
      effects.indexOf(one.effect) - effects.indexOf(other.effect) ||
      compare(one.pointer, other.pointer) ||
      compare(one.rule, other.rule) ||
      compare(one.message, other.message),
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

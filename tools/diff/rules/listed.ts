import type { Pair, Side } from '../model/finding.ts';
import { isList, isSame, type Json } from '../model/json.ts';
import { matched } from '../model/matched.ts';
import { innerSide } from '../model/pair.ts';

/** The elements of two arrays, each with the one that it belongs to, if there is one. */
export interface Listed {
  readonly both: readonly Pair[];
  readonly added: readonly Pair[];
  readonly removed: readonly Pair[];
  /** Whether those in both stand in another order. */
  readonly isReordered: boolean;
}

/** Whether two elements belong to each other. */
export type Belongs = (released: Json, current: Json) => boolean;

/** Pairs the elements of two arrays: by the first test in which two are found, then by the next one. */
export function pairElements(pair: Pair, tests: readonly Belongs[]): Listed {
  return pairSides(sidesOf(pair.released), sidesOf(pair.current), pair, tests);
}

/** Pairs elements in the same way; `around` is what they are in. */
export function pairSides(
  released: readonly Side[],
  current: readonly Side[],
  around: Pair,
  tests: readonly Belongs[],
): Listed {
  const { both, added, removed } = matched(
    released,
    current,
    tests.map(
      (belongs) => (one: Side, other: Side) => belongs(one.value ?? null, other.value ?? null),
    ),
  );
  return {
    both,
    added: added.map((it) => ({
      released: { pointer: around.released.pointer, value: undefined },
      current: it,
    })),
    removed: removed.map((it) => ({
      released: it,
      current: { pointer: around.current.pointer, value: undefined },
    })),
    isReordered: both.some(({ after }, at) => after < (both[at - 1]?.after ?? 0)),
  };
}

/** The same element on both sides. */
export const isSameElement: Belongs = (released, current) => isSame(released, current);

function sidesOf(side: Side): readonly Side[] {
  const list = isList(side.value) ? side.value : [];
  return list.map((_, index) => innerSide(side, index));
}

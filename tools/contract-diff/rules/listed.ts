import type { Pair, Side } from '../model/finding.ts';
import { isList, isSame, type Json } from '../model/json.ts';
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
  const left = new Map(current.entries());
  let rest = [...released.entries()];
  const found: { readonly before: number; readonly after: number; readonly pair: Pair }[] = [];
  for (const belongs of tests) {
    rest = rest.filter(([before, one]) => {
      for (const [after, other] of left) {
        if (!belongs(one.value ?? null, other.value ?? null)) continue;
        left.delete(after);
        found.push({ before, after, pair: { released: one, current: other } });
        return false;
      }
      return true;
    });
  }
  const inOrder = found.toSorted((one, other) => one.before - other.before);
  return {
    both: inOrder.map(({ pair }) => pair),
    added: [...left.values()].map((it) => ({
      released: { pointer: around.released.pointer, value: undefined },
      current: it,
    })),
    removed: rest.map(([, it]) => ({
      released: it,
      current: { pointer: around.current.pointer, value: undefined },
    })),
    isReordered: inOrder.some(({ after }, at) => after < (inOrder[at - 1]?.after ?? 0)),
  };
}

/** The same element on both sides. */
export const isSameElement: Belongs = (released, current) => isSame(released, current);

function sidesOf(side: Side): readonly Side[] {
  const list = isList(side.value) ? side.value : [];
  return list.map((_, index) => innerSide(side, index));
}

/** What stands in two lists, each with what belongs to it in the other one, if there is such. */
export interface Matched<T> {
  /** In the order of the first list, with their positions. */
  readonly both: readonly Match<T>[];
  readonly removed: readonly T[];
  readonly added: readonly T[];
}

/** Two that belong to each other, and where each stands in its list. */
export interface Match<T> {
  readonly released: T;
  readonly current: T;
  readonly before: number;
  readonly after: number;
}

/**
 * Finds what belongs to each other: all by the first test before any by the next one, so that nothing is taken by a
 * lesser test from where it belongs by a better one.
 */
export function matched<T>(
  released: readonly T[],
  current: readonly T[],
  tests: readonly ((released: T, current: T) => boolean)[],
): Matched<T> {
  const left = new Map(current.entries());
  let rest = [...released.entries()];
  const found: Match<T>[] = [];
  for (const belongs of tests) {
    rest = rest.filter(([before, one]) => {
      for (const [after, other] of left) {
        if (!belongs(one, other)) continue;
        left.delete(after);
        found.push({ before, after, released: one, current: other });
        return false;
      }
      return true;
    });
  }
  return {
    both: found.toSorted((one, other) => one.before - other.before),
    removed: rest.map(([, it]) => it),
    added: [...left.values()],
  };
}

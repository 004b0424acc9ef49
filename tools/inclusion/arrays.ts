/** Finds arrays that satisfy conditions. */
import type { Json } from '@agent-conversation/contract';
import {
  type Condition,
  type Formula,
  isEqualTo,
  not,
  type Positions,
  sizesIn,
} from './formula.ts';
import { firstOf, found, none, type Outcome, unknown } from './outcome.ts';

/** Finds a value that satisfies formulas. */
export type Find = (formulas: readonly Formula[]) => Outcome;

/** An item that must be there. */
interface Obligation {
  readonly where: Positions;
  readonly of: Formula;
  /** The `contains` that counts it: its items are several. */
  readonly counts?: Contains;
}

type Contains = Extract<
  Condition,
  { readonly kind: 'minContains' | 'maxContains' }
>;

/** Longer arrays are not written. */
const mostItems = 1000;
/** More items that must be there are not placed. */
const mostObligations = 6;
/** More ways to place them are not tried. */
const mostPlacements = 2000;

export function findArray(
  conditions: readonly Condition[],
  find: Find,
): Outcome {
  const { minimum, maximum } = sizesIn(conditions);
  if (minimum > maximum) return none;
  const contains = conditions.filter(
    (it): it is Contains =>
      it.kind === 'minContains' || it.kind === 'maxContains',
  );
  const items = conditions.filter((it) => it.kind === 'items');
  const rules = items.filter(({ isEvery }) => isEvery);
  const limits = contains.filter(({ kind }) => kind === 'maxContains');
  const obligations: Obligation[] = [
    ...items.filter(({ isEvery }) => !isEvery),
    ...contains
      .filter(({ kind }) => kind === 'minContains')
      .flatMap((counts) =>
        Array.from({ length: counts.count }, () => ({
          where: { from: 0 },
          of: counts.of,
          counts,
        })),
      ),
  ];
  if (obligations.length > mostObligations) return unknown('contains');
  const positions = [...rules, ...obligations].map(({ where }) =>
    'at' in where ? where.at + 1 : where.from,
  );
  /** From here on, all items follow the same rules. */
  const alike = Math.max(0, ...positions);
  const unique = conditions.filter((it) => it.kind === 'uniqueItems');
  const mustBeUnique = unique.some(({ holds }) => holds);
  const mustRepeat = unique.some(({ holds }) => !holds);
  if (mustBeUnique && mustRepeat) return none;

  const rulesAt = (at: number): readonly Formula[] =>
    rules.flatMap(({ where, of }) => (isAt(at, where) ? [of] : []));

  /** Writes the shortest array that has these items, and perhaps more. */
  function write(
    chosen: ReadonlyMap<number, readonly Formula[]>,
    atLeast: number,
  ): Outcome {
    const length = Math.max(
      minimum,
      atLeast,
      ...[...chosen.keys()].map((at) => at + 1),
    );
    if (length > maximum) return none;
    if (length > mostItems) return unknown('minItems');
    const written: Json[] = [];
    const left = limits.map(({ count }) => count);
    for (let at = 0; at < length; at += 1) {
      const formulas = [...rulesAt(at), ...(chosen.get(at) ?? [])];
      if (mustBeUnique)
        formulas.push({ kind: 'values', values: written, holds: false });
      const without = limits.map(({ of }) => not(of));
      const best = find([...formulas, ...without]);
      const outcome =
        best.kind === 'value' || limits.length === 0 ? best : find(formulas);
      if (outcome.kind !== 'value') {
        const isUniform =
          alike === 0 && chosen.size === 0 && limits.length === 0;
        return isUniform ? outcome : withoutOrder(outcome, at);
      }
      if (best.kind !== 'value') {
        for (const index of left.keys()) left[index]! -= 1;
        if (left.some((count) => count < 0))
          return best.kind === 'none' && limits.length === 1
            ? none
            : unknown('maxContains');
      }
      written.push(outcome.value);
    }
    return found(written);
  }

  /** Other values of the items before it could leave one for this item. */
  function withoutOrder(outcome: Outcome, at: number): Outcome {
    return outcome.kind === 'none' && mustBeUnique && at > 0
      ? unknown('uniqueItems')
      : outcome;
  }

  let placements = 0;

  function place(
    rest: readonly Obligation[],
    chosen: ReadonlyMap<number, readonly Formula[]>,
    before?: { readonly counts: Contains | undefined; readonly at: number },
  ): Outcome {
    placements += 1;
    if (placements > mostPlacements) return unknown('contains');
    const [first, ...others] = rest;
    if (first === undefined)
      return mustRepeat ? repeat(chosen) : write(chosen, 0);
    const { counts } = first;
    // Of several items that one `contains` counts, each stands behind the one before it.
    const last =
      before && counts !== undefined && counts === before.counts
        ? before.at
        : -1;
    const candidates = candidatesOf(first.where, alike + obligations.length);
    return firstOf(candidates, (at) => {
      if (at <= last) return none;
      const formulas = [...(chosen.get(at) ?? []), first.of];
      if (find([...rulesAt(at), ...formulas]).kind === 'none') return none;
      return place(others, new Map(chosen).set(at, formulas), { counts, at });
    });
  }

  /** Places two equal items. */
  function repeat(chosen: ReadonlyMap<number, readonly Formula[]>): Outcome {
    const last = alike + obligations.length + 1;
    const indices = Array.from({ length: last + 1 }, (_, at) => at);
    const pairs = indices.flatMap((one) =>
      indices.slice(one + 1).map((other) => [one, other] as const),
    );
    return firstOf(pairs, ([one, other]) => {
      const both = [one, other].flatMap((at) => [
        ...rulesAt(at),
        ...(chosen.get(at) ?? []),
      ]);
      const outcome = find(both);
      if (outcome.kind !== 'value') return outcome;
      const equal = isEqualTo(outcome.value);
      return write(new Map(chosen).set(one, [equal]).set(other, [equal]), 0);
    });
  }

  return place(obligations, new Map());
}

const isAt = (at: number, where: Positions): boolean =>
  'at' in where ? at === where.at : at >= where.from;

function candidatesOf(where: Positions, last: number): readonly number[] {
  if ('at' in where) return [where.at];
  const { from } = where;
  const length = Math.max(1, last - from + 1);
  return Array.from({ length }, (_, index) => from + index);
}

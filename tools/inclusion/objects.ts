/** Finds objects that satisfy conditions. */
import { type Json, textOf } from '@agent-conversation/contract';
import type { Find } from './arrays.ts';
import { matches } from './evaluate.ts';
import {
  always,
  type Condition,
  type Formula,
  isEqualTo,
  never,
  type Names,
  sizesIn,
} from './formula.ts';
import { firstOf, found, none, type Outcome, unknown } from './outcome.ts';

/** A property that must be there. */
interface Obligation {
  readonly where: Names;
  readonly name: readonly Formula[];
  readonly of: Formula;
}

const anyName: Names = { names: [], patterns: [] };
/** More optional properties than these are not added. */
const mostAdded = 50;
/** With more patterns, names that match some of them and not others are not looked for. */
const mostPatterns = 4;

/**
 * Returns an object that satisfies all conditions.
 *
 * @param isPartial whether further conditions may be added: what is declared is not yet known then
 */
export function findObject(
  conditions: readonly Condition[],
  find: Find,
  isPartial: boolean,
): Outcome {
  const required = namesIn(conditions, true);
  const absent = namesIn(conditions, false);
  if ([...required].some((name) => absent.has(name))) return none;
  const { minimum, maximum } = sizesIn(conditions);
  if (minimum > maximum || required.size > maximum) return none;
  const rules = [
    ...conditions
      .filter((it) => it.kind === 'properties')
      .filter(({ isEvery }) => isEvery),
    ...(isPartial ? [] : undeclared(conditions)),
  ];
  const nameRules = conditions.flatMap((it) =>
    it.kind === 'names' && it.isEvery ? [it.of] : [],
  );
  const obligations = conditions.flatMap((it): Obligation[] => {
    if (it.kind === 'properties' && !it.isEvery)
      return [{ where: it.where, name: [], of: it.of }];
    return it.kind === 'names' && !it.isEvery
      ? [{ where: anyName, name: [it.of], of: always }]
      : [];
  });
  const places = [...rules, ...obligations].map(({ where }) => where);
  const known = new Set([...required, ...absent, ...places.flatMap(namesOf)]);
  const patterns = [...new Set(places.flatMap(patternsOf))];

  /** Finds the value of a property; none if the object cannot have it. */
  function valueOf(
    name: string,
    more: readonly Formula[] = [],
    ofName: readonly Formula[] = [],
  ): Outcome {
    if (absent.has(name)) return none;
    const isName = [...nameRules, ...ofName];
    if (isName.length > 0) {
      const outcome = find([isEqualTo(name), ...isName]);
      if (outcome.kind !== 'value') return outcome;
    }
    const formulas = rules.flatMap(({ where, of }) =>
      matches(name, where) ? [of] : [],
    );
    return find([...formulas, ...more]);
  }

  /** Returns names that no condition mentions, each of which matches other patterns. */
  function newNames(
    where: Names,
    formulas: readonly Formula[],
    used: Iterable<string>,
  ): { readonly names: readonly string[]; readonly isComplete: boolean } {
    const isString: Formula = {
      kind: 'schema',
      schema: { type: 'string' },
      side: anySide,
      holds: true,
    };
    const isNew: Formula = {
      kind: 'values',
      values: [...known, ...used],
      holds: false,
    };
    const base = [isString, isNew, ...nameRules, ...formulas];
    if ('pattern' in where)
      base.push({ kind: 'pattern', pattern: where.pattern, holds: true });
    let isComplete = patterns.length <= mostPatterns;
    const names = choicesOf(patterns.slice(0, mostPatterns)).flatMap(
      (choice) => {
        const outcome = find([...base, ...choice]);
        if (outcome.kind === 'unknown') isComplete = false;
        const name =
          outcome.kind === 'value' ? textOf(outcome.value) : undefined;
        return name !== undefined && matches(name, where) ? [name] : [];
      },
    );
    return { names, isComplete };
  }

  function write(chosen: ReadonlyMap<string, readonly Formula[]>): Outcome {
    const values = new Map<string, Json>();
    const names = [...new Set([...required, ...chosen.keys()])];
    if (names.length > maximum) return none;
    let undecided: Outcome | undefined;
    for (const name of names) {
      const outcome = valueOf(name, chosen.get(name));
      if (outcome.kind === 'none') return none;
      if (outcome.kind === 'unknown') undecided = outcome;
      else values.set(name, outcome.value);
    }
    if (undecided) return undecided;
    if (isPartial) return found(Object.fromEntries(values));
    return fill(values);
  }

  /** Adds optional properties until there are enough. */
  function fill(values: Map<string, Json>): Outcome {
    let isDecided = true;
    const add = (names: Iterable<string>) => {
      for (const name of names) {
        if (values.size >= minimum) return;
        if (values.has(name)) continue;
        const outcome = valueOf(name);
        if (outcome.kind === 'value') values.set(name, outcome.value);
        if (outcome.kind === 'unknown') isDecided = false;
      }
    };
    add(known);
    for (let count = 0; values.size < minimum; count += 1) {
      if (count === mostAdded) return unknown('minProperties');
      const { names, isComplete } = newNames(anyName, [], values.keys());
      const before = values.size;
      add(names);
      if (values.size > before) continue;
      return isDecided && isComplete ? none : unknown('minProperties');
    }
    return found(Object.fromEntries(values));
  }

  function place(
    rest: readonly Obligation[],
    chosen: ReadonlyMap<string, readonly Formula[]>,
  ): Outcome {
    const [first, ...others] = rest;
    if (first === undefined) return write(chosen);
    const { where, name: formulas, of } = first;
    const isNamed = 'name' in where;
    const old = isNamed
      ? [where.name]
      : [...known, ...chosen.keys()].filter((it) => matches(it, where));
    const fresh = isNamed
      ? undefined
      : newNames(where, formulas, chosen.keys());
    const outcome = firstOf([...(fresh?.names ?? []), ...old], (name) => {
      const conditionsOf = [...(chosen.get(name) ?? []), of];
      const value = valueOf(name, conditionsOf, formulas);
      if (value.kind !== 'value') return value;
      return place(others, new Map(chosen).set(name, conditionsOf));
    });
    const isDecided = fresh === undefined || fresh.isComplete;
    return outcome.kind === 'none' && !isDecided
      ? unknown('patternProperties')
      : outcome;
  }

  const named = obligations.toSorted((one, other) => rank(one) - rank(other));
  return place(named, new Map());
}

/** Names first, which leave no choice. */
const rank = ({ where }: Obligation): number => ('name' in where ? 0 : 1);

const anySide = { id: 'a', root: {} } as const;

function namesIn(
  conditions: readonly Condition[],
  holds: boolean,
): Set<string> {
  return new Set(
    conditions.flatMap((it) =>
      it.kind === 'property' && it.holds === holds ? [it.name] : [],
    ),
  );
}

function namesOf(where: Names): readonly string[] {
  if ('name' in where) return [where.name];
  return 'names' in where ? where.names : [];
}

function patternsOf(where: Names): readonly string[] {
  if ('pattern' in where) return [where.pattern];
  return 'patterns' in where ? where.patterns : [];
}

/** Returns the rule that forbids what is not declared, if anything is. */
function undeclared(conditions: readonly Condition[]) {
  const declared = conditions.flatMap((it) =>
    it.kind === 'declares' ? [it.where] : [],
  );
  if (declared.length === 0 || declared.includes('any')) return [];
  const places = declared.filter((it) => it !== 'any');
  const names = [...new Set(places.flatMap(namesOf))];
  const isMore = conditions.some(
    (it) => it.kind === 'declaresSize' && it.size > names.length,
  );
  if (isMore) return [];
  const where = { names, patterns: places.flatMap(patternsOf) };
  return [{ where, of: never }];
}

/** Returns every choice of patterns that hold and patterns that do not, the fewest that hold first. */
function choicesOf(
  patterns: readonly string[],
): readonly (readonly Formula[])[] {
  return patterns.reduce<readonly (readonly Formula[])[]>(
    (choices, pattern) =>
      [false, true].flatMap((holds) =>
        choices.map((choice): readonly Formula[] => [
          ...choice,
          { kind: 'pattern', pattern, holds },
        ]),
      ),
    [[]],
  );
}

/** Differences between two elements, and how properties, maps, references and extensions are compared. */
import { isDeepStrictEqual } from 'node:util';
import {
  below,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  step,
  targetOf,
  textOf,
  valueAt,
} from './contract.ts';
import { provenances } from './operations.ts';

export interface Side {
  readonly pointer: string;
  readonly value: Json | undefined;
}

/** An element in both documents; the value is undefined where it does not exist. */
export interface Pair {
  readonly base: Side;
  readonly current: Side;
}

export interface Difference {
  readonly rule: string;
  readonly element: Pair;
  /** What differs: the element itself, or one of its keywords. */
  readonly spot: Pair;
  /** For the message, together with the values of the spot. */
  readonly value: string;
  /** operationIds that it reaches in addition to those that use the element. */
  readonly operations: readonly string[];
  /** What differs behind a reference that leads elsewhere now. */
  readonly behind: readonly Difference[];
}

/** Collects differences. `following` holds the references being followed, so that recursion ends. */
export interface Context {
  readonly roots: { readonly base: JsonObject; readonly current: JsonObject };
  readonly found: Difference[];
  readonly following: ReadonlySet<string>;
}

type Details = Partial<Pick<Difference, 'spot' | 'value' | 'operations' | 'behind'>>;

export function report(context: Context, rule: string, element: Pair, details: Details = {}): void {
  context.found.push({
    rule,
    element,
    spot: element,
    value: '',
    operations: [],
    behind: [],
    ...details,
  });
}

/** A property or an item of an element. */
export function inner(
  { base, current }: Pair,
  name: string | number,
  now: string | number = name,
): Pair {
  return {
    base: { pointer: below(base.pointer, name), value: step(base.value, String(name)) },
    current: { pointer: below(current.pointer, now), value: step(current.value, String(now)) },
  };
}

export const isSame = ({ base, current }: Pair): boolean =>
  isDeepStrictEqual(base.value, current.value);

/** The names of both sides, without repetition. */
export function namesIn({ base, current }: Pair): string[] {
  return [
    ...new Set([...Object.keys(objectOf(base.value)), ...Object.keys(objectOf(current.value))]),
  ];
}

/** Compares one property of an element. */
export type Comparer = (property: Pair, element: Pair, context: Context) => void;

/** Compares the properties of an element: known ones by the table, extensions, and all others as unclassified. */
export function compareProperties(
  element: Pair,
  table: Readonly<Record<string, Comparer>>,
  context: Context,
  skip: readonly string[] = [],
): void {
  if (!isObject(element.base.value) || !isObject(element.current.value)) {
    if (!isSame(element)) report(context, 'unclassified', element);
    return;
  }
  for (const name of namesIn(element)) {
    const property = inner(element, name);
    if (skip.includes(name) || isSame(property)) continue;
    const compare = Object.hasOwn(table, name) ? table[name] : extensions[name];
    if (compare) compare(property, element, context);
    else if (name.startsWith('x-'))
      report(context, 'extension', element, { spot: property, value: name });
    else report(context, 'unclassified', element, { spot: property, value: name });
  }
}

/** Reports the property by one rule, as something about the element. */
export const as =
  (rule: string): Comparer =>
  (spot, element, context) =>
    report(context, rule, element, { spot });

/** Compares a map of named elements. */
export const mapOf =
  (kind: string, each: Comparer): Comparer =>
  (map, element, context) => {
    for (const name of namesIn(map)) {
      const entry = inner(map, name);
      if (isSame(entry)) continue;
      if (entry.base.value === undefined) report(context, `${kind}-added`, entry, { value: name });
      else if (entry.current.value === undefined)
        report(context, `${kind}-removed`, entry, { value: name });
      else each(entry, element, context);
    }
  };

export const text: Comparer = (spot, element, context) =>
  report(context, 'text', element, { spot, value: spot.current.pointer.split('/').at(-1) ?? '' });

/** Compares what a reference may stand for: the same reference is compared once, as a component. */
export function followed(
  pair: Pair,
  context: Context,
  compare: (pair: Pair, context: Context) => void,
): void {
  const [before, after] = [pair.base.value, pair.current.value].map((it) => step(it, '$ref'));
  if (before === after) return before === undefined ? compare(pair, context) : undefined;
  const target = {
    base: resolve(pair.base, context.roots.base),
    current: resolve(pair.current, context.roots.current),
  };
  const key = `${target.base.pointer} ${target.current.pointer}`;
  if (context.following.has(key)) return;
  const behind: Difference[] = [];
  compare(target, { ...context, found: behind, following: new Set([...context.following, key]) });
  if (behind.length > 0) report(context, 'reference', pair, { behind });
}

/** What a side refers to, with what stands beside the reference. */
export function resolve(side: Side, root: JsonObject, depth = 0): Side {
  const $ref = step(side.value, '$ref');
  if (typeof $ref !== 'string' || depth > 20) return side;
  const pointer = targetOf($ref);
  const { $ref: _, ...beside } = objectOf(side.value);
  const { value } = resolve({ pointer, value: valueAt(root, pointer) }, root, depth + 1);
  return { pointer, value: { ...objectOf(value), ...beside } };
}

// ----- Extensions

const ordered =
  (rule: string, order: readonly string[]): Comparer =>
  (spot, element, context) => {
    const [before, after] = [spot.base.value, spot.current.value].map((it) =>
      order.indexOf(textOf(it)),
    );
    const lowered = after! > before! && before! >= 0;
    report(context, `${rule}-${lowered || after! < 0 ? 'lowered' : 'raised'}`, element, { spot });
  };

const keyOf = (entry: Json) =>
  [
    step(entry, 'in') ?? step(entry, 'from'),
    step(entry, 'to'),
    step(entry, 'operation') ?? step(entry, 'cause'),
  ]
    .filter((it) => typeof it === 'string')
    .join(' ');

/** A list of transitions, identified by states and cause. */
const entries: Comparer = (list, element, context) => {
  const current = listOf(list.current.value);
  const calls = (entry: Json) => [step(entry, 'operation')].filter((it) => typeof it === 'string');
  const kind = (entry: Json) => (calls(entry).length > 0 ? 'outcome' : 'transition');
  const before = listOf(list.base.value);
  for (const [at, entry] of before.entries()) {
    const index = current.findIndex((it) => keyOf(it) === keyOf(entry));
    const details = { value: keyOf(entry), operations: calls(entry) };
    if (index < 0)
      report(context, `${kind(entry)}-removed`, element, { spot: gone(list, at), ...details });
    else {
      const pair = inner(list, at, index);
      const changed: Comparer = (spot) =>
        report(context, 'outcome-changed', element, { spot, ...details });
      const quiet: Comparer = (spot) => report(context, 'text', pair, { spot, ...details });
      compareProperties(pair, { description: quiet, example: quiet, status: changed }, context);
    }
  }
  for (const [at, entry] of current.entries()) {
    if (before.some((it) => keyOf(it) === keyOf(entry))) continue;
    const details = { value: keyOf(entry), operations: calls(entry) };
    report(context, `${kind(entry)}-added`, element, { spot: fresh(list, at), ...details });
  }
};

const finalStates: Comparer = (spot, element, context) => {
  const [before, after] = [listOf(spot.base.value), listOf(spot.current.value)];
  for (const it of before) {
    if (!after.includes(it))
      report(context, 'final-state-removed', element, { spot, value: textOf(it) });
  }
  for (const it of after) {
    if (!before.includes(it))
      report(context, 'final-state-added', element, { spot, value: textOf(it) });
  }
};

/** An item that exists on one side only. */
export const gone = (list: Pair, at: number | string): Pair => ({
  base: inner(list, at).base,
  current: { pointer: list.current.pointer, value: undefined },
});
export const fresh = (list: Pair, at: number | string): Pair => ({
  base: { pointer: list.base.pointer, value: undefined },
  current: inner(list, at).current,
});

const lifecycle: Comparer = (pair, _, context) => {
  if (pair.base.value === undefined) report(context, 'lifecycle-added', pair);
  else if (pair.current.value === undefined) report(context, 'lifecycle-removed', pair);
  else {
    compareProperties(
      pair,
      {
        initial: as('lifecycle-initial'),
        final: finalStates,
        transitions: entries,
        unchanged: entries,
        refused: entries,
        description: text,
      },
      context,
    );
  }
};

/** Annotations that are compared wherever they are. */
const extensions: Readonly<Record<string, Comparer | undefined>> = {
  description: text,
  summary: text,
  title: text,
  externalDocs: text,
  'x-provenance': (spot, element, context) =>
    spot.base.value === undefined
      ? // Without an annotation, that of the surrounding element holds; documented is never less.
        report(
          context,
          spot.current.value === 'documented' ? 'provenance-raised' : 'provenance-lowered',
          element,
          { spot },
        )
      : ordered('provenance', provenances)(spot, element, context),
  'x-decision': as('decision'),
  'x-retry': ordered('retry', ['safe', 'unsent', 'never']),
  'x-generation': ordered('generation', ['v1', 'v0']),
  'x-secret': (spot, element, context) =>
    report(context, spot.current.value === true ? 'secret-added' : 'secret-removed', element, {
      spot,
    }),
  'x-lifecycle': lifecycle,
};

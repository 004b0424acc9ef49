/** Elements that two documents have in common, their differences, and how tables of keywords compare them. */
import { isDeepStrictEqual } from 'node:util';
import {
  childOf,
  childrenOf,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  pointerTo,
  resolve,
  stepsOf,
  textOf,
} from '@agent-conversation/contract';
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
  readonly part: Pair;
  /** For the message, together with the values of the part. */
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

/** Compares a part of an element, which differs. */
export type Comparer = (part: Pair, element: Pair, context: Context) => void;

/** How each keyword of an object is compared; a text is the rule that reports it. */
export type Table = Readonly<Record<string, Comparer | string>>;

/** Returns the last step of a pointer, unescaped. */
export const nameOf = (pointer: string): string => stepsOf(pointer).at(-1) ?? '';

/** Reports a difference; its value is the name of the part unless it is given. */
export function report(
  context: Context,
  rule: string,
  element: Pair,
  part: Pair = element,
  details: Partial<Pick<Difference, 'value' | 'operations' | 'behind'>> = {},
): void {
  const value = part === element ? '' : nameOf(part.current.pointer);
  context.found.push({ rule, element, part, value, operations: [], behind: [], ...details });
}

/** Returns a property of an element on both sides. */
export function childPair({ base, current }: Pair, name: string): Pair {
  const child = ({ pointer, value }: Side): Side => ({
    pointer: pointerTo(pointer, name),
    value: childOf(value, name),
  });
  return { base: child(base), current: child(current) };
}

/** Returns the items of a list. */
export const itemsOf = ({ pointer, value }: Side): readonly Side[] =>
  listOf(value).map((item, at) => ({ pointer: pointerTo(pointer, at), value: item }));

export const isSame = ({ base, current }: Pair): boolean =>
  isDeepStrictEqual(base.value, current.value);

/** Returns the change of existence, if there is one. */
const existence = ({ base, current }: Pair): 'added' | 'removed' | undefined =>
  base.value === undefined ? 'added' : current.value === undefined ? 'removed' : undefined;

/** Returns the names of the properties or items of both sides, without repetition. */
export const namesIn = ({ base, current }: Pair): readonly string[] => {
  const children = [...childrenOf(base.value), ...childrenOf(current.value)];
  return [...new Set(children.map(([name]) => String(name)))];
};

/** Returns the entry of a table. */
export const entryOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Returns a table in which several keywords, separated by spaces, are compared in the same way. */
export const each = (names: string, compare: Comparer | string): Table =>
  Object.fromEntries(names.split(' ').map((name) => [name, compare]));

// ----- Comparers

export const ignored: Comparer = () => {};

/** Compares objects: known keywords by the table, annotations, and all others as unclassified. */
export const object =
  (table: Table): Comparer =>
  (element, _, context) => {
    if (!isObject(element.base.value) || !isObject(element.current.value)) {
      return report(context, 'unclassified', element);
    }
    for (const name of namesIn(element)) {
      const part = childPair(element, name);
      const other = name.startsWith('x-') ? 'extension' : 'unclassified';
      const compare = entryOf(table, name) ?? entryOf(annotations, name) ?? other;
      if (isSame(part)) continue;
      if (typeof compare === 'string') report(context, compare, element, part);
      else compare(part, element, context);
    }
  };

/** Reports an element as `NAME-added` or `NAME-removed`, or compares it. */
export const element =
  (name: string, compare: Comparer | string): Comparer =>
  (part, around, context) => {
    const change = existence(part);
    if (change) report(context, `${name}-${change}`, part);
    else if (typeof compare === 'string') report(context, compare, part);
    else compare(part, around, context);
  };

/** Compares a map of named elements. */
export const map =
  (name: string, compare: Comparer | string): Comparer =>
  (entries, around, context) => {
    const parts = namesIn(entries).map((it) => childPair(entries, it));
    for (const part of parts) if (!isSame(part)) element(name, compare)(part, around, context);
  };

/** Reports a keyword as `NAME-added`, `NAME-removed` or `NAME-changed`. */
export const keyword =
  (name: string): Comparer =>
  (part, around, context) =>
    report(context, `${name}-${existence(part) ?? 'changed'}`, around, part);

/** Reports a keyword by one rule if it is true now, and by another if it is not. */
export const flag =
  (on: string, off: string): Comparer =>
  (part, around, context) =>
    report(context, part.current.value === true ? on : off, around, part);

/** Reports an element once by a rule, whichever of its keywords differ. */
export const once =
  (rule: string): Comparer =>
  (part, around, context) => {
    const isReported = context.found.some((it) => it.rule === rule && it.element === around);
    if (!isReported) report(context, rule, around, part);
  };

/** Compares what references lead to, unless it is the same component, which is compared on its own. */
export const followed =
  (compare: Comparer): Comparer =>
  (pair, around, context) => {
    const [before, after] = [pair.base.value, pair.current.value].map((it) => childOf(it, '$ref'));
    if (before === after) return before === undefined ? compare(pair, around, context) : undefined;
    const target = {
      base: resolveSide(pair.base, context.roots.base),
      current: resolveSide(pair.current, context.roots.current),
    };
    const key = `${target.base.pointer} ${target.current.pointer}`;
    if (context.following.has(key) || isSame(target)) return;
    const behind: Difference[] = [];
    const following = new Set([...context.following, key]);
    compare(target, target, { ...context, found: behind, following });
    if (behind.length > 0) report(context, 'reference', pair, pair, { behind });
  };

/** Returns what a side refers to, with what stands beside the reference. */
function resolveSide(side: Side, root: JsonObject): Side {
  const { pointer = side.pointer, value } = resolve(root, side.value);
  return { pointer, value };
}

// ----- Lists

interface Matches<T> {
  readonly both: readonly { readonly base: T; readonly current: T }[];
  readonly removed: readonly Pair[];
  readonly added: readonly Pair[];
}

/** Pairs the items of two lists by the first test that holds; what remains was removed or added. */
export function matched<T extends Side>(
  list: Pair,
  before: readonly T[],
  after: readonly T[],
  ...tests: readonly ((one: T, other: T) => boolean)[]
): Matches<T> {
  const both: { base: T; current: T }[] = [];
  const added = [...after];
  let removed = before;
  for (const test of tests) {
    removed = removed.filter((base) => {
      const at = added.findIndex((current) => test(base, current));
      if (at >= 0) both.push({ base, current: added.splice(at, 1)[0]! });
      return at < 0;
    });
  }
  const missing = ({ pointer }: Side): Side => ({ pointer, value: undefined });
  return {
    both,
    removed: removed.map((base) => ({ base, current: missing(list.current) })),
    added: added.map((current) => ({ base: missing(list.base), current })),
  };
}

/** Pairs the items of a list that differs. */
export const matchedItems = (
  list: Pair,
  ...tests: readonly ((one: Side, other: Side) => boolean)[]
): Matches<Side> => matched(list, itemsOf(list.base), itemsOf(list.current), ...tests);

/** Tests for {@link matched}: items with the same value, property or position. */
export const byValue = (one: Side, other: Side): boolean =>
  isDeepStrictEqual(one.value, other.value);
export const byProperty =
  (name: string) =>
  (one: Side, other: Side): boolean =>
    childOf(one.value, name) !== undefined &&
    childOf(one.value, name) === childOf(other.value, name);
export const byPosition = (one: Side, other: Side): boolean =>
  nameOf(one.pointer) === nameOf(other.pointer);

// ----- Annotations

/** Reports `NAME-lowered` or `NAME-raised`. @param initial the rank where there was no annotation */
const ordered =
  (name: string, order: readonly string[], initial = -1): Comparer =>
  (part, around, context) => {
    const { base, current } = part;
    const before = base.value === undefined ? initial : order.indexOf(textOf(base.value));
    const after = order.indexOf(textOf(current.value));
    const isLowered = after < 0 || (before >= 0 && after > before);
    report(context, `${name}-${isLowered ? 'lowered' : 'raised'}`, around, part);
  };

/** Compared wherever they are. */
const annotations: Table = {
  ...each('description summary title externalDocs', 'text'),
  // Without an annotation, that of the surrounding element holds; documented is never less.
  'x-provenance': ordered('provenance', provenances, 0),
  'x-decision': 'decision',
  'x-retry': ordered('retry', ['safe', 'unsent', 'never']),
  'x-generation': ordered('generation', ['v1', 'v0']),
  'x-secret': flag('secret-added', 'secret-removed'),
};

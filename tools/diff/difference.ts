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
  provenances,
  resolve,
  stepsOf,
  textOf,
} from '@agent-conversation/contract';

export interface Side {
  readonly pointer: string;
  readonly value: Json | undefined;
}

/** Something of both documents. */
export interface Both<T> {
  readonly base: T;
  readonly current: T;
}

export interface Difference {
  readonly rule: string;
  readonly element: Both<Side>;
  /** What differs: the element itself, or one of its keywords. */
  readonly part: Both<Side>;
  /** For the message, together with the values of the part. */
  readonly value: string;
  /** operationIds that it reaches in addition to those that use the element. */
  readonly operations: readonly string[];
  /** What differs behind a reference that leads elsewhere now. */
  readonly behind: readonly Difference[];
}

/** Collects differences. `following` holds the references being followed, so that recursion ends. */
export interface Context {
  readonly roots: Both<JsonObject>;
  readonly found: Difference[];
  readonly following: ReadonlySet<string>;
}

/** Returns the last step of a pointer, unescaped. */
export const nameOf = (pointer: string): string => stepsOf(pointer).at(-1) ?? '';

/** Whether two items of a list belong together. */
type Test<T extends Side = Side> = (one: T, other: T) => boolean;

/** An element in both documents; the value is undefined where it does not exist. */
export class Pair<T extends Side = Side> implements Both<T> {
  readonly base: T;
  readonly current: T;
  readonly context: Context;

  constructor({ base, current }: Both<T>, context: Context) {
    this.base = base;
    this.current = current;
    this.context = context;
  }

  get isSame(): boolean {
    return isDeepStrictEqual(this.base.value, this.current.value);
  }

  /** The change of existence, if there is one. */
  get existence(): 'added' | 'removed' | undefined {
    if (this.base.value === undefined) return 'added';
    return this.current.value === undefined ? 'removed' : undefined;
  }

  /** The current side, or the one of the base if it was removed. */
  get present(): T {
    return this.current.value === undefined ? this.base : this.current;
  }

  /** The properties or items of both sides. */
  get children(): readonly Pair[] {
    const all = [...childrenOf(this.base.value), ...childrenOf(this.current.value)];
    return [...new Set(all.map(([name]) => String(name)))].map((name) => this.child(name));
  }

  /** The name or position in what is around it. */
  get name(): string {
    return nameOf(this.current.pointer);
  }

  child(name: string): Pair {
    return this.map(({ pointer, value }) => ({
      pointer: pointerTo(pointer, name),
      value: childOf(value, name),
    }));
  }

  /** Returns what a function makes of each side. */
  map(make: (side: T, root: JsonObject) => Side): Pair {
    const { base, current, context } = this;
    const { roots } = context;
    return new Pair(
      { base: make(base, roots.base), current: make(current, roots.current) },
      context,
    );
  }

  /** Reports a difference; its value is the name of the part unless it is given. */
  report(
    rule: string,
    part: Pair = this,
    details: Partial<Pick<Difference, 'value' | 'operations' | 'behind'>> = {},
  ): void {
    const value = part === this ? '' : part.name;
    const difference = { rule, element: this, part, value, operations: [], behind: [] };
    this.context.found.push({ ...difference, ...details });
  }

  /** Pairs the items of a list by the first test that holds. */
  match(...tests: readonly Test[]): Matches<Side> {
    const itemsOf = ({ pointer, value }: Side) =>
      listOf(value).map((item, at) => ({ pointer: pointerTo(pointer, at), value: item }));
    return this.matchAs(itemsOf, ...tests);
  }

  /** Pairs what a function finds on each side. */
  matchAs<I extends Side>(
    itemsOf: (side: Side, root: JsonObject) => readonly I[],
    ...tests: readonly Test<I>[]
  ): Matches<I> {
    const { base, current, context } = this;
    const both: Pair<I>[] = [];
    const added = [...itemsOf(current, context.roots.current)];
    let removed = itemsOf(base, context.roots.base);
    for (const test of tests) {
      removed = removed.filter((one) => {
        const at = added.findIndex((other) => test(one, other));
        if (at >= 0) both.push(new Pair({ base: one, current: added.splice(at, 1)[0]! }, context));
        return at < 0;
      });
    }
    const missing = ({ pointer }: Side): Side => ({ pointer, value: undefined });
    const unmatched = [
      ...removed.map((it) => ({ base: it, current: missing(current) })),
      ...added.map((it) => ({ base: missing(base), current: it })),
    ];
    return { both, unmatched: unmatched.map((it) => new Pair<Side>(it, context)) };
  }
}

interface Matches<T extends Side> {
  readonly both: readonly Pair<T>[];
  /** What was removed, then what was added. */
  readonly unmatched: readonly Pair[];
}

/** Compares a part of an element, which differs. */
export type Comparer = (part: Pair, element: Pair) => void;

/** How each keyword of an object is compared; a text is the rule that reports it. */
export type Table = Readonly<Record<string, Comparer | string>>;

/** Returns a table in which several keywords, separated by spaces, are compared in the same way. */
export const each = (names: string, compare: Comparer | string): Table =>
  Object.fromEntries(names.split(' ').map((name) => [name, compare]));

/** Returns the entry of a table. */
export const entryOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

// ----- Comparers

export const ignored: Comparer = () => {};

/** Compares objects: known keywords by the table, annotations, and all others as unclassified. */
export const object =
  (table: Table): Comparer =>
  (element) => {
    if (!isObject(element.base.value) || !isObject(element.current.value)) {
      return element.report('unclassified');
    }
    for (const part of element.children) {
      const { name } = part;
      const other = name.startsWith('x-') ? 'extension' : 'unclassified';
      const compare = entryOf(table, name) ?? entryOf(annotations, name) ?? other;
      if (part.isSame) continue;
      if (typeof compare === 'string') element.report(compare, part);
      else compare(part, element);
    }
  };

/** Reports an element as `NAME-added` or `NAME-removed`, or compares it. */
export const element =
  (name: string, compare: Comparer | string): Comparer =>
  (part, around) => {
    const change = part.existence;
    if (change) part.report(`${name}-${change}`);
    else if (typeof compare === 'string') part.report(compare);
    else compare(part, around);
  };

/** Compares a map of named elements. */
export const map =
  (name: string, compare: Comparer | string): Comparer =>
  (entries, around) => {
    for (const part of entries.children) if (!part.isSame) element(name, compare)(part, around);
  };

/** Reports a keyword as `NAME-added`, `NAME-removed` or `NAME-changed`. */
export const keyword =
  (name: string): Comparer =>
  (part, around) =>
    around.report(`${name}-${part.existence ?? 'changed'}`, part);

/** Reports a keyword by one rule if it is true now, and by another if it is not. */
export const flag =
  (on: string, off: string): Comparer =>
  (part, around) =>
    around.report(part.current.value === true ? on : off, part);

/** Reports an element once by a rule, whichever of its keywords differ. */
export const once =
  (rule: string): Comparer =>
  (part, around) => {
    const { found } = part.context;
    const isReported = found.some((it) => it.rule === rule && it.element === around);
    if (!isReported) around.report(rule, part);
  };

/** Compares what references lead to, unless it is the same component, which is compared on its own. */
export const followed =
  (compare: Comparer): Comparer =>
  (pair, around) => {
    const { context } = pair;
    const [before, after] = [pair.base.value, pair.current.value].map((it) => childOf(it, '$ref'));
    if (before === after) return before === undefined ? compare(pair, around) : undefined;
    const targets = pair.map((side, root) => {
      const { pointer = side.pointer, value } = resolve(root, side.value);
      return { pointer, value };
    });
    const key = `${targets.base.pointer} ${targets.current.pointer}`;
    const behind: Difference[] = [];
    const following = new Set([...context.following, key]);
    const inner = new Pair(targets, { ...context, found: behind, following });
    if (context.following.has(key) || inner.isSame) return;
    compare(inner, inner);
    if (behind.length > 0) pair.report('reference', pair, { behind });
  };

// ----- Tests of lists

/** Items with the same value, property or position. */
export const byValue: Test = (one, other) => isDeepStrictEqual(one.value, other.value);
export const byProperty = (name: string): Test => {
  const property = ({ value }: Side) => childOf(value, name);
  return (one, other) => property(one) !== undefined && property(one) === property(other);
};
export const byPosition: Test = (one, other) => nameOf(one.pointer) === nameOf(other.pointer);

// ----- Annotations

/** Reports `NAME-lowered` or `NAME-raised`. @param initial the rank where there was no annotation */
const ordered =
  (name: string, order: readonly string[], initial = -1): Comparer =>
  (part, around) => {
    const { base, current } = part;
    const before = base.value === undefined ? initial : order.indexOf(textOf(base.value));
    const after = order.indexOf(textOf(current.value));
    const isLowered = after < 0 || (before >= 0 && after > before);
    around.report(`${name}-${isLowered ? 'lowered' : 'raised'}`, part);
  };

/** Compared wherever they are. */
const annotations: Table = {
  ...each('description summary title externalDocs', 'text'),
  // Without an annotation, that of the surrounding element holds; documented is never less.
  'x-provenance': ordered('provenance', provenances, 0),
  ...each('x-decision x-assumed', 'decision'),
  'x-retry': ordered('retry', ['safe', 'unsent', 'never']),
  'x-secret': flag('secret-added', 'secret-removed'),
};

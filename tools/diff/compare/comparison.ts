/** Two documents that are compared, and the changes that were found between them. */
import {
  childOf,
  type Json,
  type JsonObject,
  objectOf,
  type Operation,
  pointerTo,
} from '@agent-conversation/contract';
import { isDeepStrictEqual } from 'node:util';
import {
  locatedTargetIn,
  type SidedSchema,
} from '@agent-conversation/inclusion';
import type { Breaks, Evidence } from '../model.ts';
import type { Rule } from '../rules.ts';

/** An element of a document. The value is undefined where the element does not exist. */
export interface Element {
  readonly pointer: string;
  readonly value: Json | undefined;
}

/** An element in both documents. */
export interface Pair<T = Element> {
  readonly base: T;
  readonly current: T;
}

export const sides = ['base', 'current'] as const;
export type SideName = (typeof sides)[number];

/** The other one of both sides. */
export const otherSide = (side: SideName): SideName =>
  side === 'base' ? 'current' : 'base';

/** Who sends the values of an element: clients, or the service. */
export type Direction = 'request' | 'response';

/** The side whose values are sent: clients know the base, and a service sends what is current. */
export const senderIn = (direction: Direction): SideName =>
  direction === 'request' ? 'base' : 'current';

export interface Found {
  readonly rule: Rule;
  readonly element: Pair;
  /** What differs: the element itself, or one of its keywords. */
  readonly part: Pair;
  /** For the message, together with the values of the part. */
  readonly value: string;
  readonly breaks: Set<Breaks>;
  evidence: Evidence | undefined;
  /** Ids of the operations that it reaches. */
  readonly operations: Set<string>;
  readonly paths: Set<string>;
}

/** A difference of a keyword of an element. */
export interface KeywordDifference {
  readonly rule: Rule;
  readonly element: Pair;
  readonly part: Pair;
  readonly value: string;
}

export interface ReportOptions {
  readonly part?: Pair;
  readonly value?: string;
  readonly breaks?: Breaks | undefined;
  readonly evidence?: Evidence | undefined;
}

/** Collects changes: each once, however many operations it reaches. */
export class Comparison implements Pair<JsonObject> {
  readonly base: JsonObject;
  readonly current: JsonObject;
  readonly found = new Map<string, Found>();

  constructor(base: JsonObject, current: JsonObject) {
    this.base = base;
    this.current = current;
  }

  /** Reports a change. @param operation the operation that it reaches; none if it is of the document */
  report(
    rule: Rule,
    element: Pair,
    operation: Operation | undefined,
    more: ReportOptions = {},
  ): void {
    const { part = element, value = '', breaks, evidence } = more;
    // Where an element would stand on the other side depends on what leads to it.
    const pointers = [element.base, element.current, part.current].map(
      ({ pointer, value: at }) => (at === undefined ? '' : pointer),
    );
    const key = [rule, ...pointers, value].join('\n');
    const found = this.found.get(key) ?? {
      rule,
      element,
      part,
      value,
      evidence,
      breaks: new Set(),
      operations: new Set(),
      paths: new Set(),
    };
    this.found.set(key, found);
    found.evidence ??= evidence;
    if (breaks) found.breaks.add(breaks);
    if (operation) {
      found.operations.add(operation.id);
      found.paths.add(operation.path);
    }
  }

  /** Follows the references of an element of one side. */
  resolvedIn(side: SideName, element: Element): Element {
    return follow(this[side], element);
  }

  /** Returns a schema of one side, as inclusion takes it. */
  sided(schema: Json, side: SideName): SidedSchema {
    const id = side === 'base' ? 'a' : 'b';
    return { schema, side: { id, root: this[side] } };
  }

  /** Follows the references of an element on both sides. */
  resolved(pair: Pair): Pair {
    return bothSides((side) => this.resolvedIn(side, pair[side]));
  }
}

/** Returns what an element refers to. */
export function referenced(
  root: JsonObject,
  { value }: Element,
): Element | undefined {
  const reference = childOf(value, '$ref');
  return typeof reference === 'string'
    ? locatedTargetIn(root, reference)
    : undefined;
}

/** Returns what a reference leads to; other keywords beside `$ref` count only in schemas. */
function follow(root: JsonObject, element: Element, depth = 0): Element {
  const target = referenced(root, element);
  return target === undefined || depth > 50
    ? element
    : follow(root, target, depth + 1);
}

/** Returns a property or an item of an element. */
export function child(
  { pointer, value }: Element,
  name: string | number,
): Element {
  return { pointer: pointerTo(pointer, name), value: childOf(value, name) };
}

export const childPair = (pair: Pair, name: string | number): Pair =>
  bothSides((side) => child(pair[side], name));

/** Returns the names on both sides, those of the base first. */
export function namesOf({ base, current }: Pair): readonly string[] {
  return Object.keys({ ...objectOf(base.value), ...objectOf(current.value) });
}

/** An element that does not exist. @param pointer where it would stand, or stands on the other side */
export const absentAt = (pointer: string): Element => ({
  pointer,
  value: undefined,
});

/** Builds a pair from what each side has. */
export const bothSides = <T>(make: (side: SideName) => T): Pair<T> => ({
  base: make('base'),
  current: make('current'),
});

/** A pair of elements with other values. */
export const withValues = (
  pair: Pair,
  base: Json | undefined,
  current: Json | undefined,
): Pair => ({
  base: { ...pair.base, value: base },
  current: { ...pair.current, value: current },
});

/** Whether both sides have the same value, or none. */
export const isUnchanged = ({ base, current }: Pair): boolean =>
  isDeepStrictEqual(base.value, current.value);

/** Pairs the elements of both sides by key; what one side alone has is absent on the other. */
export function pairsByKey({
  base,
  current,
}: Pair<ReadonlyMap<string, Element>>): readonly Pair[] {
  const keys = new Set([...base.keys(), ...current.keys()]);
  return [...keys].map((key) => {
    const [before, after] = [base.get(key), current.get(key)];
    return {
      base: before ?? absentAt(after!.pointer),
      current: after ?? absentAt(before!.pointer),
    };
  });
}

/** The change of existence, if there is one. */
export function existenceOf({
  base,
  current,
}: Pair): 'added' | 'removed' | undefined {
  if (base.value === undefined)
    return current.value === undefined ? undefined : 'added';
  return current.value === undefined ? 'removed' : undefined;
}

/** Pairs the elements of both sides by the first test that holds; what is left was removed or added. */
export function match<T>(
  { base, current }: Pair<readonly T[]>,
  tests: readonly ((one: T, other: T) => boolean)[],
) {
  const both: Pair<T>[] = [];
  const added = [...current];
  let removed = base;
  for (const test of tests) {
    removed = removed.filter((element) => {
      const at = added.findIndex((candidate) => test(element, candidate));
      if (at < 0) return true;
      both.push({ base: element, current: added.splice(at, 1)[0]! });
      return false;
    });
  }
  return { both, removed, added };
}

/** Returns what was matched, and what one side alone has: it is absent on the other. */
export const allPairs = ({
  both,
  removed,
  added,
}: ReturnType<typeof match<Element>>): readonly Pair[] => [
  ...both,
  ...removed.map((base) => ({ base, current: absentAt(base.pointer) })),
  ...added.map((current) => ({ base: absentAt(current.pointer), current })),
];

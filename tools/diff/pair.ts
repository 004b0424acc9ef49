/** Elements of two documents, and their differences. */
import { isDeepStrictEqual } from 'node:util';
import {
  childOf,
  childrenOf,
  type Json,
  type JsonObject,
  listOf,
  nameOf,
  pointerTo,
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
interface Context {
  readonly roots: Both<JsonObject>;
  readonly found: Difference[];
  readonly following: ReadonlySet<string>;
}

/** Reads what is compared from a side. */
type Read<T> = (side: Side, root: JsonObject) => T;

/** Whether two items of a list belong together. */
type Test<T extends Side> = (one: T, other: T) => boolean;

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

  /** The value in the current document; in the base, if it was removed. */
  get value(): Json | undefined {
    return this.existence === 'removed' ? this.base.value : this.current.value;
  }

  /** The name or position in what is around it. */
  get name(): string {
    return nameOf(this.current.pointer);
  }

  /** The properties or items of both sides. */
  get children(): readonly Pair[] {
    const all = [...childrenOf(this.base.value), ...childrenOf(this.current.value)];
    return [...new Set(all.map(([name]) => String(name)))].map((name) => this.child(name));
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
    const sides = {
      base: make(base, context.roots.base),
      current: make(current, context.roots.current),
    };
    return new Pair(sides, context);
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

  /** Pairs the items on each side by the first test that holds; `unmatched` has the removed ones first. */
  match<I extends Side>(read: Read<readonly I[]>, ...tests: readonly Test<I>[]) {
    const { base, current, context } = this;
    const both: Pair<I>[] = [];
    const added = [...read(current, context.roots.current)];
    let removed = read(base, context.roots.base);
    for (const test of tests) {
      removed = removed.filter((one) => {
        const at = added.findIndex((other) => test(one, other));
        if (at >= 0) both.push(new Pair({ base: one, current: added.splice(at, 1)[0]! }, context));
        return at < 0;
      });
    }
    const missing = ({ pointer }: Side): Side => ({ pointer, value: undefined });
    const unmatched = [
      ...removed.map((it) => new Pair<Side>({ base: it, current: missing(current) }, context)),
      ...added.map((it) => new Pair<Side>({ base: missing(base), current: it }, context)),
    ];
    return { both, unmatched };
  }
}

/** Reads the items of a list. */
export const itemsOf: Read<readonly Side[]> = ({ pointer, value }) =>
  listOf(value).map((item, at) => ({ pointer: pointerTo(pointer, at), value: item }));

/** Whether items have the same value, property or position. */
export const byValue: Test<Side> = (one, other) => isDeepStrictEqual(one.value, other.value);
export const byProperty = (name: string): Test<Side> => {
  const property = ({ value }: Side) => childOf(value, name);
  return (one, other) => property(one) !== undefined && property(one) === property(other);
};
export const byPosition: Test<Side> = (one, other) => nameOf(one.pointer) === nameOf(other.pointer);

/** Comparers of parts, and tables that say how each keyword of an element is compared. */
import { childOf, isObject, provenances, resolve, textOf } from '@agent-conversation/contract';
import { type Difference, Pair } from './pair.ts';

/** Compares a part of an element, which differs. */
export type Comparer = (part: Pair, element: Pair) => void;

/** How each keyword of an object is compared; a text is the rule that reports it. */
export type Table = Readonly<Record<string, Comparer | string>>;

/** Returns a table in which several keywords, separated by spaces, are compared in the same way. */
export const each = (names: string, compare: Comparer | string): Table =>
  Object.fromEntries(names.split(' ').map((name) => [name, compare]));

export const ignored: Comparer = () => {};

/** Compares objects: known keywords by the table, annotations, and all others as unclassified. */
export const object = (keywords: Table): Comparer => {
  const table = new Map(Object.entries({ ...annotations, ...keywords }));
  return (element) => {
    if (!isObject(element.base.value) || !isObject(element.current.value)) {
      return element.report('unclassified');
    }
    for (const part of element.children) {
      const other = part.name.startsWith('x-') ? 'extension' : 'unclassified';
      const compare = table.get(part.name) ?? other;
      if (part.isSame) continue;
      if (typeof compare === 'string') element.report(compare, part);
      else compare(part, element);
    }
  };
};

/** Reports an element as `NAME-added` or `NAME-removed`, or compares it. */
export const element =
  (name: string, compare: Comparer | string): Comparer =>
  (part, around) => {
    if (part.existence) part.report(`${name}-${part.existence}`);
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
    around.report(part.current.value ? on : off, part);

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

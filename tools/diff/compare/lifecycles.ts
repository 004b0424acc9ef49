/** Compares lifecycles: the states of an enumeration, and what changes them (`x-lifecycle`). */
import {
  type Json,
  listOf,
  objectOf,
  textOf,
} from '@agent-conversation/contract';
import {
  bothSides,
  child,
  childPair,
  existenceOf,
  isUnchanged,
  type KeywordDifference,
  type Pair,
  pairsByKey,
} from './comparison.ts';

export function lifecycleDifferences(
  element: Pair,
): readonly KeywordDifference[] {
  const existence = existenceOf(element);
  if (existence)
    return [
      { rule: `lifecycle-${existence}`, element, part: element, value: '' },
    ];
  const initial = childPair(element, 'initial');
  return [
    ...(isUnchanged(initial)
      ? []
      : [
          {
            rule: 'lifecycle-initial',
            element,
            part: initial,
            value: '',
          } as const,
        ]),
    ...finalDifferences(element),
    ...['transitions', 'unchanged', 'rejected'].flatMap((name) =>
      entryDifferences(element, childPair(element, name)),
    ),
  ];
}

function finalDifferences(element: Pair): readonly KeywordDifference[] {
  const part = childPair(element, 'final');
  const states = bothSides((side) => listOf(part[side].value));
  return [...new Set([...states.base, ...states.current])].flatMap((state) => {
    const isAdded = !states.base.includes(state);
    if (!isAdded && states.current.includes(state)) return [];
    const rule = isAdded ? 'final-state-added' : 'final-state-removed';
    return [{ rule, element, part, value: textOf(state) } as const];
  });
}

/** An entry is identified by its states and by its cause. */
const keyOf = (entry: Json | undefined): string =>
  ['in', 'from', 'to', 'operation', 'cause']
    .flatMap((name) => objectOf(entry)[name] ?? [])
    .map(textOf)
    .join(' ');

function entryDifferences(
  element: Pair,
  lists: Pair,
): readonly KeywordDifference[] {
  const entries = bothSides((side) => {
    const list = listOf(lists[side].value);
    return new Map(
      list.map((entry, at) => [keyOf(entry), child(lists[side], at)]),
    );
  });
  return pairsByKey(entries).flatMap((entry): KeywordDifference[] => {
    const either = entry.current.value ?? entry.base.value;
    const value = keyOf(either);
    const existence = existenceOf(entry);
    if (existence) {
      const hasOperation = objectOf(either)['operation'] !== undefined;
      const kind = hasOperation ? 'outcome' : 'transition';
      return [{ rule: `${kind}-${existence}`, element, part: entry, value }];
    }
    return ['status', 'description', 'example'].flatMap(
      (keyword): KeywordDifference[] => {
        const part = childPair(entry, keyword);
        if (isUnchanged(part)) return [];
        return keyword === 'status'
          ? [{ rule: 'outcome-changed', element, part, value }]
          : [{ rule: 'text', element: entry, part, value }];
      },
    );
  });
}

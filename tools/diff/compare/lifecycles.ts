/** Compares lifecycles: the states of an enumeration, and what changes them (`x-lifecycle`). */
import {
  type Json,
  listOf,
  objectOf,
  textOf,
} from '@agent-conversation/contract';
import type { Rule } from '../rules.ts';
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
  return [
    ...initialDifferences(element),
    ...finalDifferences(element),
    ...['transitions', 'unchanged', 'rejected'].flatMap((name) =>
      entryDifferences(element, name),
    ),
  ];
}

function initialDifferences(element: Pair): readonly KeywordDifference[] {
  const part = childPair(element, 'initial');
  const isSame = part.base.value === part.current.value;
  return isSame
    ? []
    : [{ rule: 'lifecycle-initial', element, part, value: '' }];
}

function finalDifferences(element: Pair): readonly KeywordDifference[] {
  const part = childPair(element, 'final');
  const [before, after] = [listOf(part.base.value), listOf(part.current.value)];
  const differing = (
    values: readonly Json[],
    others: readonly Json[],
    rule: Rule,
  ) =>
    values
      .filter((value) => !others.includes(value))
      .map((value): KeywordDifference => ({
        rule,
        element,
        part,
        value: textOf(value),
      }));
  return [
    ...differing(after, before, 'final-state-added'),
    ...differing(before, after, 'final-state-removed'),
  ];
}

/** An entry is identified by its states and by its cause. */
const keyOf = (entry: Json | undefined): string =>
  ['in', 'from', 'to', 'operation', 'cause']
    .flatMap((name) => objectOf(entry)[name] ?? [])
    .map(textOf)
    .join(' ');

function entryDifferences(
  element: Pair,
  name: string,
): readonly KeywordDifference[] {
  const lists = childPair(element, name);
  const entries = bothSides(
    (side) =>
      new Map(
        listOf(lists[side].value).map((value, at) => [
          keyOf(value),
          child(lists[side], at),
        ]),
      ),
  );
  return pairsByKey(entries).flatMap((entry): KeywordDifference[] => {
    const value = entry.current.value ?? entry.base.value;
    const { operation } = objectOf(value);
    const key = keyOf(value);
    const existence = existenceOf(entry);
    if (existence) {
      const kind = operation === undefined ? 'transition' : 'outcome';
      return [
        { rule: `${kind}-${existence}`, element, part: entry, value: key },
      ];
    }
    return ['status', 'description', 'example'].flatMap(
      (keyword): KeywordDifference[] => {
        const part = childPair(entry, keyword);
        if (isUnchanged(part)) return [];
        return keyword === 'status'
          ? [{ rule: 'outcome-changed', element, part, value: key }]
          : [{ rule: 'text', element: entry, part, value: key }];
      },
    );
  });
}

import { beforeAndAfter, type Comparer, tell, unclassified } from '../../compare/comparer.ts';
import { told } from '../../compare/words.ts';
import { isList, isRecord, isSame, type Json, member, textOf } from '../../model/json.ts';
import { inner } from '../../model/pair.ts';
import { isSameElement, pairElements } from '../listed.ts';

/** The values that there are. */
export const enumeration: Comparer = (pair, element, context) => {
  const { released, current } = pair;
  if (released.value === undefined) {
    tell(context, 'enum-added', element, beforeAndAfter(pair), pair);
  } else if (current.value === undefined) {
    tell(context, 'enum-removed', element, beforeAndAfter(pair), pair);
  } else if (!isList(released.value) || !isList(current.value)) {
    unclassified(pair, element, context);
  } else {
    const listed = pairElements(pair, [isSameElement]);
    for (const it of listed.added) {
      tell(context, 'enum-value-added', element, { value: told(it.current.value) }, it);
    }
    for (const it of listed.removed) {
      tell(context, 'enum-value-removed', element, { value: told(it.released.value) }, it);
    }
    if (listed.isReordered) tell(context, 'order-changed', element, {}, pair);
  }
};

/** What the values mean. The meaning of a value that is new or gone is told with the value. */
export const valueMeanings: Comparer = (pair, element, context) => {
  const values = [element.released.value, element.current.value].map((it) => member(it, 'enum'));
  const names = new Set(
    [pair.released.value, pair.current.value].flatMap((it) =>
      isRecord(it) ? Object.keys(it) : [],
    ),
  );
  for (const name of names) {
    const meaning = inner(pair, name);
    const isInBoth = has(values[0], name) === has(values[1], name);
    if (isInBoth && !isSame(meaning.released.value, meaning.current.value)) {
      tell(context, 'value-meaning-changed', element, { value: told(name) }, meaning);
    }
  }
};

function has(values: Json | undefined, name: string): boolean {
  return isList(values) && values.some((value) => textOf(value) === name);
}

/** Tells that a keyword is new, gone, or another one. */
function keyword(name: string): Comparer {
  return (pair, element, context) => {
    tell(
      context,
      `${name}-${howOf(pair.released.value, pair.current.value)}`,
      element,
      beforeAndAfter(pair),
      pair,
    );
  };
}

function howOf(before: Json | undefined, after: Json | undefined): string {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

/** The only value that there is. */
export const constant: Comparer = keyword('const');

/** What stands for a value that is left out. */
export const defaultValue: Comparer = keyword('default');

/** A regular expression of texts. */
export const pattern: Comparer = keyword('pattern');

/** The format of texts and numbers. */
export const format: Comparer = (pair, element, context) => {
  const { released, current } = pair;
  const isHint = [released.value, current.value].every(
    (it) => it === undefined || it === 'password',
  );
  if (isHint) tell(context, 'format-hint-changed', element, beforeAndAfter(pair), pair);
  else keyword('format')(pair, element, context);
};

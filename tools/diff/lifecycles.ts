/** Compares lifecycles. */
import { childOf, textOf } from '@agent-conversation/contract';
import { type Comparer, each, element, object } from './comparers.ts';
import { byValue, itemsOf, type Pair, type Side } from './pair.ts';

const transitions: Comparer = (list, around) => {
  // A transition is identified by its states and its cause.
  const keyOf = ({ value }: Pick<Side, 'value'>) =>
    ['in', 'from', 'to', 'operation', 'cause']
      .map((it) => childOf(value, it))
      .filter((it) => typeof it === 'string')
      .join(' ');
  const detailsOf = (entry: Pair) => ({
    value: keyOf(entry),
    operations: [childOf(entry.value, 'operation')].filter((it) => typeof it === 'string'),
  });
  const { both, unmatched } = list.match(itemsOf, (one, other) => keyOf(one) === keyOf(other));
  for (const it of unmatched) {
    const details = detailsOf(it);
    const kind = details.operations.length > 0 ? 'outcome' : 'transition';
    around.report(`${kind}-${it.existence}`, it, details);
  }
  for (const entry of both) {
    const text: Comparer = (part) => entry.report('text', part, detailsOf(entry));
    const status: Comparer = (part) => around.report('outcome-changed', part, detailsOf(entry));
    object({ status, description: text, example: text })(entry, list);
  }
};

const finalStates: Comparer = (list, around) => {
  for (const { existence, value } of list.match(itemsOf, byValue).unmatched) {
    around.report(`final-state-${existence}`, list, { value: textOf(value) });
  }
};

/** Compares the states of an enumeration, and what changes them (`x-lifecycle`). */
export const lifecycle: Comparer = element(
  'lifecycle',
  object({
    ...each('transitions unchanged rejected', transitions),
    initial: 'lifecycle-initial',
    final: finalStates,
  }),
);

import { beforeAndAfter, type Comparer, namesOf, tell } from '../../compare/comparer.ts';
import type { Contract } from '../../model/contract.ts';
import type { Pair, Side } from '../../model/finding.ts';
import { isList, isSame, type Json, member } from '../../model/json.ts';
import { inner } from '../../model/pair.ts';
import { valueAt } from '../../model/pointer.ts';
import { targetOf } from '../../model/references.ts';

/** By what variants are told apart. Entries for variants that are new, gone or renamed are told with these. */
export const discriminator: Comparer = (pair, element, context) => {
  const { released, current } = pair;
  if (released.value === undefined) {
    tell(context, 'discriminator-added', element, beforeAndAfter(pair), pair);
  } else if (current.value === undefined) {
    tell(context, 'discriminator-removed', element, beforeAndAfter(pair), pair);
  } else {
    const mapping = inner(pair, 'mapping');
    const isOther = namesOf(pair).some(
      (name) =>
        name !== 'mapping' && !isSame(member(released.value, name), member(current.value, name)),
    );
    const isOtherMapping = namesOf(mapping)
      .map((name) => inner(mapping, name))
      .some((it) => !isSame(it.released.value, it.current.value) && !isToldElsewhere(it));
    if (isOther || isOtherMapping) {
      tell(context, 'discriminator-changed', element, beforeAndAfter(pair), pair);
    }
  }

  function isToldElsewhere(entry: Pair): boolean {
    const [before, after] = [entry.released.value, entry.current.value];
    if (before === undefined) return !isVariant(element.released, after);
    if (after === undefined) return !isVariant(element.current, before);
    return !leads(context.current, before) && !leads(context.released, after);
  }
};

function isVariant({ value }: Side, $ref: Json | undefined): boolean {
  return ['oneOf', 'anyOf'].some((name) => {
    const list = member(value, name);
    return isList(list) && list.some((it) => isSame(member(it, '$ref'), $ref));
  });
}

function leads({ root }: Contract, $ref: Json): boolean {
  return typeof $ref === 'string' && valueAt(root, targetOf($ref)) !== undefined;
}

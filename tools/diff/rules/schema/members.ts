import { type Comparer, type Context, mapOf, tell } from '../../compare/comparer.ts';
import { schemaWords, told } from '../../compare/words.ts';
import type { Pair, Side } from '../../model/finding.ts';
import { isList, isRecord, type Json, member, textOf } from '../../model/json.ts';
import { inner, innerSide } from '../../model/pair.ts';
import { isSameElement, pairElements } from '../listed.ts';

/**
 * The members of an object.
 * @param schema compares two schemas
 */
export function properties(schema: Comparer): Comparer {
  return (pair, element, context) => compareProperties(schema, pair, element, context);
}

function compareProperties(schema: Comparer, pair: Pair, element: Pair, context: Context): void {
  const added: Comparer = (entry) => {
    const isRequired = requiredOf(element.current).includes(nameOf(entry.current));
    tell(context, isRequired ? 'member-added-required' : 'member-added', entry);
  };
  const removed: Comparer = (entry) => tell(context, 'member-removed', entry);
  mapOf(added, removed, schema)(pair, element, context);
}

/** Which members are always there. Of those that are new or gone, it is told with them. */
export const required: Comparer = (pair, element, context) => {
  const listed = pairElements(pair, [isSameElement]);
  for (const it of listed.added) {
    tellRequired('member-became-required', 'constraint-added', it);
  }
  for (const it of listed.removed) {
    tellRequired('member-became-optional', 'constraint-removed', it);
  }
  if (listed.isReordered) tell(context, 'order-changed', element, {}, pair);

  function tellRequired(rule: string, ruleIfUnlisted: string, spot: Pair): void {
    const name = spot.current.value ?? spot.released.value;
    const its = inner(inner(element, 'properties'), textOf(name));
    const [wasListed, isListed] = [its.released.value, its.current.value].map(
      (it) => it !== undefined,
    );
    const value = `an object with ${told(name)}`;
    if (wasListed && isListed) tell(context, rule, its, {}, spot);
    else if (!wasListed && !isListed) tell(context, ruleIfUnlisted, element, { value }, spot);
  }
};

function requiredOf({ value }: Side): readonly Json[] {
  const names = member(value, 'required');
  return isList(names) ? names : [];
}

function nameOf({ pointer }: Side): string {
  const escaped = pointer.slice(pointer.lastIndexOf('/') + 1);
  return escaped.replaceAll('~1', '/').replaceAll('~0', '~');
}

/**
 * Members that are not listed: any of them without a word on it.
 * @param schema compares two schemas
 */
export function additionalProperties(schema: Comparer): Comparer {
  return (pair, element, context) => compareOthers(schema, pair, element, context);
}

function compareOthers(schema: Comparer, pair: Pair, element: Pair, context: Context): void {
  const [before, after] = [pair.released.value, pair.current.value];
  if (isRecord(before) && isRecord(after)) schema(pair, pair, context);
  else if (isAny(before) && isAny(after)) restated(pair, element, context);
  else {
    const isNarrower = rank(after) < rank(before);
    const rule = isNarrower ? 'other-members-narrowed' : 'other-members-widened';
    tell(context, rule, element, { before: words(before), after: words(after) }, pair);
  }
}

function restated(pair: Pair, element: Pair, context: Context): void {
  const { released, current } = pair;
  // Where members are listed, the types are the same either way.
  const isTyped = [element.released, element.current].every(
    (it) => innerSide(it, 'properties').value === undefined,
  );
  const isUnstated = released.value === true && current.value !== true && isTyped;
  tell(context, isUnstated ? 'other-members-unstated' : 'other-members-stated', element, {}, pair);
}

function isAny(value: Json | undefined): boolean {
  return (
    value === undefined || value === true || (isRecord(value) && Object.keys(value).length === 0)
  );
}

function rank(value: Json | undefined): number {
  if (value === false) return 0;
  return isAny(value) ? 2 : 1;
}

function words(value: Json | undefined): string {
  if (value === false) return 'none';
  return isAny(value) ? 'anything' : schemaWords(value);
}

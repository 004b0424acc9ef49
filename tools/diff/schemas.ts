/** Compares two normalized schemas. Rules that end in `-narrowed` admit fewer values than before, `-widened` more. */
import { isDeepStrictEqual } from 'node:util';
import {
  childOf,
  isList,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  resolve,
  textOf,
} from '@agent-conversation/contract';
import {
  byPosition,
  byProperty,
  byValue,
  childPair,
  type Comparer,
  type Context,
  each,
  element,
  flag,
  followed,
  ignored,
  isSame,
  itemsOf,
  keyword,
  matchedItems,
  namesIn,
  object,
  type Pair,
  report,
  type Side,
  type Table,
} from './difference.ts';
import { nullable } from './normalize.ts';

/** Compares schemas, one of which may be missing. */
export const schema: Comparer = (pair, _, context) => {
  if (isSame(pair)) return;
  const { base, current } = pair;
  const $ref = childOf(base.value, '$ref');
  // Beside a reference that stays the same, other keywords may differ.
  const isSameReference = $ref !== undefined && $ref === childOf(current.value, '$ref');
  if (!isOnBothSides(pair)) limit('schema')(pair, pair, context);
  else if (isSameReference) compareSchemas(pair, pair, context);
  else followed(compareSchemas)(pair, pair, context);
};

const compareSchemas: Comparer = (pair, _, context) => {
  object(keywords)(pair, pair, context);
  for (const property of propertiesOf(pair)) compareProperty(property, pair, context);
};

const isOnBothSides = ({ base, current }: Pair) =>
  base.value !== undefined && current.value !== undefined;

// ----- Limits

/** Whether everything that a keyword with one value admits is also admitted with the other value. */
type Covers = (wide: Json, narrow: Json) => boolean;

/**
 * Reports a keyword as `RULE-narrowed`, `RULE-widened` or `RULE-changed`. An absent keyword admits anything.
 */
const limit =
  (rule: string, covers: Covers = () => false): Comparer =>
  (part, around, context) => {
    const test = (wide: Json | undefined, narrow: Json | undefined) =>
      wide === undefined || (narrow !== undefined && covers(wide, narrow));
    const isNarrowed = test(part.base.value, part.current.value);
    const isWidened = test(part.current.value, part.base.value);
    const how = isNarrowed === isWidened ? 'changed' : isNarrowed ? 'narrowed' : 'widened';
    report(context, `${rule}-${how}`, around, part);
  };

const bound = (covers: (wide: number, narrow: number) => boolean): Comparer =>
  limit('bound', (wide, narrow) => {
    return typeof wide === 'number' && typeof narrow === 'number' && covers(wide, narrow);
  });
const lowerBound = bound((wide, narrow) => narrow > wide);
const upperBound = bound((wide, narrow) => narrow < wide);

const type = limit('type', (wide, narrow) => {
  const types = [wide].flat();
  // Every integer is a number.
  const isValid = (it: Json) =>
    types.includes(it) || (it === 'integer' && types.includes('number'));
  return [narrow].flat().every(isValid);
});

/** The format `password` constrains nothing. */
const format: Comparer = (part, around, context) => {
  const isHint = ({ value = 'password' }: Side) => value === 'password';
  if (isHint(part.base) && isHint(part.current)) report(context, 'format-hint', around, part);
  else limit('format', (wide) => wide === 'password')(part, around, context);
};

const values: Comparer = (list, around, context) => {
  const [before, after] = [listOf(list.base.value), listOf(list.current.value)];
  const name = Math.max(before.length, after.length) === 1 ? 'const' : 'enum';
  if (list.base.value === undefined) report(context, `${name}-narrowed`, around, list);
  else if (list.current.value === undefined) {
    report(context, name === 'const' ? 'const-widened' : 'enum-removed', around, list);
  } else if (name === 'const') report(context, 'const-changed', around, list);
  else {
    const { removed, added } = matchedItems(list, byValue);
    for (const it of removed) {
      report(context, 'enum-value-removed', around, it, { value: textOf(it.base.value) });
    }
    for (const it of added) {
      report(context, 'enum-value-added', around, it, { value: textOf(it.current.value) });
    }
    if (removed.length + added.length === 0) report(context, 'order', around, list);
  }
};

// ----- Schemas in schemas

/** The schema of items and the like: absent admits anything. */
const subschema: Comparer = (part, around, context) =>
  (isOnBothSides(part) ? schema : limit('subschema'))(part, around, context);

const subschemas: Comparer = (part, around, context) => {
  for (const name of namesIn(part)) {
    const own = childPair(part, name);
    if (!isSame(own)) subschema(own, around, context);
  }
};

/** False admits nothing. */
const others: Comparer = (part, around, context) => {
  const isCompared = isObject(part.base.value) && isObject(part.current.value);
  const compare = isCompared ? schema : limit('other-properties', (_, narrow) => narrow === false);
  compare(part, around, context);
};

const composition =
  (name: 'oneOf' | 'anyOf' | 'allOf'): Comparer =>
  (list, around, context) => {
    const rule = name === 'allOf' ? 'allOf' : 'composition';
    if (!isOnBothSides(list)) return limit(rule)(list, around, context);
    const isInline = ({ value }: Side) => childOf(value, '$ref') === undefined;
    const hasSameLength = itemsOf(list.base).length === itemsOf(list.current).length;
    const { both, removed, added } = matchedItems(
      list,
      byValue,
      byProperty('$ref'),
      byProperty('title'),
      (one, other) => hasSameLength && isInline(one) === isInline(other) && byPosition(one, other),
    );
    for (const pair of both) schema(pair, pair, context);
    const less = name === 'allOf' ? 'allOf-widened' : 'variant-removed';
    for (const it of removed) report(context, less, around, it, { value: titleOf(it.base) });
    const full = ({ value }: Side) => objectOf(resolve(context.roots.current, value).value);
    for (const it of added) {
      const overlaps = both.some(({ current }) => !isDisjoint(full(current), full(it.current)));
      const variant = name === 'oneOf' && overlaps ? 'variant-overlaps' : 'variant-added';
      const more = name === 'allOf' ? 'allOf-narrowed' : variant;
      report(context, more, around, it, { value: titleOf(it.current) });
    }
    const isReordered = both.some(({ base, current }) => !byPosition(base, current));
    if (isReordered && removed.length + added.length === 0) report(context, 'order', around, list);
  };

function titleOf({ value }: Side): string {
  const name = childOf(value, '$ref') ?? childOf(value, 'title') ?? childOf(value, 'type');
  return typeof name === 'string' ? name.replace(/^.*\//, '') : JSON.stringify(value);
}

/** Whether it is certain that no value is valid by both schemas. */
function isDisjoint(one: JsonObject, other: JsonObject): boolean {
  const [types, otherTypes] = [one, other].map((it) => [it['type'] ?? 'any'].flat()) as [
    Json[],
    Json[],
  ];
  const isNumber = (it: Json) => it === 'integer' || it === 'number';
  const meets = (a: Json, b: Json) =>
    a === b || a === 'any' || b === 'any' || (isNumber(a) && isNumber(b));
  if (!types.some((a) => otherTypes.some((b) => meets(a, b)))) return true;
  const [listed, alsoListed] = [one['enum'], other['enum']];
  if (isList(listed) && isList(alsoListed)) {
    return !listed.some((a) => alsoListed.some((b) => isDeepStrictEqual(a, b)));
  }
  const isObjects = [...types, ...otherTypes].every((it) => it === 'object');
  const required = listOf(one['required']).filter((it) => listOf(other['required']).includes(it));
  const property = (it: JsonObject, name: Json) =>
    objectOf(childOf(it['properties'], textOf(name)));
  return (
    isObjects && required.some((name) => isDisjoint(property(one, name), property(other, name)))
  );
}

// ----- Properties

interface Property extends Pair {
  readonly wasRequired: boolean;
  readonly isRequired: boolean;
}

function propertiesOf(pair: Pair): readonly Property[] {
  const properties = childPair(pair, 'properties');
  const { base, current } = childPair(pair, 'required');
  const [before, after] = [listOf(base.value), listOf(current.value)];
  const names = new Set([...namesIn(properties), ...[...before, ...after].map(textOf)]);
  return [...names].map((name) => ({
    ...childPair(properties, name),
    wasRequired: before.includes(name),
    isRequired: after.includes(name),
  }));
}

/** Reports which properties an object has and requires. */
const compareProperty = (property: Property, around: Pair, context: Context): void => {
  const { base, current, wasRequired, isRequired } = property;
  const isRequiredNow = isRequired && !wasRequired;
  if (base.value === undefined && current.value !== undefined) {
    return report(context, isRequiredNow ? 'property-added-required' : 'property-added', property);
  }
  if (base.value !== undefined && current.value === undefined) {
    return report(context, 'property-removed', property);
  }
  const required = childPair(around, 'required');
  if (isRequiredNow) report(context, 'property-required', property, required);
  if (wasRequired && !isRequired) report(context, 'property-optional', property, required);
  const readOnly = childPair(property, 'readOnly');
  if (isRequired && readOnly.base.value === true && readOnly.current.value === undefined) {
    report(context, 'read-only-removed-required', property, readOnly);
  }
  schema(property, around, context);
};

// ----- Lifecycles

/** A transition is identified by its states and its cause. */
const keyOf = ({ value }: Side): string =>
  [
    childOf(value, 'in') ?? childOf(value, 'from'),
    childOf(value, 'to'),
    childOf(value, 'operation') ?? childOf(value, 'cause'),
  ]
    .filter((it) => typeof it === 'string')
    .join(' ');

const transitions: Comparer = (list, around, context) => {
  const detailsOf = (side: Side) => ({
    value: keyOf(side),
    operations: [childOf(side.value, 'operation')].filter((it) => typeof it === 'string'),
  });
  const kindOf = (side: Side) => (detailsOf(side).operations.length > 0 ? 'outcome' : 'transition');
  const { both, removed, added } = matchedItems(list, (one, other) => keyOf(one) === keyOf(other));
  for (const it of removed) {
    report(context, `${kindOf(it.base)}-removed`, around, it, detailsOf(it.base));
  }
  for (const it of added) {
    report(context, `${kindOf(it.current)}-added`, around, it, detailsOf(it.current));
  }
  const by =
    (rule: string, elementOf: (entry: Pair) => Pair): Comparer =>
    (part, entry) =>
      report(context, rule, elementOf(entry), part, detailsOf(entry.base));
  const text = by('text', (entry) => entry);
  const status = by('outcome-changed', () => around);
  for (const entry of both)
    object({ status, description: text, example: text })(entry, list, context);
};

const finalStates: Comparer = (list, around, context) => {
  const { removed, added } = matchedItems(list, byValue);
  for (const { base } of removed) {
    report(context, 'final-state-removed', around, list, { value: textOf(base.value) });
  }
  for (const { current } of added) {
    report(context, 'final-state-added', around, list, { value: textOf(current.value) });
  }
};

const lifecycle = element(
  'lifecycle',
  object({
    ...each('transitions unchanged refused', transitions),
    initial: 'lifecycle-initial',
    final: finalStates,
  }),
);

// ----- Keywords

const keywords: Table = {
  ...each('$ref properties required', ignored), // Followed, and compared one by one.
  ...each('minimum exclusiveMinimum minLength minItems minProperties minContains', lowerBound),
  ...each('maximum exclusiveMaximum maxLength maxItems maxProperties maxContains', upperBound),
  ...each('items contains propertyNames', subschema),
  ...each('prefixItems patternProperties', subschemas),
  ...each('additionalProperties unevaluatedProperties unevaluatedItems', others),
  ...each('example examples $comment x-enumDescriptions', 'text'),
  type,
  format,
  enum: values,
  const: 'const-changed',
  [nullable]: flag('null-allowed', 'null-disallowed'),
  multipleOf: bound((wide, narrow) => Number.isInteger(narrow / wide)),
  uniqueItems: limit('bound'),
  pattern: limit('pattern'),
  allOf: composition('allOf'),
  anyOf: composition('anyOf'),
  oneOf: composition('oneOf'),
  discriminator: keyword('discriminator'),
  default: keyword('default'),
  deprecated: 'deprecated',
  readOnly: flag('read-only', 'read-only-removed'),
  writeOnly: flag('write-only', 'write-only-removed'),
  'x-lifecycle': lifecycle,
};

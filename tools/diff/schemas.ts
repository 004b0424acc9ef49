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
  type Comparer,
  each,
  flag,
  followed,
  ignored,
  keyword,
  object,
  type Table,
} from './comparers.ts';
import { lifecycle } from './lifecycles.ts';
import { nullable } from './normalize.ts';
import { byPosition, byProperty, byValue, itemsOf, type Pair, type Side } from './pair.ts';

/** Compares schemas, one of which may be missing. */
export const schema: Comparer = (pair) => {
  if (pair.isSame) return;
  const { base, current } = pair;
  const $ref = childOf(base.value, '$ref');
  // Beside a reference that stays the same, other keywords may differ.
  const isSameReference = $ref !== undefined && $ref === childOf(current.value, '$ref');
  if (pair.existence) limit('schema')(pair, pair);
  else if (isSameReference) compareSchemas(pair, pair);
  else followed(compareSchemas)(pair, pair);
};

const compareSchemas: Comparer = (pair) => {
  object(keywords)(pair, pair);
  compareProperties(pair, pair);
};

// ----- Limits

/** Whether everything that a keyword with one value admits is also admitted with the other value. */
type Covers = (wide: Json, narrow: Json) => boolean;

/** Reports a keyword as `RULE-narrowed`, `RULE-widened` or `RULE-changed`. An absent keyword admits anything. */
const limit =
  (rule: string, covers: Covers = () => false): Comparer =>
  (part, around) => {
    const test = (wide: Json | undefined, narrow: Json | undefined) =>
      wide === undefined || (narrow !== undefined && covers(wide, narrow));
    const isNarrowed = test(part.base.value, part.current.value);
    const isWidened = test(part.current.value, part.base.value);
    const how = isNarrowed === isWidened ? 'changed' : isNarrowed ? 'narrowed' : 'widened';
    around.report(`${rule}-${how}`, part);
  };

const bound =
  (covers: (wide: number, narrow: number) => boolean): Comparer =>
  (part, around) => {
    const isValid = [part.base, part.current].every(({ value = 0 }) => typeof value === 'number');
    const compare = limit('bound', (wide, narrow) => covers(Number(wide), Number(narrow)));
    if (isValid) compare(part, around);
    else around.report('bound-changed', part);
  };
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
const format: Comparer = (part, around) => {
  const isHint = ({ value = 'password' }: Side) => value === 'password';
  if (isHint(part.base) && isHint(part.current)) around.report('format-hint', part);
  else limit('format', (wide) => wide === 'password')(part, around);
};

const values: Comparer = (list, around) => {
  const [before, after] = [listOf(list.base.value), listOf(list.current.value)];
  const name = Math.max(before.length, after.length) === 1 ? 'const' : 'enum';
  if (list.base.value === undefined) around.report(`${name}-narrowed`, list);
  else if (list.current.value === undefined) {
    around.report(name === 'const' ? 'const-widened' : 'enum-removed', list);
  } else if (name === 'const') around.report('const-changed', list);
  else {
    const { unmatched } = list.match(itemsOf, byValue);
    for (const it of unmatched) {
      around.report(`enum-value-${it.existence}`, it, { value: textOf(it.value) });
    }
    if (unmatched.length === 0) around.report('order', list);
  }
};

// ----- Schemas in schemas

/** The schema of items and the like: absent admits anything. */
const subschema: Comparer = (part, around) =>
  (!part.existence ? schema : limit('subschema'))(part, around);

const subschemas: Comparer = (part, around) => {
  for (const own of part.children) if (!own.isSame) subschema(own, around);
};

/** False admits nothing. */
const others: Comparer = (part, around) => {
  const isCompared = isObject(part.base.value) && isObject(part.current.value);
  const compare = isCompared ? schema : limit('other-properties', (_, narrow) => narrow === false);
  compare(part, around);
};

const composition =
  (name: 'oneOf' | 'anyOf' | 'allOf'): Comparer =>
  (list, around) => {
    const rule = name === 'allOf' ? 'allOf' : 'composition';
    if (list.existence) return limit(rule)(list, around);
    const isInline = ({ value }: Side) => childOf(value, '$ref') === undefined;
    const hasSameLength = listOf(list.base.value).length === listOf(list.current.value).length;
    const { both, unmatched } = list.match(
      itemsOf,
      byValue,
      byProperty('$ref'),
      byProperty('title'),
      (one, other) => hasSameLength && isInline(one) === isInline(other) && byPosition(one, other),
    );
    for (const pair of both) schema(pair, pair);
    const full = ({ value }: Side) => objectOf(resolve(list.context.roots.current, value).value);
    for (const it of unmatched) {
      const isAdded = it.existence === 'added';
      const meets = (pair: Pair) => !isDisjoint(full(pair.current), full(it.current));
      const isOverlap = name === 'oneOf' && isAdded && both.some(meets);
      const variant = isOverlap ? 'variant-overlaps' : `variant-${it.existence}`;
      const constraint = isAdded ? 'allOf-narrowed' : 'allOf-widened';
      const value = titleOf(it.value);
      around.report(name === 'allOf' ? constraint : variant, it, { value });
    }
    const isReordered = both.some(({ base, current }) => !byPosition(base, current));
    if (isReordered && unmatched.length === 0) around.report('order', list);
  };

function titleOf(value: Json | undefined): string {
  const name = childOf(value, '$ref') ?? childOf(value, 'title') ?? childOf(value, 'type');
  return typeof name === 'string' ? name.replace(/^.*\//, '') : JSON.stringify(value);
}

/** Whether it is certain that no value is valid by both schemas. */
function isDisjoint(one: JsonObject, other: JsonObject): boolean {
  const typesOf = (it: JsonObject): readonly Json[] => [it['type'] ?? 'any'].flat();
  const [types, otherTypes] = [typesOf(one), typesOf(other)];
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

/** Compares which properties an object has and requires. */
const compareProperties: Comparer = (pair) => {
  const properties = pair.child('properties');
  const required = pair.child('required');
  const [before, after] = [listOf(required.base.value), listOf(required.current.value)];
  const names = [...properties.children.map((it) => it.name), ...[...before, ...after].map(textOf)];
  for (const name of new Set(names)) {
    const property = properties.child(name);
    const isRequired = after.includes(name);
    const isRequiredNow = isRequired && !before.includes(name);
    const { existence, value } = property;
    if (existence && value !== undefined) {
      const isDemanded = existence === 'added' && isRequiredNow;
      property.report(`property-${existence}${isDemanded ? '-required' : ''}`);
      continue;
    }
    const readOnly = property.child('readOnly');
    if (isRequiredNow) property.report('property-required', required);
    if (before.includes(name) && !isRequired) property.report('property-optional', required);
    if (isRequired && readOnly.base.value === true && readOnly.current.value === undefined) {
      property.report('read-only-removed-required', readOnly);
    }
    schema(property, pair);
  }
};

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

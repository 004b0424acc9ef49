/** Compares two normalized schemas. Rules that end in `-narrowed` admit fewer values than before, `-widened` more. */
import { isDeepStrictEqual } from 'node:util';
import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  step,
  textOf,
} from './contract.ts';
import {
  as,
  type Comparer,
  compareProperties,
  type Context,
  followed,
  fresh,
  gone,
  inner,
  isSame,
  namesIn,
  type Pair,
  report,
  resolve,
  text,
} from './difference.ts';
import { nullable } from './normalize.ts';

/** Compares schemas, one of which may be missing. */
export function diffSchemas(pair: Pair, context: Context): void {
  if (isSame(pair)) return;
  const { base, current } = pair;
  if (base.value === undefined) report(context, 'schema-narrowed', pair);
  else if (current.value === undefined) report(context, 'schema-widened', pair);
  else {
    followed(pair, context, compareSchemas);
    // Beside a reference that stays the same, other keywords may differ.
    const $ref = step(base.value, '$ref');
    if ($ref !== undefined && $ref === step(current.value, '$ref')) compareSchemas(pair, context);
  }
}

function compareSchemas(pair: Pair, context: Context): void {
  compareProperties(pair, keywords(), context, ['$ref', 'properties', 'required']);
  properties(pair, context);
}

const narrowing = (
  rule: string,
  pair: Pair,
  context: Context,
  isNarrowed: boolean,
  isWidened: boolean,
  spot: Pair,
): void => {
  const how =
    isNarrowed && !isWidened ? 'narrowed' : isWidened && !isNarrowed ? 'widened' : 'changed';
  report(context, `${rule}-${how}`, pair, {
    spot,
    value: spot.current.pointer.split('/').at(-1) ?? '',
  });
};

/** A keyword that admits any value when it is absent. */
const constraint =
  (rule: string): Comparer =>
  (spot, element, context) =>
    narrowing(
      rule,
      element,
      context,
      spot.base.value === undefined,
      spot.current.value === undefined,
      spot,
    );

/** @param sign 1 for a lower bound, -1 for an upper one */
const bound =
  (sign: 1 | -1): Comparer =>
  (spot, element, context) => {
    const [before, after] = [spot.base.value, spot.current.value].map((it) =>
      typeof it === 'number' ? it : it === undefined ? -sign * Infinity : NaN,
    ) as [number, number];
    narrowing(
      'bound',
      element,
      context,
      sign * after > sign * before,
      sign * after < sign * before,
      spot,
    );
  };

const multipleOf: Comparer = (spot, element, context) => {
  const { value: before } = spot.base;
  const { value: after } = spot.current;
  const isMultiple = (one: unknown, of: unknown) =>
    of === undefined ||
    (typeof one === 'number' && typeof of === 'number' && Number.isInteger(one / of));
  narrowing('bound', element, context, isMultiple(after, before), isMultiple(before, after), spot);
};

const type: Comparer = (spot, element, context) => {
  const [before, after] = [spot.base.value, spot.current.value].map((it) =>
    it === undefined ? undefined : [it].flat(),
  );
  // Every integer is a number.
  const covers = (all: readonly Json[] | undefined, some: readonly Json[] | undefined) =>
    !all ||
    (some !== undefined &&
      some.every((it) => all.includes(it) || (it === 'integer' && all.includes('number'))));
  narrowing('type', element, context, covers(before, after), covers(after, before), spot);
};

const format: Comparer = (spot, element, context) => {
  const isHint = (it: Json | undefined) => it === undefined || it === 'password';
  if (isHint(spot.base.value) && isHint(spot.current.value))
    report(context, 'format-hint', element, { spot });
  else
    narrowing(
      'format',
      element,
      context,
      isHint(spot.base.value),
      isHint(spot.current.value),
      spot,
    );
};

const values: Comparer = (spot, element, context) => {
  const { value: before } = spot.base;
  const { value: after } = spot.current;
  if (!isList(before))
    report(
      context,
      after && listOf(after).length === 1 ? 'const-narrowed' : 'enum-narrowed',
      element,
      { spot },
    );
  else if (!isList(after))
    report(context, before.length === 1 ? 'const-widened' : 'enum-removed', element, { spot });
  else {
    const removed = before.filter((it) => !after.some((other) => isDeepStrictEqual(it, other)));
    const added = after.filter((it) => !before.some((other) => isDeepStrictEqual(it, other)));
    if (before.length === 1 && after.length === 1)
      report(context, 'const-changed', element, { spot });
    else if (removed.length + added.length === 0) report(context, 'order', element, { spot });
    else {
      for (const it of removed) {
        const at = before.indexOf(it);
        report(context, 'enum-value-removed', element, { spot: gone(spot, at), value: textOf(it) });
      }
      for (const it of added) {
        const at = after.indexOf(it);
        report(context, 'enum-value-added', element, { spot: fresh(spot, at), value: textOf(it) });
      }
    }
  }
};

/** True and absent admit anything, false nothing. */
const others: Comparer = (spot, element, context) => {
  const { base, current } = spot;
  if (isObject(base.value) && isObject(current.value)) diffSchemas(spot, context);
  else {
    const rank = (it: Json | undefined) => (it === undefined ? 2 : it === false ? 0 : 1);
    const [before, after] = [rank(base.value), rank(current.value)];
    narrowing('other-properties', element, context, after < before, after > before, spot);
  }
};

/** The schema of items and the like: absent admits anything. */
const subschema: Comparer = (spot, element, context) => {
  if (spot.base.value !== undefined && spot.current.value !== undefined) diffSchemas(spot, context);
  else constraint('subschema')(spot, element, context);
};

const tuple: Comparer = (list, element, context) => {
  const count = Math.max(listOf(list.base.value).length, listOf(list.current.value).length);
  for (let index = 0; index < count; index += 1) {
    if (!isSame(inner(list, index))) subschema(inner(list, index), element, context);
  }
};

/** Pairs the branches of two compositions: the same ones first, then those of the same reference, title or position. */
function branches(list: Pair): { both: Pair[]; removed: number[]; added: number[] } {
  const [before, after] = [listOf(list.base.value), listOf(list.current.value)];
  const added = new Set(after.keys());
  const both: Pair[] = [];
  let removed = [...before.keys()];
  const same = (name: string) => (one: Json, other: Json) =>
    step(one, name) !== undefined && step(one, name) === step(other, name);
  const isInline = (it: Json) => step(it, '$ref') === undefined;
  const position = (one: Json, other: Json, a: number, b: number) =>
    a === b && before.length === after.length && isInline(one) === isInline(other);
  for (const test of [isDeepStrictEqual, same('$ref'), same('title'), position]) {
    removed = removed.filter((at) => {
      const index = [...added].find((it) => test(before[at]!, after[it]!, at, it));
      if (index === undefined) return true;
      added.delete(index);
      both.push(inner(list, at, index));
      return false;
    });
  }
  return { both, removed, added: [...added] };
}

const nameOf = (branch: Json | undefined) => {
  const name = step(branch, '$ref') ?? step(branch, 'title') ?? step(branch, 'type');
  return typeof name === 'string' ? name.replace(/^.*\//, '') : JSON.stringify(branch);
};

const composition =
  (keyword: 'oneOf' | 'anyOf' | 'allOf'): Comparer =>
  (list, element, context) => {
    if (!isList(list.base.value) || !isList(list.current.value)) {
      const rule = keyword === 'allOf' ? 'allOf' : 'composition';
      constraint(rule)(list, element, context);
      return;
    }
    const { both, removed, added } = branches(list);
    const [less, more] =
      keyword === 'allOf'
        ? ['allOf-widened', 'allOf-narrowed']
        : ['variant-removed', 'variant-added'];
    for (const pair of both) diffSchemas(pair, context);
    for (const at of removed) {
      const branch = gone(list, at);
      report(context, less, element, { spot: branch, value: nameOf(branch.base.value) });
    }
    const existing = listOf(list.current.value).filter((_, index) => !added.includes(index));
    for (const at of added) {
      const branch = fresh(list, at);
      const root = context.roots.current;
      const full = (value: Json | undefined) =>
        objectOf(resolve({ pointer: '', value }, root).value);
      const overlaps =
        keyword === 'oneOf' &&
        existing.some((it) => !isDisjoint(full(it), full(branch.current.value)));
      report(context, overlaps ? 'variant-overlaps' : more, element, {
        spot: branch,
        value: nameOf(branch.current.value),
      });
    }
    if (both.length > 0 && removed.length + added.length === 0 && context.found.length === 0) {
      report(context, 'order', element, { spot: list });
    }
  };

/** Whether it is certain that no value is valid by both schemas. */
function isDisjoint(one: JsonObject, other: JsonObject): boolean {
  const types = (it: JsonObject) => (it['type'] === undefined ? undefined : [it['type']].flat());
  const [first, second] = [types(one), types(other)];
  const isNumber = (it: Json) => it === 'integer' || it === 'number';
  const overlap = (a: Json, b: Json) => a === b || (isNumber(a) && isNumber(b));
  if (first && second && !first.some((a) => second.some((b) => overlap(a, b)))) return true;
  if (isList(one['enum']) && isList(other['enum'])) {
    const listed = other['enum'];
    return !one['enum'].some((a) => listed.some((b) => isDeepStrictEqual(a, b)));
  }
  const required = listOf(one['required']).filter((it) => listOf(other['required']).includes(it));
  const isObjects = isDeepStrictEqual(first, ['object']) && isDeepStrictEqual(second, ['object']);
  return (
    isObjects &&
    required.some((name) =>
      isDisjoint(
        objectOf(step(one['properties'], textOf(name))),
        objectOf(step(other['properties'], textOf(name))),
      ),
    )
  );
}

/** Reports a keyword as a whole: `NAME-added`, `NAME-removed` or `NAME-changed`. */
function wholeKeyword(name: string): Comparer {
  return (spot, element, context) => {
    const { base, current } = spot;
    const change =
      base.value === undefined ? 'added' : current.value === undefined ? 'removed' : 'changed';
    report(context, `${name}-${change}`, element, { spot });
  };
}

/** Which properties an object has, and which of them are required: about each property, one difference at a time. */
function properties(pair: Pair, context: Context): void {
  const map = inner(pair, 'properties');
  const lists = inner(pair, 'required');
  const [before, after] = [lists.base.value, lists.current.value].map((it) =>
    listOf(it).map(String),
  );
  for (const name of new Set([...namesIn(map), ...before!, ...after!])) {
    const property = inner(map, name);
    const [was, is] = [before!.includes(name), after!.includes(name)];
    const [one, other] = [property.base.value, property.current.value];
    if (one === undefined && other !== undefined) {
      report(context, is && !was ? 'property-added-required' : 'property-added', property);
    } else if (one !== undefined && other === undefined)
      report(context, 'property-removed', property);
    else {
      const spot = was === is ? property : lists;
      if (is && !was) report(context, 'property-required', property, { spot });
      if (was && !is) report(context, 'property-optional', property, { spot });
      const readOnly = inner(property, 'readOnly');
      if (is && readOnly.base.value === true && readOnly.current.value === undefined) {
        report(context, 'read-only-removed-required', property, { spot: readOnly });
      }
      diffSchemas(property, context);
    }
  }
}

const oneWay =
  (name: string): Comparer =>
  (spot, element, context) =>
    report(context, spot.current.value === true ? name : `${name}-removed`, element, { spot });

const keywords = (): Readonly<Record<string, Comparer>> => ({
  type,
  format,
  enum: values,
  const: as('const-changed'),
  [nullable]: (spot, element, context) =>
    report(context, spot.current.value === true ? 'null-allowed' : 'null-disallowed', element, {
      spot,
    }),
  minimum: bound(1),
  exclusiveMinimum: bound(1),
  minLength: bound(1),
  minItems: bound(1),
  minProperties: bound(1),
  minContains: bound(1),
  maximum: bound(-1),
  exclusiveMaximum: bound(-1),
  maxLength: bound(-1),
  maxItems: bound(-1),
  maxProperties: bound(-1),
  maxContains: bound(-1),
  multipleOf,
  pattern: constraint('pattern'),
  uniqueItems: constraint('bound'),
  items: subschema,
  contains: subschema,
  propertyNames: subschema,
  prefixItems: tuple,
  patternProperties: (map, element, context) => {
    for (const name of namesIn(map))
      if (!isSame(inner(map, name))) subschema(inner(map, name), element, context);
  },
  additionalProperties: others,
  unevaluatedProperties: others,
  unevaluatedItems: others,
  allOf: composition('allOf'),
  anyOf: composition('anyOf'),
  oneOf: composition('oneOf'),
  discriminator: wholeKeyword('discriminator'),
  default: wholeKeyword('default'),
  deprecated: as('deprecated'),
  readOnly: oneWay('read-only'),
  writeOnly: oneWay('write-only'),
  example: text,
  examples: text,
  $comment: text,
  'x-enumDescriptions': text,
});

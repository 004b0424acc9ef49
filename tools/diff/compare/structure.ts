/** What schemas refer to, declare and require, what is left without a part, and which branches belong together. */
import {
  childrenOf,
  isList,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  nameOf,
  objectOf,
  textOf,
} from '@agent-conversation/contract';
import { isDeepStrictEqual } from 'node:util';
import {
  composedIn,
  constantsIn,
  isAnnotation,
  targetIn,
} from '@agent-conversation/inclusion';
import {
  bothSides,
  child,
  type Element,
  match,
  type Pair,
  referenced,
} from './comparison.ts';

/** Keywords whose schemas apply to the same value, whether or not all of them do. */
export const inPlace = ['allOf', 'anyOf', 'oneOf'];

/** Follows references that have nothing but annotations beside them. */
export function followed(
  root: JsonObject,
  element: Element,
  depth = 0,
): Element {
  const target = referenced(root, element);
  const {
    readOnly: _,
    writeOnly: __,
    ...constraints
  } = withoutAnnotations(element.value);
  const isAlone = Object.keys(constraints).length === 1;
  return target && isAlone && depth < 20
    ? followed(root, target, depth + 1)
    : element;
}

/** Writes alternatives that are constants as the enumeration that they are. */
export function asEnumeration(element: Element): Element {
  const { value } = element;
  const keyword = ['anyOf', 'oneOf'].find((name) =>
    constantsIn(objectOf(value)[name]),
  );
  if (keyword === undefined || objectOf(value)['enum'] !== undefined)
    return element;
  const { [keyword]: constants, ...rest } = objectOf(value);
  return { ...element, value: { ...rest, enum: [...constantsIn(constants)!] } };
}

/** Returns the only schema of a composition, unless the other side composes several in this way. */
export function withoutComposition(element: Element, other: Element): Element {
  const [only = '', ...more] = Object.keys(withoutAnnotations(element.value));
  if (!inPlace.includes(only) || more.length > 0) return element;
  const list = child(element, only);
  const isOfOne = listOf(list.value).length === 1;
  const isOtherOfMore = listOf(objectOf(other.value)[only]).length > 1;
  return isOfOne && !isOtherOfMore ? child(list, 0) : element;
}

/** Finds the properties that a schema declares, in it and in what it is composed of. */
export function declaredIn(
  root: JsonObject,
  element: Element,
  composed: readonly string[] = [...inPlace, 'then', 'else'],
  depth = 0,
): ReadonlyMap<string, Element> {
  const names = new Map<string, Element>();
  const { value } = element;
  if (!isObject(value) || depth > 20) return names;
  for (const name of Object.keys(objectOf(value['properties']))) {
    names.set(name, child(child(element, 'properties'), name));
  }
  const inner = composed.flatMap((keyword) => {
    const part = child(element, keyword);
    return isList(part.value)
      ? part.value.map((_, at) => child(part, at))
      : [part];
  });
  const target = referenced(root, element) ?? [];
  const declared = [target, inner]
    .flat()
    .flatMap((each) => [...declaredIn(root, each, composed, depth + 1)]);
  // The nearest one counts.
  return new Map([...declared.toReversed(), ...names]);
}

export const requiredIn = (
  root: JsonObject,
  schema: Json | undefined,
): ReadonlySet<string> =>
  new Set(
    composedIn(root, schema)
      .flatMap(({ required }) => listOf(required))
      .map(String),
  );

export const hasBranches = (schema: Json | undefined): boolean =>
  ['anyOf', 'oneOf'].some((keyword) => objectOf(schema)[keyword] !== undefined);

export function withoutAnnotations(
  schema: Json | undefined,
): Record<string, Json> {
  const entries = childrenOf(objectOf(schema)).filter(
    ([name]) => !isAnnotation(String(name)),
  );
  return Object.fromEntries(entries);
}

/** The schema of an element; where there is none, any value is valid. */
export const schemaOf = ({ value }: Element): Json => value ?? true;

export const isNotEmpty = (schema: Json): boolean =>
  !isObject(schema) || Object.keys(withoutAnnotations(schema)).length > 0;

/** Whether a schema describes objects: it has a type or keywords, and does not exclude them. */
export function mayBeObject(schema: Json | undefined): boolean {
  const keywords = withoutAnnotations(schema);
  const { type } = keywords;
  return (
    Object.keys(keywords).length > 0 &&
    (type === undefined || [type].flat().includes('object'))
  );
}

/** Removes keywords that say nothing: no properties, and a composition of nothing that is left. */
export function removeEmpty(schema: Record<string, Json>): void {
  for (const keyword of ['properties', 'patternProperties']) {
    if (Object.keys(objectOf(schema[keyword])).length === 0)
      delete schema[keyword];
  }
  if (isList(schema['allOf']) && schema['allOf'].length === 0)
    delete schema['allOf'];
}

export function without(map: Json | undefined, name: string): JsonObject {
  const { [name]: _, ...rest } = objectOf(map);
  return rest;
}

/** Returns the names of the components that a schema leads to, also by other ones. */
export function referencesFrom(
  root: JsonObject,
  value: Json | undefined,
  found = new Set<string>(),
): ReadonlySet<string> {
  const reference = textOf(objectOf(value)['$ref']);
  if (reference !== '' && !found.has(nameOf(reference))) {
    found.add(nameOf(reference));
    referencesFrom(root, targetIn(root, reference), found);
  }
  for (const [, inner] of childrenOf(value)) referencesFrom(root, inner, found);
  return found;
}

/**
 * Returns the schemas with a discriminator and no list of variants, and the names of those that are composed of them,
 * also by others, with the value that chooses each (OpenAPI 3.1, section 4.8.25).
 */
export function basesIn(
  root: JsonObject,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const schemas = objectOf(objectOf(root['components'])['schemas']);
  const isComposedOf = (base: Json | undefined, schema: Json | undefined) =>
    listOf(objectOf(schema)['allOf']).some((part) =>
      composedIn(root, part).some((each) => each === base),
    );
  const bases = Object.entries(schemas).filter(
    ([, schema]) =>
      objectOf(schema)['discriminator'] !== undefined && !hasBranches(schema),
  );
  return new Map(
    bases.map(([name, base]) => {
      const discriminator = objectOf(objectOf(base)['discriminator']);
      const mapping = Object.entries(objectOf(discriminator['mapping']));
      const choiceOf = (composed: string) =>
        mapping.find(([, target]) => componentOf(target) === composed)?.[0];
      const choices = Object.keys(schemas)
        .filter((each) => isComposedOf(base, schemas[each]))
        .map((each) => [each, choiceOf(each) ?? each] as const);
      return [name, new Map(choices)];
    }),
  );
}

/** Returns the component that a mapping has: it names or refers to one (OpenAPI 3.1.1, section 4.8.25). */
export function componentOf(target: Json | undefined): string {
  return textOf(target).replace(/^.*\//, '');
}

/** The annotations of a schema that refers to another one. */
export function annotationsBeside(
  element: Element,
  resolved: Element,
): readonly string[] {
  if (element.pointer === resolved.pointer) return [];
  return Object.keys(objectOf(element.value)).filter(isAnnotation);
}

/**
 * Finds out which branches belong together: equal ones, those with the same reference or title, and the rest by
 * position.
 */
export function matchBranches(lists: Pair, isOrdered: boolean) {
  const branches = bothSides((side) =>
    listOf(lists[side].value).map((_, at) => child(lists[side], at)),
  );
  const same = (name: string) => (one: Element, other: Element) => {
    const value = objectOf(one.value)[name];
    return value !== undefined && value === objectOf(other.value)[name];
  };
  const isInline = ({ value }: Element) =>
    objectOf(value)['$ref'] === undefined;
  const hasSameLength = branches.base.length === branches.current.length;
  const isSamePosition = (one: Element, other: Element) =>
    nameOf(one.pointer) === nameOf(other.pointer);
  if (isOrdered) return match(branches, [isSamePosition]);
  return match(branches, [
    (one, other) => isDeepStrictEqual(one.value, other.value),
    same('$ref'),
    same('title'),
    (one, other) =>
      hasSameLength &&
      isInline(one) === isInline(other) &&
      isSamePosition(one, other),
  ]);
}

/** The schemas of a document. */
import { type Resolved, resolve } from './document.ts';
import {
  childOf,
  childrenOf,
  isList,
  isObject,
  listOf,
  objectOf,
  pointerTo,
} from './json.ts';
import type { Schema } from './model.ts';

/**
 * Returns a copy of a schema in which those directly in it are replaced (JSON Schema 2020-12, section 10); no reference
 * is followed.
 *
 * @param replace returns the replacement of a schema with its pointer in the outer one
 */
export function replaceSubschemas(
  schema: object,
  replace: (schema: unknown, pointer: string) => unknown,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(schema).map(
    ([keyword, it]: [string, unknown]) => {
      const isSchema =
        keyword === 'items' ||
        (keyword === 'additionalProperties' && isObject(it));
      if (isSchema) return [keyword, replace(it, pointerTo('', keyword))];
      if (!/^(properties|prefixItems|anyOf|oneOf|allOf)$/.test(keyword))
        return [keyword, it];
      const inner = childrenOf(it).map(
        ([step, child]) =>
          [step, replace(child, pointerTo('', keyword, step))] as const,
      );
      return [
        keyword,
        isList(it)
          ? inner.map(([, child]) => child)
          : Object.fromEntries(inner),
      ];
    },
  );
  return Object.fromEntries(entries) as Readonly<Record<string, unknown>>;
}

/** Returns the schemas directly in a schema, with their pointers in it; no reference is followed. */
export function subschemasOf(
  schema: Schema,
): readonly (readonly [pointer: string, schema: Schema])[] {
  const subschemas: [string, Schema][] = [];
  replaceSubschemas(schema, (it, pointer) =>
    subschemas.push([pointer, it as Schema]),
  );
  return subschemas;
}

/** Returns the alternatives that a schema allows; the schema itself if it has none. */
export function branchesOf(
  root: unknown,
  schema: unknown,
): readonly Resolved[] {
  const resolved = resolve(root, schema);
  const choice =
    childOf(resolved.value, 'anyOf') ?? childOf(resolved.value, 'oneOf');
  return isList(choice)
    ? choice.flatMap((each) => branchesOf(root, each))
    : [resolved];
}

/**
 * Whether a valid value, undefined if it is absent, is of one of the alternatives that a schema allows: by its type,
 * and by its required and constant properties.
 */
export function matchesBranch(
  root: unknown,
  branch: unknown,
  value: unknown,
): boolean {
  const { type, const: constant, properties, required } = objectOf(branch);
  const types = [type].flat();
  if (value === undefined) return false;
  if (type !== undefined && !types.some((it) => isOfType(value, it)))
    return false;
  if (constant !== undefined && constant !== value) return false;
  return Object.entries(objectOf(properties)).every(([name, property]) => {
    const actual = childOf(value, name);
    if (actual === undefined) return !listOf(required).includes(name);
    const tag = childOf(resolve(root, property).value, 'const');
    return tag === undefined || tag === actual;
  });
}

/**
 * Returns the names of all properties whose values are secret, sorted: `x-secret` annotates their schema, or one that
 * it refers to or consists of.
 */
export function secretNamesIn(root: unknown): string[] {
  return annotatedNamesIn(root, true);
}

/** Returns the names of all properties whose values are URLs with a secret in the query, sorted: `x-secret: query`. */
export function secretQueryNamesIn(root: unknown): string[] {
  return annotatedNamesIn(root, 'query');
}

function annotatedNamesIn(
  root: unknown,
  annotation: Schema['x-secret'],
): string[] {
  const isSecret = (schema: unknown, passed = new Set<unknown>()): boolean => {
    const { value } = resolve(root, schema);
    if (!isObject(value) || passed.has(value)) return false;
    const { properties: _, ...own } = value;
    const parts = subschemasOf(own);
    return (
      own['x-secret'] === annotation ||
      parts.some(([, it]) => isSecret(it, passed.add(value)))
    );
  };
  const namesIn = (value: unknown): readonly string[] =>
    childrenOf(value).flatMap(([keyword, child]) => {
      const properties = keyword === 'properties' ? childrenOf(child) : [];
      const secrets = properties.filter(([, schema]) => isSecret(schema));
      return [...secrets.map(([name]) => String(name)), ...namesIn(child)];
    });
  return [...new Set(namesIn(root))].toSorted();
}

/** Whether a value has a type of JSON Schema. */
export function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return isList(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

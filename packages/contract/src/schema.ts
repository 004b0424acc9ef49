/** What operations declare for their responses, and the schemas of the values in a body. */
import { type Operation, type Resolved, resolve } from './document.ts';
import {
  childOf,
  childrenOf,
  isList,
  isObject,
  type JsonObject,
  objectOf,
  pointerTo,
} from './json.ts';
import type { Schema } from './model.ts';

export type DeclaredContent = ReturnType<typeof contentOf>;

/**
 * Returns what a response or a request body declares: the first media type with its schema, undefined if there is no
 * body, and the values of the examples by name.
 */
export function contentOf(root: unknown, node: unknown) {
  const { headers, content } = objectOf(resolve(root, node).value);
  const [mediaType, media] = Object.entries(objectOf(content))[0] ?? [];
  return {
    headers: namedIn(root, headers, (header) => header),
    mediaType,
    schema: childOf(media, 'schema') as Schema | undefined,
    examples: namedIn(root, childOf(media, 'examples'), ({ value }) => value),
  };
}

/** Returns the responses of an operation by status code, which may also be a range or `default`. */
export function responsesOf(
  root: unknown,
  { value }: Pick<Operation<unknown>, 'value'>,
): ReadonlyMap<string, DeclaredContent> {
  return namedIn(root, childOf(value, 'responses'), (response) => contentOf(root, response));
}

function namedIn<T>(root: unknown, map: unknown, read: (entry: JsonObject) => T): Map<string, T> {
  const entries = Object.entries(objectOf(map));
  return new Map(entries.map(([name, it]) => [name, read(objectOf(resolve(root, it).value))]));
}

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
  const entries = Object.entries(schema).map(([keyword, it]: [string, unknown]) => {
    const isSchema = keyword === 'items' || (keyword === 'additionalProperties' && isObject(it));
    if (isSchema) return [keyword, replace(it, pointerTo('', keyword))];
    if (!/^(properties|prefixItems|anyOf|oneOf|allOf)$/.test(keyword)) return [keyword, it];
    const inner = childrenOf(it).map(
      ([step, child]) => [step, replace(child, pointerTo('', keyword, step))] as const,
    );
    return [keyword, isList(it) ? inner.map(([, child]) => child) : Object.fromEntries(inner)];
  });
  return Object.fromEntries(entries) as Readonly<Record<string, unknown>>;
}

/** Returns the schemas directly in a schema, with their pointers in it; no reference is followed. */
export function subschemasOf(
  schema: Schema,
): readonly (readonly [pointer: string, schema: Schema])[] {
  const found: [string, Schema][] = [];
  replaceSubschemas(schema, (it, pointer) => found.push([pointer, it as Schema]));
  return found;
}

/** Returns the alternatives that a schema allows; the schema itself if it has none. */
export function branchesOf(root: unknown, schema: unknown): readonly Resolved[] {
  const resolved = resolve(root, schema);
  const choice = childOf(resolved.value, 'anyOf') ?? childOf(resolved.value, 'oneOf');
  return isList(choice) ? choice.flatMap((each) => branchesOf(root, each)) : [resolved];
}

/**
 * Returns the names of all properties whose values are secret, sorted: `x-secret` annotates their schema, or one that
 * it refers to or consists of.
 */
export function secretNamesIn(root: unknown): string[] {
  const isSecret = (schema: unknown, passed = new Set<unknown>()): boolean => {
    const { value } = resolve(root, schema);
    if (!isObject(value) || passed.has(value)) return false;
    passed.add(value);
    const parts = subschemasOf(value);
    const isOther = (pointer: string) => !pointer.startsWith('/properties/');
    return (
      value['x-secret'] === true ||
      parts.some(([pointer, part]) => isOther(pointer) && isSecret(part, passed))
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

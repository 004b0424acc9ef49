/** What operations declare for their responses, and the schemas of the values in a body. */
import { type Operation, type Resolved, resolve } from './document.ts';
import {
  childOf,
  childrenOf,
  isList,
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  pointerTo,
  textOf,
} from './json.ts';
import type { Schema } from './model.ts';

/** What a response or a request body declares. */
export interface DeclaredContent {
  readonly headers: ReadonlyMap<string, JsonObject>;
  /** The first one; undefined if no body is declared, as the schema. */
  readonly mediaType: string | undefined;
  readonly schema: Schema | undefined;
  /** The values of the examples by name. */
  readonly examples: ReadonlyMap<string, Json | undefined>;
}

/** Returns what a response or a request body declares. */
export function contentOf(root: unknown, node: unknown): DeclaredContent {
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

/** Returns the schemas directly in a schema, with their pointers in it; no reference is followed. */
export function subschemasOf(
  schema: Schema,
): readonly (readonly [pointer: string, schema: Schema])[] {
  return schemaKeywords.flatMap((keyword) => {
    const it = schema[keyword];
    if (typeof it !== 'object') return [];
    if (keyword === 'items' || keyword === 'additionalProperties') {
      return [[pointerTo('', keyword), it as Schema] as const];
    }
    return Object.entries(it as Readonly<Record<string, Schema>>).map(
      ([step, each]) => [pointerTo('', keyword, step), each] as const,
    );
  });
}

/** The keywords that hold schemas (JSON Schema 2020-12, section 10). */
const schemaKeywords = [
  'properties',
  'additionalProperties',
  'items',
  'prefixItems',
  'anyOf',
  'oneOf',
  'allOf',
] as const;

/** A value in a body, with the schema that applies to it. */
export interface SchemaValue {
  /** JSON Pointer into the body. */
  readonly pointer: string;
  readonly value: Json;
  /** Behind its references; of `oneOf` and `anyOf`, the branch that the value matches. */
  readonly schema: JsonObject;
  /** The types that all branches allow together; undefined for any type. */
  readonly types: readonly string[] | undefined;
  /** The property that distinguishes the alternatives of its schema. */
  readonly tag: string | undefined;
  /** Whether it is the tag of its object. */
  readonly isDiscriminator: boolean;
  /** The pointer of the value, here or further out, whose schema has alternatives without a tag. */
  readonly union: string | undefined;
  /** The pointers of the referenced schemas that apply to it or to a value around it. */
  readonly references: readonly string[];
}

/** Returns all values of a valid body with their schemas, from the outside to the inside. */
export function schemaValuesOf(root: unknown, schema: unknown, body: Json): SchemaValue[] {
  const visit = (
    node: unknown,
    at: Omit<SchemaValue, 'schema' | 'types' | 'tag'>,
  ): SchemaValue[] => {
    const outer = resolve(root, node);
    const branches = branchesOf(root, node);
    const branch = objectOf(branches.find((it) => isMatch(root, it.value, at.value))?.value);
    const types = branches.map(({ value }) => childOf(value, 'type'));
    const choices = branches.filter(({ value }) => childOf(value, 'type') !== 'null');
    const tag = choices.length > 1 ? tagOf(root, choices) : undefined;
    const isOpen = choices.length > 1 && tag === undefined;
    const followed = [outer, ...branches].flatMap(({ pointer }) => pointer ?? []);
    const found: SchemaValue = {
      ...at,
      tag,
      union: at.union ?? (isOpen ? at.pointer : undefined),
      schema: branch,
      types: types.includes(undefined) ? undefined : (types.flat() as string[]),
      references: [...new Set([...at.references, ...followed])],
    };
    const inner = childrenOf(at.value).flatMap(([step, value]) => {
      const child = { value, pointer: pointerTo(at.pointer, step), isDiscriminator: step === tag };
      return visit(schemaOf(branch, step), { ...found, ...child });
    });
    return [found, ...inner];
  };
  const start = { isDiscriminator: false, union: undefined, references: [] };
  return visit(schema, { ...start, pointer: '', value: body });
}

/** Returns the property that has a constant in each alternative of a schema. */
function tagOf(root: unknown, branches: readonly Resolved[]): string | undefined {
  const hasTag = (branch: Resolved, name: string) =>
    childOf(resolve(root, childOf(childOf(branch.value, 'properties'), name)).value, 'const');
  const names = Object.keys(objectOf(childOf(branches[0]?.value, 'properties')));
  return names.find((name) => branches.every((it) => hasTag(it, name) !== undefined));
}

/** Returns the alternatives that a schema allows; the schema itself if it has none. */
export function branchesOf(root: unknown, schema: unknown): readonly Resolved[] {
  const resolved = resolve(root, schema);
  const choice = childOf(resolved.value, 'anyOf') ?? childOf(resolved.value, 'oneOf');
  return isList(choice) ? choice.flatMap((each) => branchesOf(root, each)) : [resolved];
}

/** Whether a value has the type and the constants that set a branch apart. */
function isMatch(root: unknown, branch: unknown, value: Json): boolean {
  const { type, const: constant, properties } = objectOf(branch);
  if (constant !== undefined && constant !== value) return false;
  if (type !== undefined && ![type].flat().some((each) => isOfType(value, each))) return false;
  return Object.entries(objectOf(properties)).every(([name, property]) => {
    const [tag, own] = [childOf(resolve(root, property).value, 'const'), childOf(value, name)];
    return tag === undefined || own === undefined || own === tag;
  });
}

/** Returns the schema of a property or an item. */
function schemaOf(schema: JsonObject, step: string | number): Json | undefined {
  if (typeof step === 'number') return childOf(schema['prefixItems'], step) ?? schema['items'];
  return childOf(schema['properties'], step) ?? schema['additionalProperties'];
}

/** Whether a value has a type of JSON Schema. */
export function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return isList(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

/** Examples of the formats of strings. */
const formats: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  uri: 'https://example.com/',
  uuid: '0f6b8c1e-3d52-4a7b-9c1d-2e3f4a5b6c7d',
};

/**
 * Returns a value that a schema without references and nested schemas allows.
 *
 * @param text for strings without a format
 */
export function sampleOf(schema: JsonObject, text = 'sample'): Json {
  const { type = 'string', format, minimum = 1, const: constant, enum: values } = schema;
  const [first] = isList(values) ? values : [constant];
  if (first !== undefined) return first;
  const string = formats[textOf(format)] ?? text;
  const numbers = { integer: minimum, number: minimum };
  const samples: JsonObject = { ...numbers, string, boolean: true, array: [], object: {} };
  return samples[textOf([type].flat()[0])] ?? null;
}

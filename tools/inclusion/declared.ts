/** What schemas declare: properties, tags of alternatives, constants, annotations; wherever they are composed of it. */
import {
  childrenOf,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
} from '@agent-conversation/contract';
import { isAnnotation, type Side, targetIn } from './side.ts';

/** Returns what a schema refers to. */
export function referenced(
  { $ref }: JsonObject,
  root: JsonObject,
): Json | undefined {
  return typeof $ref === 'string' ? targetIn(root, $ref) : undefined;
}

interface Declaring {
  readonly schema: JsonObject;
  readonly side: Side;
}

export function entriesOf(
  value: Json | undefined,
): readonly (readonly [string, Json])[] {
  return childrenOf(objectOf(value)).map(([name, each]) => [
    String(name),
    each,
  ]);
}

/** Whether an object declares that it has other properties too. */
export const isOpenObject = (schema: Json, { root }: Side): boolean =>
  !isObject(schema) ||
  composedIn(root, schema).some(
    ({ additionalProperties = false, patternProperties }) =>
      additionalProperties !== false || patternProperties !== undefined,
  );

type Declared = ReadonlyMap<string, readonly Json[]>;

/** Returns the schemas of the properties that a schema declares, in it and in what it is composed of. */
export function declaredIn(schema: Json, side: Side, depth = 0): Declared {
  const byName = new Map<string, readonly Json[]>();
  if (!isObject(schema) || depth > 10) return byName;
  const add = (name: string, schemas: readonly Json[]) =>
    byName.set(name, [...(byName.get(name) ?? []), ...schemas]);
  for (const [name, property] of entriesOf(schema['properties']))
    add(name, [property]);
  for (const inner of inPlaceSchemas(schema, side)) {
    for (const [name, schemas] of declaredIn(inner, side, depth + 1))
      add(name, schemas);
  }
  return byName;
}

/** Returns the property whose listed values are different in all alternatives. */
export function tagOf(
  alternatives: readonly Declared[],
  side: Side,
): string | undefined {
  const [first, ...rest] = alternatives;
  return [...(first?.keys() ?? [])].find((name) => {
    const lists = [first!, ...rest].map((declared) =>
      listedIn(declared.get(name) ?? [], side),
    );
    const values = lists.flat();
    const areListed = lists.every((list) => list.length > 0);
    return areListed && new Set(values).size === values.length;
  });
}

/** Returns the values that the first of some schemas lists, as JSON. */
function listedIn(schemas: readonly Json[], { root }: Side): readonly string[] {
  const lists = schemas
    .flatMap((schema) => composedIn(root, schema))
    .map(({ const: constant, enum: values }) =>
      constant === undefined ? listOf(values) : [constant],
    );
  const listed = lists.find(({ length }) => length > 0) ?? [];
  return listed.map((value) => JSON.stringify(value));
}

/** Returns the values of alternatives that are constants, each once: they are an enumeration. */
export function constantsIn(
  branches: Json | undefined,
): readonly Json[] | undefined {
  const constants = listOf(branches).map((branch) => {
    const keywords = Object.keys(objectOf(branch)).filter(
      (keyword) => !isAnnotation(keyword),
    );
    return keywords.length === 1 ? objectOf(branch)['const'] : undefined;
  });
  const texts = new Set(constants.map((constant) => JSON.stringify(constant)));
  const isEnumeration = constants.length > 1 && texts.size === constants.length;
  const values = constants.filter((constant) => constant !== undefined);
  return isEnumeration && values.length === constants.length
    ? values
    : undefined;
}

/** Returns a schema and all that it is composed of: what it refers to, and the schemas of `allOf`. */
export function composedIn(
  root: JsonObject,
  schema: Json | undefined,
  depth = 0,
): readonly JsonObject[] {
  if (!isObject(schema) || depth > 20) return [];
  const parts = [referenced(schema, root), ...listOf(schema['allOf'])];
  return [
    schema,
    ...parts.flatMap((each) => composedIn(root, each, depth + 1)),
  ];
}

/** Whether a schema, or what it is composed of, has an annotation. */
export const isAnnotated = (
  schema: Json | undefined,
  { root }: Pick<Side, 'root'>,
  annotation: string,
): boolean =>
  composedIn(root, schema).some((each) => each[annotation] === true);

/** Returns the schemas that apply to the same value as a schema does. */
export function inPlaceSchemas(
  schema: JsonObject,
  side: Side,
): readonly Json[] {
  const { allOf, anyOf, oneOf, if: condition, then, else: other } = schema;
  const lists = [allOf, anyOf, oneOf].flatMap(listOf);
  const target = referenced(schema, side.root);
  return [target, condition, then, other, ...lists].filter(
    (each) => each !== undefined,
  );
}

/** In a composition, one part may declare a property that another one requires. */
export function withLeftOutNames({ schema, side }: Declaring): Side {
  const isComposed =
    schema['allOf'] !== undefined || schema['$ref'] !== undefined;
  if (!isComposed || side.leftOut === undefined) return side;
  const declared = [...declaredIn(schema, side)];
  const names = declared
    .filter(([, schemas]) =>
      schemas.some((each) => isAnnotated(each, side, side.leftOut!)),
    )
    .map(([name]) => name);
  const leftOutNames = [
    ...new Set([...(side.leftOutNames ?? []), ...names]),
  ].toSorted();
  return names.length === 0 ? side : { ...side, leftOutNames };
}

/** Whether a property is no part of the values that are sent. */
export function isLeftOut(name: string, { schema, side }: Declaring): boolean {
  if (side.leftOut === undefined) return false;
  if (side.leftOutNames?.includes(name)) return true;
  const properties = objectOf(schema['properties']);
  return isAnnotated(properties[name], side, side.leftOut);
}

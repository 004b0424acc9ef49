/** Whether values have only what a schema declares: the values of whoever sends no other properties. */
import {
  childrenOf,
  isList,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  textOf,
  valueAt,
} from '@agent-conversation/contract';

/** Where these stand, what is declared depends on the value. */
const depending = [
  'oneOf',
  'if',
  'not',
  'dependentSchemas',
  'contains',
  'unevaluatedProperties',
  'unevaluatedItems',
  'minProperties',
  'maxProperties',
];

/** Whether all properties of a value are declared; undefined if that depends on more than the names of properties. */
export function isDeclared(
  value: Json,
  schema: Json,
  root: JsonObject,
): boolean | undefined {
  const parts = partsOf(schema, root);
  if (parts === undefined) return undefined;
  if (isList(value)) {
    const judged = value.map((item, at) =>
      allOf(
        parts
          .flatMap((part) => itemsOf(part, at))
          .map((each) => isDeclared(item, each, root)),
      ),
    );
    return allOf(judged);
  }
  if (!isObject(value)) return true;
  const isOpen =
    parts.every((part) => !isDeclaring(part)) || parts.some(hasOthers);
  const judged = childrenOf(value).map(([name, property]) => {
    const schemas = parts.flatMap((part) => propertiesOf(part, String(name)));
    const isNamed =
      schemas.length > 0 ||
      parts.some((part) => isRequired(part, String(name)));
    if (!isNamed && !isOpen) return false;
    return allOf(schemas.map((each) => isDeclared(property, each, root)));
  });
  return allOf(judged);
}

function allOf(judged: readonly (boolean | undefined)[]): boolean | undefined {
  if (judged.includes(false)) return false;
  return judged.includes(undefined) ? undefined : true;
}

/** Returns the objects that describe the same value; undefined if that depends on the value. */
function partsOf(
  schema: Json,
  root: JsonObject,
): readonly JsonObject[] | undefined {
  if (!isObject(schema)) return [];
  if (depending.some((keyword) => schema[keyword] !== undefined))
    return undefined;
  const { $ref, allOf: members, anyOf } = schema;
  const target =
    $ref === undefined ? [] : [valueAt(root, textOf($ref).slice(1)) ?? true];
  const inner = [...target, ...listOf(members), ...listOf(anyOf)].map((each) =>
    partsOf(each, root),
  );
  return inner.includes(undefined)
    ? undefined
    : [schema, ...inner.flatMap((each) => each ?? [])];
}

const isDeclaring = (part: JsonObject): boolean =>
  ['properties', 'patternProperties', 'required', 'dependentRequired'].some(
    (keyword) => childrenOf(part[keyword]).length > 0,
  );

const hasOthers = ({
  additionalProperties = false,
  propertyNames,
}: JsonObject): boolean =>
  additionalProperties !== false || propertyNames !== undefined;

function propertiesOf(part: JsonObject, name: string): readonly Json[] {
  const { properties, patternProperties, additionalProperties = true } = part;
  const named = Object.hasOwn(objectOf(properties), name)
    ? [objectOf(properties)[name]!]
    : [];
  const matching = childrenOf(patternProperties)
    .filter(([pattern]) => new RegExp(String(pattern), 'u').test(name))
    .map(([, schema]) => schema);
  const declared = [...named, ...matching];
  return declared.length > 0 || additionalProperties === true
    ? declared
    : [additionalProperties];
}

function isRequired(
  { required, dependentRequired }: JsonObject,
  name: string,
): boolean {
  const needed = childrenOf(dependentRequired).flatMap(([key, names]) => [
    key,
    ...listOf(names),
  ]);
  return [...listOf(required), ...needed].includes(name);
}

function itemsOf(
  { prefixItems, items }: JsonObject,
  at: number,
): readonly Json[] {
  const itemSchema = listOf(prefixItems)[at] ?? items;
  return itemSchema === undefined ? [] : [itemSchema];
}

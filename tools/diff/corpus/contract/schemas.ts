import { type Json, type JsonObject, isObject } from './json.ts';
import { objectAt, pointerOf, valueAt } from './pointer.ts';

/** A schema of the contract, as it stands in a component: the component itself, or one inside of it. */
export interface Schema {
  readonly pointer: string;
  readonly value: JsonObject;
  /** What people call it, such as `Sandbox.status` or `Sandbox.exposed_urls[]`. */
  readonly name: string;
  /** Of a member: the schema that has it, and its own name. */
  readonly member?: { readonly of: string; readonly name: string; readonly required: boolean };
}

function inside(
  pointer: string,
  value: Json | undefined,
  name: string,
  member?: Schema['member'],
): readonly Schema[] {
  if (!isObject(value)) return [];
  const { properties, required, items, additionalProperties } = value;
  return [
    { pointer, value, name, ...(member && { member }) },
    ...Object.entries(isObject(properties) ? properties : {}).flatMap(([key, inner]) =>
      inside(pointer + pointerOf('properties', key), inner, `${name}.${key}`, {
        of: pointer,
        name: key,
        required: Array.isArray(required) && required.includes(key),
      }),
    ),
    ...inside(`${pointer}/items`, items, `${name}[]`),
    ...inside(`${pointer}/additionalProperties`, additionalProperties, `${name}{}`),
  ];
}

/** All schemas of a contract's components: of its schemas, and of its parameters. */
export function schemasOf(contract: JsonObject): readonly Schema[] {
  const ofSchemas = Object.entries(objectAt(contract, '/components/schemas')).flatMap(
    ([name, value]) => inside(pointerOf('components', 'schemas', name), value, name),
  );
  const ofParameters = Object.keys(objectAt(contract, '/components/parameters')).flatMap((name) => {
    const pointer = pointerOf('components', 'parameters', name, 'schema');
    return inside(pointer, valueAt(contract, pointer), `the parameter ${name}`);
  });
  return [...ofSchemas, ...ofParameters];
}

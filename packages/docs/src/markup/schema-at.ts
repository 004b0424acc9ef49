import { type Contract, nameOf, type Schema } from '../contract.ts';

/**
 * The schema that Redoc shows at a path of properties.
 *
 * @param path such as `items[]/status`, or `env/property name*` for the values of a map
 * @returns as the contract has it: a reference may stand in it, with keywords of its own beside
 */
export function schemaAt(contract: Contract, root: Schema, path: string): Schema | undefined {
  return path
    .split('/')
    .reduce<Schema | undefined>(
      (schema, step) => schema && propertyAt(listed(contract, schema), step),
      root,
    );
}

function propertyAt(schema: Schema, step: string): Schema | undefined {
  if (step === '[i]') return schema;
  if (step === 'property name*') {
    return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  }
  return schema.properties?.[step.replace(/(\[\])+$/, '')];
}

/** The object that a schema is, or that the list consists of that it is. */
function listed(contract: Contract, schema: Schema): Schema {
  const { $ref, items } = withoutNull(schema);
  if ($ref !== undefined) return listed(contract, contract.components.schemas[nameOf($ref)] ?? {});
  return items === undefined ? withoutNull(schema) : listed(contract, items);
}

/** The schema that a value has unless it is null. */
function withoutNull(schema: Schema): Schema {
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  return only && others.length === 0 ? only : schema;
}

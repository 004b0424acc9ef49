import { resolve, type Schema } from '../../src/contract.ts';
import { fits } from '../../src/requests/faulty-requests.ts';

/**
 * A valid value of a schema without the members that the schema does not list: answers may have them, and
 * a type rejects them in an object literal.
 */
export function listedMembers(schema: Schema, value: unknown): unknown {
  const branch = choicesOf(schema).find((choice) => fits(choice, value));
  if (!branch) return value;
  if (Array.isArray(value)) return value.map((item) => listedMembers(branch.items ?? {}, item));
  if (typeof value !== 'object' || value === null) return value;
  const { properties, additionalProperties: others } = branch;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const listed = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (properties && !listed) return [];
      return [[name, listedMembers(listed ?? (typeof others === 'object' ? others : {}), member)]];
    }),
  );
}

function choicesOf(schema: Schema): Schema[] {
  const target = resolve<Schema>(schema);
  return (target.anyOf ?? target.oneOf)?.flatMap(choicesOf) ?? [target];
}

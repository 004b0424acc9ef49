import { references, type Schema } from '../contract.ts';

/**
 * The schemas that others refer to, and those that these refer to themselves.
 *
 * @param schemas all that there are, by name
 */
export function reachable(
  schemas: Readonly<Record<string, Schema>>,
  start: readonly Schema[],
): Record<string, Schema> {
  const found: Record<string, Schema> = {};
  const open = start.flatMap(references);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const schema = schemas[name];
    if (schema === undefined || found[name]) continue;
    found[name] = schema;
    open.push(...references(schema));
  }
  return found;
}

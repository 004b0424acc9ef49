import { type Contract, nameOf, references, type Schema, withoutBundleTexts } from '../contract.ts';
import { isObject } from '@agent-conversation/contract';

/**
 * Copies a part of a bundled contract in the form in which Redoc shows all that there is to read without a
 * click:
 *
 * - `anyOf` of a schema and null becomes that schema, nullable: Redoc makes two buttons of it, with the
 *   properties behind the first;
 * - `oneOf` of several schemas gets a description that leads to each of them: Redoc shows the properties of
 *   one at a time;
 * - descriptions lose what the bundle puts into them for other readers, as the pages show it by themselves.
 *
 * @param linkTo the address of a schema
 */
export function project<T>(contract: Contract, node: T, linkTo: (name: string) => string): T;
export function project(
  contract: Contract,
  node: unknown,
  linkTo: (name: string) => string,
): unknown {
  if (Array.isArray(node)) return node.map((item: unknown) => project(contract, item, linkTo));
  if (!isObject(node)) return node;
  const { anyOf, oneOf, discriminator: _, ...rest } = withoutBundleTexts(node);
  const copy = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, project(contract, value, linkTo)]),
  );
  const alternatives = ((anyOf ?? oneOf ?? []) as unknown as Schema[]).filter(
    ({ type }) => type !== 'null',
  );
  const [only, ...others] = alternatives;
  if (!only) return copy;
  if (others.length > 0) return { ...copy, description: choice(copy, alternatives, linkTo) };
  return { ...nullable(contract, only, linkTo), ...copy };
}

function nullable(contract: Contract, schema: Schema, linkTo: (name: string) => string): Schema {
  if (schema.$ref === undefined) return schema;
  const title = nameOf(schema.$ref);
  const copy = project(contract, contract.components.schemas[title]!, linkTo);
  return { ...copy, title, type: [copy.type ?? [], 'null'].flat() };
}

function choice(
  { description }: Record<string, unknown>,
  schemas: readonly Schema[],
  linkTo: (name: string) => string,
): string {
  const names = schemas.map(({ $ref, type }) =>
    $ref === undefined ? String(type) : `[${nameOf($ref)}](${linkTo(nameOf($ref))})`,
  );
  const before = typeof description === 'string' ? `${description}\n\n` : '';
  return `${before}One of ${names.join(', ')}.`;
}

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

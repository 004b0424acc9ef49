import { nameOf, type Contract, type Schema } from '../contract.ts';
import type { LinkTo } from './links.ts';
import { blocks, code, codeOf, link, table } from './markdown-text.ts';
import { propertiesTable } from './properties-table.ts';
import { meaningAboveProvenance } from './provenance-text.ts';
import type { SchemaGroup } from './schema-groups.ts';
import type { SchemaUses } from './schema-uses.ts';
import { rules, typeText } from './type-text.ts';

/** The page of a group of schemas, for readers of Markdown. */
export function schemaPageMarkdown(
  contract: Contract,
  group: SchemaGroup,
  linkTo: LinkTo,
  uses: ReadonlyMap<string, SchemaUses>,
): string {
  const sections = group.schemas.map((name) => schemaMarkdown(contract, name, linkTo, uses));
  return `${blocks(`# ${group.title}: schemas`, ...sections)}\n`;
}

/**
 * The section of a schema: what it means, its properties, values or alternatives, and what uses it.
 *
 * @param uses what {@link schemaUses} finds in the contract
 */
function schemaMarkdown(
  contract: Contract,
  name: string,
  linkTo: LinkTo,
  uses: ReadonlyMap<string, SchemaUses>,
): string {
  const schema = contract.components.schemas[name]!;
  return blocks(
    `## ${name}`,
    meaningAboveProvenance(schema, linkTo),
    [typeLine(schema, linkTo), ...rules(schema)].filter(Boolean).join('; '),
    choice(schema),
    propertiesTable(schema, linkTo),
    values(schema),
    schema['x-lifecycle']
      ? `Which value follows which, and why: ${link(`lifecycle of ${name}`, linkTo('lifecycle', name))}.`
      : '',
    usedBy(uses.get(name), linkTo),
  );
}

/** Enumerations and objects show in a table what they are. */
function typeLine(schema: Schema, linkTo: LinkTo): string {
  return schema.enum || schema.properties ? '' : `Type: ${typeText(schema, linkTo)}`;
}

/** What distinguishes the alternatives of a union. */
function choice({ discriminator }: Schema): string {
  if (!discriminator) return '';
  const choices = Object.entries(discriminator.mapping ?? {}).map(
    ([value, target]) => `${codeOf(value)} is ${code(nameOf(target))}`,
  );
  return `Distinguished by ${code(discriminator.propertyName)}: ${choices.join(', ')}.`;
}

function values({ enum: list = [], 'x-enumDescriptions': texts = {} }: Schema): string {
  const rows = list.map((value) => [
    typeof value === 'string' ? code(value) : codeOf(value),
    texts[String(value)] ?? '',
  ]);
  return table(['Value', 'Meaning'], rows);
}

function usedBy(uses: SchemaUses | undefined, linkTo: LinkTo): string {
  const operations = uses?.operations.map((id) => link(id, linkTo('operation', id))) ?? [];
  const schemas = uses?.schemas.map((name) => link(name, linkTo('schema', name))) ?? [];
  return [
    ...(operations.length > 0 ? [`- Used by operations: ${operations.join(', ')}`] : []),
    ...(schemas.length > 0 ? [`- Used by schemas: ${schemas.join(', ')}`] : []),
  ].join('\n');
}

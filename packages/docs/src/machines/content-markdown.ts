import {
  alternatives,
  dereference,
  nameOf,
  type Contract,
  type MediaType,
  type Schema,
} from '../contract.ts';
import type { LinkTo } from './links.ts';
import { blocks, code, jsonBlock, link } from './markdown-text.ts';
import { propertiesTable } from './properties-table.ts';
import { typeText } from './type-text.ts';

/** A body, once for each media type: its type, its properties, and the named examples. */
export function contentMarkdown(
  contract: Contract,
  content: Readonly<Record<string, MediaType>>,
  linkTo: LinkTo,
): string {
  const bodies = Object.entries(content).flatMap(([mediaType, { schema, examples = {} }]) => [
    `Body (${code(mediaType)}): ${typeText(schema, linkTo)}`,
    propertiesMarkdown(contract, schema, linkTo),
    ...Object.entries(examples).map(([name, example]) => {
      const { summary, description = '', value } = dereference(contract, example);
      return blocks(`Example ${code(name)}: ${summary}.`, description, jsonBlock(value));
    }),
  ]);
  return blocks(...bodies);
}

/** The properties of a body, or those of the items of a list. */
function propertiesMarkdown(contract: Contract, body: Schema, linkTo: LinkTo): string {
  const passed = new Set<string>();
  const steps: string[] = [];
  let schema: Schema | undefined = body;
  while (schema && !schema.properties) {
    if (schema.$ref === undefined) {
      schema = schema.items ?? soleAlternative(schema);
      continue;
    }
    const name = nameOf(schema.$ref);
    // A list may hold lists of its own kind.
    if (passed.has(name)) return blocks(...steps);
    passed.add(name);
    schema = contract.components.schemas[name]!;
    const itself = link(name, linkTo('schema', name));
    steps.push(
      schema.properties ? `Properties of ${itself}:` : `${itself}: ${typeText(schema, linkTo)}`,
    );
  }
  return schema ? blocks(...steps, propertiesTable(schema, linkTo)) : blocks(...steps);
}

/** What `anyOf` with null is, unless it is null. */
function soleAlternative(schema: Schema): Schema | undefined {
  const parts = alternatives(schema).filter(({ type }) => type !== 'null');
  return parts.length === 1 ? parts[0] : undefined;
}

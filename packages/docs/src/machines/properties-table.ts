import { alternatives, type Schema } from '../contract.ts';
import type { LinkTo } from './links.ts';
import { code, table } from './markdown-text.ts';
import { meaningAndProvenance } from './provenance-text.ts';
import { rules, typeText } from './type-text.ts';

/**
 * The properties of a schema, one a row. What is nested in a property has rows of its own: `tags.*` is
 * each value of `tags`, `items[].id` the `id` of each item. Referenced schemas stand on their own pages.
 */
export function propertiesTable(schema: Schema, linkTo: LinkTo): string {
  const head = ['Property', 'Type', 'Required', 'Rules', 'Meaning'];
  return table(head, rowsInside('', schema, linkTo));
}

function rowsInside(path: string, schema: Schema, linkTo: LinkTo): string[][] {
  const { properties = {}, required = [], items, additionalProperties: values } = schema;
  const prefix = path === '' ? '' : `${path}.`;
  return [
    ...Object.entries(properties).flatMap(([name, property]) =>
      rows(`${prefix}${name}`, property, required.includes(name) ? 'yes' : 'no', linkTo),
    ),
    ...(items ? rowsOfEach(`${path}[]`, items, linkTo) : []),
    ...(typeof values === 'object' ? rowsOfEach(`${prefix}*`, values, linkTo) : []),
    ...alternatives(schema).flatMap((part) => rowsInside(path, part, linkTo)),
  ];
}

function rows(path: string, schema: Schema, required: string, linkTo: LinkTo): string[][] {
  const own = [
    code(path),
    typeText(schema, linkTo),
    required,
    rules(schema).join('; '),
    `${meaningAndProvenance(schema, linkTo)} ${valuesText(schema)}`,
  ];
  return [own, ...rowsInside(path, schema, linkTo)];
}

/** The type of the whole says what each item or value is, unless that has a text of its own. */
function rowsOfEach(path: string, schema: Schema, linkTo: LinkTo): string[][] {
  return meaningAndProvenance(schema, linkTo) === ''
    ? rowsInside(path, schema, linkTo)
    : rows(path, schema, '', linkTo);
}

function valuesText({ 'x-enumDescriptions': texts = {} }: Schema): string {
  return Object.entries(texts)
    .map(([value, text]) => `${code(value)}: ${text}`)
    .join(' ');
}

import { alternatives, type Schema } from '../contract.ts';
import type { LinkTo } from './links.ts';
import { code, table } from './markdown-text.ts';
import { meaningAndProvenance } from './provenance-text.ts';
import { rules, typeText } from './type-text.ts';

/**
 * The members of a schema, one a row. What is written inside a member has rows of its own: `tags.*` is
 * each value of `tags`, `items[].id` the `id` of each item. Referenced schemas stand on their own pages.
 */
export function membersTable(schema: Schema, linkTo: LinkTo): string {
  const head = ['Member', 'Type', 'Required', 'Rules', 'Meaning'];
  return table(head, rowsInside('', schema, linkTo));
}

function rowsInside(place: string, schema: Schema, linkTo: LinkTo): string[][] {
  const { properties = {}, required = [], items, additionalProperties: values } = schema;
  const prefix = place === '' ? '' : `${place}.`;
  return [
    ...Object.entries(properties).flatMap(([name, member]) =>
      rows(`${prefix}${name}`, member, required.includes(name) ? 'yes' : 'no', linkTo),
    ),
    ...(items ? rowsOfEach(`${place}[]`, items, linkTo) : []),
    ...(typeof values === 'object' ? rowsOfEach(`${prefix}*`, values, linkTo) : []),
    ...alternatives(schema).flatMap((part) => rowsInside(place, part, linkTo)),
  ];
}

function rows(place: string, schema: Schema, required: string, linkTo: LinkTo): string[][] {
  const own = [
    code(place),
    typeText(schema, linkTo),
    required,
    rules(schema).join('; '),
    `${meaningAndProvenance(schema, linkTo)} ${valuesText(schema)}`,
  ];
  return [own, ...rowsInside(place, schema, linkTo)];
}

/** The type of the whole says what each item or value is, unless that has a text of its own. */
function rowsOfEach(place: string, schema: Schema, linkTo: LinkTo): string[][] {
  return meaningAndProvenance(schema, linkTo) === ''
    ? rowsInside(place, schema, linkTo)
    : rows(place, schema, '', linkTo);
}

function valuesText({ 'x-enumDescriptions': texts = {} }: Schema): string {
  return Object.entries(texts)
    .map(([value, text]) => `${code(value)}: ${text}`)
    .join(' ');
}

import { expect, test } from 'vitest';
import type { Schema } from '../contract.ts';
import { propertiesTable } from './properties-table.ts';
import { read } from '../testing.ts';

const linkTo = (kind: string, name: string) => `${kind}/${name}`;

function rowsOf(properties: Readonly<Record<string, Schema>>): string[][] {
  const { tables } = read(propertiesTable({ properties }, linkTo));
  expect(tables).toHaveLength(1);
  return tables[0]!.rows;
}

test.each([
  ['One | two.', 'One | two.'],
  ['Either `a|b` or `c`.', 'Either a|b or c.'],
  [String.raw`One \| two.`, 'One | two.'],
  [String.raw`One \\| two.`, String.raw`One \| two.`],
  ['One\ntwo.\n\nThree.\n', 'One two. Three.'],
])('the description %j stays in its cell', (description, meaning) => {
  const schema: Schema = { enum: ['|', '\n'], default: 'a|b`c', pattern: '^(`|``)$', description };
  expect(rowsOf({ a: schema })).toEqual([
    ['a', String.raw`"|" or "\n"`, 'no', 'default "a|b`c"; matches ^(`|``)$', meaning],
  ]);
});

const pet = { $ref: '#/components/schemas/Pet' };

// prettier-ignore
test.each<[string, Schema, string]>([
  ['a string or null', { type: ['string', 'null'] }, 'string or null'],
  ['a named schema or null', { anyOf: [pet, { type: 'null' }] }, '[Pet] or null'],
  ['a list', { type: 'array', items: pet }, 'array of [Pet]'],
  ['a list or null', { type: ['array', 'null'], items: pet }, 'array of [Pet], or null'],
  ['a list of a union', { type: 'array', items: { anyOf: [pet, { type: 'null' }] } }, 'array of ([Pet] or null)'],
  ['a list of some types', { type: 'array', items: { type: ['string', 'integer'] } }, 'array of (string or integer)'],
  ['a list of anything', { type: 'array' }, 'array of any values'],
  ['a map', { type: 'object', additionalProperties: pet }, 'object with values of [Pet]'],
  ['an open object', { type: 'object', additionalProperties: true }, 'object with any properties'],
  ['all of two', { allOf: [pet, { $ref: '#/components/schemas/Dog' }] }, '[Pet] and [Dog]'],
  ['one value', { const: 'text' }, '"text"'],
  ['anything', {}, 'any value'],
])('%s', (_, schema, words) => {
  const table = propertiesTable({ properties: { a: schema } }, linkTo);
  const type = words.replaceAll(/\[(\w+)\]/g, '[$1](schema/$1)').replace('"text"', '`"text"`');
  expect(table.split('\n').at(-1)).toBe(`| \`a\` | ${type} | no |  |  |`);
});

test('what is nested in a property has rows of its own', () => {
  const rows = rowsOf({
    list: { type: 'array', items: { required: ['id'], properties: { id: { type: 'string' } } } },
    map: { additionalProperties: { type: 'string', description: 'A host.' } },
    either: { anyOf: [{ properties: { name: { type: 'string' } } }, { type: 'null' }] },
    state: { enum: ['on'], 'x-enumDescriptions': { on: 'It runs.' } },
  });
  expect(rows.map(([path, , required, , meaning]) => [path, required, meaning])).toEqual([
    ['list', 'no', ''],
    ['list[].id', 'yes', ''],
    ['map', 'no', ''],
    ['map.*', '', 'A host.'],
    ['either', 'no', ''],
    ['either.name', 'no', ''],
    ['state', 'no', 'on: It runs.'],
  ]);
});

// prettier-ignore
test.each<[Schema, string]>([
  [{ minimum: 1, maximum: 9, multipleOf: 3 }, 'at least 1; at most 9; a multiple of 3'],
  [{ exclusiveMinimum: 0, exclusiveMaximum: 10 }, 'more than 0; less than 10'],
  [{ minLength: 2, maxLength: 4, format: 'uuid' }, 'format uuid; at least 2 characters; at most 4 characters'],
  [{ deprecated: true, 'x-secret': true }, 'secret: do not show, log or keep it; deprecated'],
  [{ minItems: 5, maxItems: 6, uniqueItems: true }, 'no item twice; at least 5 items; at most 6 items'],
  [{ minProperties: 1, maxProperties: 8, readOnly: true }, 'only in responses; at least 1 properties; at most 8 properties'],
  [{ items: { minLength: 7 } }, 'each: at least 7 characters'],
  [{ additionalProperties: { maximum: 2 } }, 'each: at most 2'],
  [{ anyOf: [{ maxLength: 3 }, { type: 'null' }], writeOnly: true, default: null }, 'only in requests; default null; at most 3 characters'],
  [{ uniqueItems: false, deprecated: false }, ''],
])('%j has the rules %j', (schema, rules) => {
  expect(rowsOf({ a: schema })[0]![3]).toBe(rules);
});

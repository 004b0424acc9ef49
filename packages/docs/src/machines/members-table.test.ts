import { expect, test } from 'vitest';
import type { Schema } from '../contract.ts';
import { membersTable } from './members-table.ts';
import { read } from './testing.ts';

const linkTo = (kind: string, name: string) => `${kind}/${name}`;

function rowsOf(properties: Readonly<Record<string, Schema>>): string[][] {
  const { tables } = read(membersTable({ properties }, linkTo));
  expect(tables).toHaveLength(1);
  return tables[0]!.rows;
}

test.each([
  ['a pipe', 'One | two.', 'One | two.'],
  ['a pipe in code', 'Either `a|b` or `c`.', 'Either a|b or c.'],
  ['a pipe with a backslash', String.raw`One \| two.`, 'One | two.'],
  ['a backslash before a pipe', String.raw`One \\| two.`, String.raw`One \| two.`],
  ['several lines', 'One\ntwo.\n\nThree.\n', 'One two. Three.'],
])('%s in a description keeps to its cell', (_, description, meaning) => {
  expect(rowsOf({ a: { type: 'string', description } })).toEqual([
    ['a', 'string', 'no', '', meaning],
  ]);
});

test('values may have pipes, backticks and line breaks', () => {
  const rows = rowsOf({
    a: { type: 'string', default: 'a|b`c', pattern: '^(`|``)$' },
    b: { enum: ['|', '\n'] },
  });
  expect(rows).toEqual([
    ['a', 'string', 'no', 'default "a|b`c"; matches ^(`|``)$', ''],
    ['b', String.raw`"|" or "\n"`, 'no', '', ''],
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
  ['an open object', { type: 'object', additionalProperties: true }, 'object with any members'],
  ['all of two', { allOf: [pet, { $ref: '#/components/schemas/Dog' }] }, '[Pet] and [Dog]'],
  ['one value', { const: 'text' }, '"text"'],
  ['anything', {}, 'any value'],
])('%s', (_, schema, words) => {
  const table = membersTable({ properties: { a: schema } }, linkTo);
  const type = words.replaceAll(/\[(\w+)\]/g, '[$1](schema/$1)').replace('"text"', '`"text"`');
  expect(table.split('\n').at(-1)).toBe(`| \`a\` | ${type} | no |  |  |`);
});

test('what is written inside a member has rows of its own', () => {
  const rows = rowsOf({
    list: { type: 'array', items: { required: ['id'], properties: { id: { type: 'string' } } } },
    map: { additionalProperties: { type: 'string', description: 'A host.' } },
    either: { anyOf: [{ properties: { name: { type: 'string' } } }, { type: 'null' }] },
    state: { enum: ['on'], 'x-enumDescriptions': { on: 'It runs.' } },
  });
  expect(rows.map(([place, , required, , meaning]) => [place, required, meaning])).toEqual([
    ['list', 'no', ''],
    ['list[].id', 'yes', ''],
    ['map', 'no', ''],
    ['map.*', '', 'A host.'],
    ['either', 'no', ''],
    ['either.name', 'no', ''],
    ['state', 'no', 'on: It runs.'],
  ]);
});

test('shows every rule, also those of the values inside', () => {
  const rows = rowsOf({
    number: { minimum: 1, maximum: 9, exclusiveMinimum: 0, exclusiveMaximum: 10, multipleOf: 3 },
    text: { minLength: 2, maxLength: 4, format: 'uuid', deprecated: true, 'x-secret': true },
    list: { minItems: 5, maxItems: 6, uniqueItems: true, items: { minLength: 7 } },
    map: {
      minProperties: 1,
      maxProperties: 8,
      additionalProperties: { maximum: 2 },
      readOnly: true,
    },
    union: { anyOf: [{ maxLength: 3 }, { type: 'null' }], writeOnly: true, default: null },
    plain: { uniqueItems: false, deprecated: false },
  });
  expect(rows.map((row) => row[3])).toEqual([
    'at least 1; at most 9; more than 0; less than 10; a multiple of 3',
    'secret: do not show, log or keep it; deprecated; format uuid; at least 2 characters; at most 4 characters',
    'no item twice; at least 5 items; at most 6 items; each: at least 7 characters',
    'only in responses; at least 1 members; at most 8 members; each: at most 2',
    'only in requests; default null; at most 3 characters',
    '',
  ]);
});

import { expect, test } from 'vitest';
import type { Json, JsonObject } from '@agent-conversation/contract';
import { Inclusion, type Side } from './index.ts';

interface Case {
  readonly title: string;
  readonly a: JsonObject;
  readonly b: JsonObject;
  /** A value of `a` that is none of `b`. Without it, every value of `a` is one of `b`. */
  readonly value?: Json;
}

const compare = (
  a: JsonObject,
  b: JsonObject,
  of: Partial<Side> = {},
  at: Partial<Side> = {},
) =>
  new Inclusion(a, b).counterexample(
    { schema: a, side: { id: 'a', root: a, ...of } },
    { schema: b, side: { id: 'b', root: b, ...at } },
  );

const tree = (label: Json): JsonObject => ({
  $ref: '#/$defs/tree',
  $defs: {
    tree: {
      type: 'object',
      required: ['label'],
      properties: {
        label,
        children: { type: 'array', items: { $ref: '#/$defs/tree' } },
      },
    },
  },
});

const excluding = (more: JsonObject): JsonObject => ({
  $ref: '#/$defs/each',
  $defs: {
    each: { not: { items: { $ref: '#/$defs/each' }, minItems: 1, ...more } },
  },
});

const cases: readonly Case[] = [
  {
    title: 'every integer is a number',
    a: { type: ['integer', 'number'] },
    b: { type: 'number' },
  },
  {
    title: 'integers above 0 are those from 1 on',
    a: { type: 'integer', exclusiveMinimum: 0 },
    b: { type: 'integer', minimum: 1 },
  },
  {
    title: 'a tenth has no error as a divisor',
    a: { type: 'number', multipleOf: 0.3 },
    b: { type: 'number', multipleOf: 0.1 },
  },
  {
    title: 'a multiple of 2 and 3 is one of 6',
    a: { type: 'integer', allOf: [{ multipleOf: 2 }, { multipleOf: 3 }] },
    b: { multipleOf: 6 },
  },
  {
    title: 'a format of 32 bits',
    a: { format: 'int64' },
    b: { format: 'int32' },
    value: -2147483649,
  },
  {
    title: 'a pattern in a wider one',
    a: { type: 'string', pattern: '^[a-z]+$' },
    b: { pattern: '^[a-z_]+$' },
  },
  {
    title: 'a pattern that is not in another one',
    a: { type: 'string', pattern: '^[a-z_]+$' },
    b: { pattern: '^[a-z]+$' },
    value: '_',
  },
  {
    title: 'a pattern that limits the length',
    a: { type: 'string', pattern: '^[ab]{2,3}$' },
    b: { minLength: 2, maxLength: 3 },
  },
  {
    title: 'branches that exclude each other by a constant',
    a: { anyOf: [{ const: 'a' }, { const: 'b' }] },
    b: { oneOf: [{ const: 'a' }, { enum: ['b', 'c'] }] },
  },
  {
    title: 'branches that overlap',
    a: { type: 'integer' },
    b: { oneOf: [{ minimum: 0 }, { maximum: 0 }] },
    value: 0,
  },
  {
    title: 'a schema in a union that is split by its types',
    a: { type: ['string', 'null'] },
    b: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
  {
    title: 'properties that allOf hides from additionalProperties',
    a: { type: 'object', properties: { b: true }, additionalProperties: false },
    b: { allOf: [{ properties: { b: true } }], additionalProperties: false },
    value: { b: null },
  },
  {
    title: 'properties that unevaluatedProperties sees in allOf',
    a: { type: 'object', properties: { b: true }, additionalProperties: false },
    b: { allOf: [{ properties: { b: true } }], unevaluatedProperties: false },
  },
  {
    title: 'a constraint beside a reference',
    a: { $ref: '#/$defs/one', $defs: { one: { type: 'string' } } },
    b: {
      $ref: '#/$defs/one',
      maxLength: 1,
      $defs: { one: { type: 'string' } },
    },
    value: 'ab',
  },
  {
    title: 'a property that another one requires',
    a: { type: 'object', required: ['a'] },
    b: { dependentRequired: { a: ['b'] } },
    value: { a: null },
  },
  {
    title: 'a condition that holds',
    a: { type: 'object', required: ['a', 'b'] },
    b: { if: { not: { required: ['a'] } }, else: { required: ['b'] } },
  },
  {
    title: 'items behind a prefix',
    a: { type: 'array', prefixItems: [true, true], items: false },
    b: { maxItems: 1 },
    value: [null, null],
  },
  {
    title: 'a schema without a value',
    a: { type: 'integer', minimum: 2, maximum: 1 },
    b: { not: {} },
  },
  {
    title: 'a recursive schema in itself',
    a: tree({ const: 1 }),
    b: tree({ type: 'integer' }),
  },
  {
    title: 'a schema that excludes itself in its items, written in two ways',
    a: excluding({}),
    b: excluding({ minLength: 0 }),
  },
];

test.each(cases)('$title', ({ a, b, value }) => {
  const expected =
    value === undefined ? { kind: 'none' } : { kind: 'value', value };
  expect(compare(a, b)).toEqual(expected);
});

test('a difference deep in a recursive schema', () => {
  const outcome = compare(tree({ type: 'integer' }), tree({ const: 1 }));
  expect(outcome).toEqual({ kind: 'value', value: { label: 0 } });
});

test('schemas that contain each other have values, whichever is searched first', () => {
  const one = { $ref: '#/$defs/one' };
  const two = { $ref: '#/$defs/two' };
  const objectWith = (properties: JsonObject): JsonObject => {
    return { type: 'object', required: Object.keys(properties), properties };
  };
  const $defs = {
    one: {
      anyOf: [objectWith({ a: two }), { type: 'object', maxProperties: 0 }],
    },
    two: objectWith({ b: one }),
  };
  const outcome = compare(
    { ...objectWith({ x: one, y: two }), $defs },
    { not: {} },
  );
  expect(outcome).toEqual({ kind: 'value', value: { x: {}, y: { b: {} } } });
});

test.each<Pick<Case, 'a' | 'b'> & { readonly keyword: string }>([
  {
    keyword: 'contentEncoding',
    a: { contentEncoding: 'base64' },
    b: { contentEncoding: 'base64url' },
  },
  { keyword: 'format', a: { type: 'string' }, b: { format: 'of-our-own' } },
  { keyword: 'pattern', a: { type: 'string' }, b: { pattern: '[' } },
  {
    keyword: 'patternProperties',
    a: { type: 'object' },
    b: { patternProperties: { '[': {} } },
  },
  // Named like what every object inherits.
  {
    keyword: 'toString',
    a: { type: 'object' },
    b: { ['toString' as string]: 1 },
  },
])('$keyword cannot always be decided', ({ keyword, a, b }) => {
  expect(compare(a, b)).toEqual({ kind: 'unknown', keyword });
});

const open = { type: 'object', properties: { a: { type: 'string' } } };

test('items that must differ: one that was chosen may take the value that another one needs', () => {
  const prefixItems = [{ enum: [1, 2] }, { const: 1 }];
  const a = { type: 'array', prefixItems, uniqueItems: true, minItems: 2 };
  expect(compare(a, { not: {} }).kind).not.toBe('none'); // [2, 1]
  const booleans = {
    type: 'array',
    items: { type: 'boolean' },
    uniqueItems: true,
  };
  expect(compare({ ...booleans, minItems: 3 }, { not: {} }).kind).toBe('none');
});

test('whoever sends only what is declared sends no other properties', () => {
  const more = {
    type: 'object',
    properties: { ...open.properties, b: { type: 'integer' } },
  };
  expect(compare(open, more)).toEqual({ kind: 'value', value: { b: null } });
  expect(compare(open, more, { sendsDeclared: true })).toEqual({
    kind: 'none',
  });
});

test('whoever reads only what is declared can read other properties', () => {
  const closed = { ...open, additionalProperties: false };
  const more = { type: 'object', properties: { ...open.properties, b: true } };
  const sends = { sendsDeclared: true };
  expect(compare(more, closed, sends)).toEqual({
    kind: 'value',
    value: { b: null },
  });
  expect(compare(more, closed, sends, { readsDeclared: true })).toEqual({
    kind: 'none',
  });
});

test('what is read-only is no part of a request', () => {
  const a = {
    type: 'object',
    properties: { id: { type: 'string', readOnly: true } },
  };
  const b = { ...a, required: ['id'] };
  expect(compare(a, b)).toEqual({ kind: 'value', value: {} });
  expect(
    compare(a, b, { leftOut: 'readOnly' }, { leftOut: 'readOnly' }),
  ).toEqual({ kind: 'none' });
});

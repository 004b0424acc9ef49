import type { Schema } from '@agent-conversation/contract';
import { expect, test } from 'vitest';
import { factsOf, typeText } from './keywords.ts';
import type { Context } from './links.ts';

const component = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const pet = component('Pet');
const none = { type: 'null' };
const context = { linkTo: (kind, name) => `${kind}:${name}` } as Context;

interface TypeCase {
  readonly schema: Schema;
  readonly words: string;
}

test.each<TypeCase>([
  { schema: {}, words: 'any value' },
  { schema: true as unknown as Schema, words: 'any value' },
  { schema: { items: false as unknown as Schema }, words: 'array of no value' },
  {
    schema: { properties: {}, type: ['object', 'null'] },
    words: 'object or null',
  },
  {
    schema: { type: 'string', enum: ['on', null] },
    words: 'one of `on`, `null`',
  },
  { schema: { type: 'string' }, words: 'string' },
  { schema: { type: ['string', 'null'] }, words: 'string or null' },
  { schema: { type: 'string', format: 'uuid' }, words: 'UUID string' },
  {
    schema: { type: ['string', 'null'], format: 'date-time' },
    words: 'date-time string or null',
  },
  {
    schema: { type: 'string', enum: ['on', 'off', 'null', ''] },
    words: 'one of `on`, `off`, `"null"`, `""`',
  },
  { schema: { const: 'a|b`c' }, words: '`` a|b`c ``' },
  { schema: { const: false }, words: '`false`' },
  { schema: { const: null }, words: '`null`' },
  { schema: { anyOf: [pet, none] }, words: '[Pet] or null' },
  { schema: { ...pet, type: 'object' }, words: '[Pet] and object' },
  { schema: { allOf: [pet, component('Dog')] }, words: '[Pet] and [Dog]' },
  { schema: { type: 'array' }, words: 'array of any value' },
  {
    schema: { type: ['array', 'null'], items: pet },
    words: 'array of [Pet], or null',
  },
  {
    schema: { type: 'array', items: { anyOf: [pet, none] } },
    words: 'array of ([Pet] or null)',
  },
  {
    schema: { items: { type: ['string', 'integer'] } },
    words: 'array of (string or integer)',
  },
  {
    schema: {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 20 },
    },
    words: 'array of (string, 1 to 20 characters)',
  },
  {
    schema: {
      type: 'array',
      prefixItems: [pet, { type: 'string' }],
      items: { type: 'integer' },
    },
    words: 'array of [Pet], then string, then integer',
  },
  {
    schema: {
      oneOf: [
        { type: 'string', maxLength: 1 },
        { type: 'integer', minimum: 0 },
        none,
      ],
    },
    words: '(string, at most 1 character) or (integer, at least 0) or null',
  },
  {
    schema: {
      anyOf: [{ type: 'string' }, pet],
      oneOf: [{ type: 'string' }, { type: 'object' }],
    },
    words: '(string or [Pet]) and (string or object)',
  },
  {
    schema: {
      allOf: [{ anyOf: [{ type: 'string' }, pet] }, { type: 'object' }],
    },
    words: '(string or [Pet]) and object',
  },
  {
    schema: { ...pet, anyOf: [{ type: 'object' }, none] },
    words: '[Pet] and (object or null)',
  },
  { schema: { type: 'object' }, words: 'object' },
  { schema: { type: 'object', additionalProperties: false }, words: 'object' },
  {
    schema: { type: 'object', additionalProperties: true },
    words: 'map of string to any value',
  },
  {
    schema: { type: 'object', additionalProperties: pet },
    words: 'map of string to [Pet]',
  },
  {
    schema: { properties: {}, additionalProperties: pet },
    words: 'object and map of string to [Pet]',
  },
])('the type of $schema is $words', ({ schema, words }) => {
  const linked = words.replaceAll(/\[(\w+)\]/g, '[$1](schema:$1)');
  expect(typeText(context, schema)).toBe(linked);
});

interface FactCase {
  readonly schema: Schema | Readonly<Record<string, unknown>>;
  readonly facts: string;
}

test.each<FactCase>([
  { schema: { default: true }, facts: 'default `true`' },
  { schema: { default: false }, facts: 'default `false`' },
  { schema: { default: null }, facts: 'default `null`' },
  { schema: { default: 0 }, facts: 'default `0`' },
  { schema: { default: '' }, facts: 'default `""`' },
  { schema: { default: 'true' }, facts: 'default `"true"`' },
  { schema: { default: 'MISSING' }, facts: 'default `MISSING`' },
  { schema: { default: [1, 'a'] }, facts: 'default `[1,"a"]`' },
  { schema: { default: { a: null } }, facts: 'default `{"a":null}`' },
  { schema: { minimum: 0 }, facts: 'at least 0' },
  { schema: { minimum: 1, maximum: 100 }, facts: '1 to 100' },
  {
    schema: { exclusiveMinimum: 0, exclusiveMaximum: 1.5 },
    facts: 'greater than 0; less than 1.5',
  },
  { schema: { multipleOf: 5 }, facts: 'multiple of 5' },
  { schema: { minLength: 1 }, facts: 'at least 1 character' },
  { schema: { minLength: 1, maxLength: 100 }, facts: '1 to 100 characters' },
  {
    schema: { maxItems: 20, uniqueItems: true },
    facts: 'at most 20 items; unique items',
  },
  { schema: { minProperties: 2 }, facts: 'at least 2 properties' },
  { schema: { maxProperties: 1 }, facts: 'at most 1 property' },
  { schema: { pattern: '^{a}$&' }, facts: 'pattern `^{a}$&`' },
  {
    schema: { deprecated: true, readOnly: true },
    facts: 'deprecated; read-only',
  },
  { schema: { writeOnly: true, uniqueItems: false }, facts: 'write-only' },
  { schema: { additionalProperties: false }, facts: 'no other properties' },
  {
    schema: { 'x-secret': true },
    facts: 'secret (do not show, log or store it)',
  },
  {
    schema: { 'x-secret': 'query' },
    facts: 'secret in the query (do not show, log or store the query)',
  },
  {
    schema: { required: ['a', 'b'], properties: { a: {} } },
    facts: 'requires `b`',
  },
  {
    schema: { anyOf: [{ pattern: '^a$' }, none], default: null },
    facts: 'default `null`; pattern `^a$`',
  },
  {
    schema: { allOf: [{ minimum: 1 }, { maximum: 9 }] },
    facts: 'at least 1; at most 9',
  },
  { schema: { oneOf: [{ minimum: 1 }, { maxLength: 9 }] }, facts: '' },
  { schema: { not: { const: 1 } }, facts: 'must not match `{"const":1}`' },
  {
    schema: { contains: pet, minContains: 2 },
    facts: `at least 2 items that match \`${JSON.stringify(pet)}\``,
  },
  {
    schema: { patternProperties: { '^x': {} } },
    facts: 'properties whose names match a pattern `{"^x":{}}`',
  },
  {
    schema: { dependentRequired: { a: ['b'] } },
    facts: 'properties that require others `{"a":["b"]}`',
  },
  {
    schema: { if: { minimum: 1 }, else: false },
    facts: 'if it matches `{"minimum":1}`; otherwise it matches `false`',
  },
  { schema: { examples: ['a', 1] }, facts: 'examples `["a",1]`' },
])('$schema says $facts', ({ schema, facts }) => {
  expect(factsOf(schema).join('; ')).toBe(facts);
});

test('a fact says a keyword once, with what else is known of the value', () => {
  const schema = { minimum: 1, maximum: 2, example: 1 };
  const facts = ['required', '1 to 2', 'comma-separated', 'for example `2`'];
  expect(
    factsOf(schema, {
      required: true,
      example: 2,
      sent: 'comma-separated',
    }),
  ).toEqual(facts);
});

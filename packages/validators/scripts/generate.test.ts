import { fileURLToPath } from 'node:url';
import type { Contract } from '@agent-conversation/contract';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { type Check, validate } from '../src/violations.ts';
import { compile } from './compile.ts';
import { generatedFiles } from './generate.ts';
import { type Schema, schemaAt } from './schema.ts';

/** The check of a schema, bundled as the build does it. */
async function checkOf(
  schema: Schema,
): Promise<{ check: Check; code: string }> {
  const id = fileURLToPath(new URL('../generated/test.js', import.meta.url));
  const located = { schema: schemaAt({}, schema, ''), pointer: '' };
  const plugin = {
    name: 'check',
    resolveId: (it: string) => (it === id ? id : undefined),
    load: (it: string) =>
      it === id ? compile(new Map([['check', located]])) : undefined,
  };
  const bundle = await rolldown({
    input: id,
    platform: 'neutral',
    plugins: [plugin],
  });
  const { code } = (await bundle.generate({ format: 'esm' })).output[0];
  const module = (await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  )) as object;
  return { check: (module as { check: Check }).check, code };
}

const text = { type: 'string' };

const tagged = (type: string, required: readonly string[]) => ({
  type: 'object',
  required: ['a', ...required],
  properties: { kind: { type: 'string', const: type }, a: { type: 'string' } },
});

const uniqueList: Schema = {
  type: 'array',
  items: { type: 'integer' },
  uniqueItems: true,
};

const tuple: Schema = {
  type: 'array',
  prefixItems: [text, { type: 'number' }],
  minItems: 2,
  maxItems: 2,
};

const taggedChoice: Schema = {
  oneOf: [tagged('x', ['kind']), tagged('y', ['kind'])],
  discriminator: { propertyName: 'kind' },
};

test.each<{
  schema: Schema;
  valid: unknown;
  invalid: unknown;
  message: string;
}>([
  {
    schema: { type: 'string', maxLength: 1 },
    valid: '💛',
    invalid: '💛💛',
    message: 'must have at most 1 character',
  },
  {
    schema: { type: 'array', minItems: 2 },
    valid: [1, 2],
    invalid: [],
    message: 'must have at least 2 items',
  },
  {
    schema: { type: 'object', minProperties: 1 },
    valid: { a: 1 },
    invalid: {},
    message: 'must have at least 1 property',
  },
  {
    schema: uniqueList,
    valid: [1, 2],
    invalid: [1, 1],
    message: 'must not repeat an item',
  },
  {
    schema: { type: 'object', additionalProperties: false },
    valid: {},
    invalid: { a: 1 },
    message: '/a is not listed',
  },
  {
    schema: tuple,
    valid: ['a', 1],
    invalid: [1, 2],
    message: '/0 must be a string',
  },
  {
    schema: { type: 'string', pattern: '^\\p{L}+$' },
    valid: 'é',
    invalid: '1',
    message: 'must match the pattern ^\\p{L}+$',
  },
  {
    schema: { type: 'number', exclusiveMinimum: 0 },
    valid: 1,
    invalid: 0,
    message: 'must be more than 0',
  },
  {
    schema: { type: 'number', multipleOf: 0.5 },
    valid: 1.5,
    invalid: 1.2,
    message: 'must be a multiple of 0.5',
  },
  {
    schema: { type: 'string', format: 'ipv4' },
    valid: '127.0.0.1',
    invalid: '127',
    message: 'must be of the format ipv4',
  },
  {
    schema: { type: 'integer', format: 'int32' },
    valid: 1,
    invalid: 2 ** 31,
    message: 'must be of the format int32',
  },
  {
    schema: { anyOf: [{ type: 'null' }, { enum: [1, true] }] },
    valid: null,
    invalid: 2,
    message: 'must be one of 1, true or null',
  },
  {
    schema: { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
    valid: null,
    invalid: 'b',
    message: 'one of a or null',
  },
  {
    schema: {
      anyOf: [{ type: 'string', enum: ['a', null] }, { type: 'null' }],
    },
    valid: null,
    invalid: 'b',
    message: 'a or null',
  },
  {
    schema: {
      anyOf: [{ type: ['string', 'null'], enum: ['a'] }, { type: 'null' }],
    },
    valid: null,
    invalid: 'b',
    message: 'a or null',
  },
  {
    schema: { anyOf: [{ type: ['string', 'null'] }, { type: 'null' }] },
    valid: null,
    invalid: 1,
    message: 'a string or null',
  },
  {
    schema: { anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] },
    valid: null,
    invalid: 'b',
    message: 'one of a or null',
  },
  {
    schema: { anyOf: [{ const: 'a' }, { type: 'null' }] },
    valid: null,
    invalid: 'b',
    message: 'must be one of a or null',
  },
  {
    schema: { type: ['string', 'null'], enum: ['a', null] },
    valid: null,
    invalid: 'b',
    message: 'must be one of a or null',
  },
  {
    schema: { enum: ['a', null] },
    valid: null,
    invalid: 'b',
    message: 'must be one of a or null',
  },
  // An enumeration decides alone (JSON Schema 2020-12, section 6.1.2 of Validation).
  {
    schema: { type: ['string', 'null'], enum: ['a'] },
    valid: 'a',
    invalid: null,
    message: 'must be one of a',
  },
  {
    schema: { type: 'null' },
    valid: null,
    invalid: 'a',
    message: 'must be null',
  },
  {
    schema: { enum: [null] },
    valid: null,
    invalid: 'a',
    message: 'must be one of null',
  },
  {
    schema: { const: null },
    valid: null,
    invalid: 'a',
    message: 'must be null',
  },
  {
    schema: { allOf: [{ type: 'string' }, { minLength: 1, type: 'string' }] },
    valid: 'a',
    invalid: '',
    message: 'at least 1 char',
  },
  {
    schema: { oneOf: [tagged('x', []), tagged('y', ['kind'])] },
    valid: { a: '' },
    invalid: {},
    message: '/a is missing',
  },
  {
    schema: taggedChoice,
    valid: { kind: 'y', a: '' },
    invalid: { a: '' },
    message: '/kind is missing',
  },
  {
    schema: { anyOf: [taggedChoice, { type: 'null' }] },
    valid: null,
    invalid: { kind: 'y', a: 1 },
    message: '/a must be a string',
  },
  {
    schema: { anyOf: [{ ...text, allOf: [text] }, { type: 'null' }] },
    valid: null,
    invalid: 1,
    message: 'none of the schemas',
  },
  {
    schema: { anyOf: [{ ...text, not: { const: null } }, { type: 'null' }] },
    valid: null,
    invalid: 1,
    message: 'none of the schemas',
  },
])(
  '$schema accepts $valid and rejects $invalid: $message',
  async ({ schema, valid, invalid, message }) => {
    const { check, code } = await checkOf(schema);
    expect(check.call({ closed: false }, valid)).toBe(true);
    const found = [...validate('body', check, invalid, {})];
    const texts = found.map((it) => `${it.pointer} ${it.message}`);
    expect(texts).toEqual([expect.stringContaining(message)]);
    expect(code).not.toMatch(/\brequire\(/);
  },
);

test('of a list of choices, each wrong item is reported', async () => {
  const withText = { type: 'object', properties: { a: { type: 'string' } } };
  const items = { anyOf: [withText, { type: 'number' }] };
  const { check } = await checkOf({ type: 'array', items });
  const found = [...validate('body', check, [{ a: 1 }, true, { a: 2 }], {})];
  expect(found.map(({ pointer, keyword }) => `${pointer} ${keyword}`)).toEqual([
    '/0/a type',
    '/1 anyOf',
    '/2/a type',
  ]);
});

test('a date-time does not include the other formats', async () => {
  const { check, code } = await checkOf({
    type: 'string',
    format: 'date-time',
  });
  expect(check.call({ closed: false }, '2026-11-02T09:14:07Z')).toBe(true);
  expect(check.call({ closed: false }, '2026-11-02')).toBe(false);
  expect(code).not.toContain('hostname');
});

/** A contract of one operation, whose response has the schema `Thing`. */
function contract(thing: unknown, operation: object = {}) {
  const schema = { $ref: '#/components/schemas/Thing' };
  const responses = { 200: { content: { 'application/json': { schema } } } };
  const get = {
    operationId: 'getThing',
    summary: 'Get a thing',
    responses,
    ...operation,
  };
  const it = {
    paths: { '/things': { get } },
    components: { schemas: { Thing: thing } },
  };
  return it as unknown as Contract;
}

const at = '/components/schemas/Thing';
const property = (schema: object) => ({
  type: 'object',
  properties: { a: schema },
});

test.each<[schema: object, says: string]>([
  [
    property({ type: 'string', size: 5 }),
    `${at}: strict mode: unknown keyword: "size"`,
  ],
  [
    property({ type: 'string', format: 'colour' }),
    `${at}: unknown format "colour"`,
  ],
  [{ type: 'string', pattern: '(' }, `${at}: Invalid regular expression`],
  [
    property({ type: 'obj' }),
    `${at}: schema is invalid: data/properties/a/type`,
  ],
  [{ type: 'string', maxLength: 'long' }, `${at}: schema is invalid`],
  [
    { type: 'object', required: ['b'], properties: {} },
    `${at}: strict mode: required property "b"`,
  ],
  [
    property({ $ref: '#/components/schemas/No' }),
    `${at}/properties/a: the $ref "#/components/s`,
  ],
  [
    property({ $ref: `#${at}`, type: 'object' }),
    `${at}/properties/a: $ref, type beside one another`,
  ],
  [
    property({ $ref: `#${at}` }),
    `${at}/properties/a: a schema that contains itself`,
  ],
  [
    { oneOf: [{ type: 'string' }] },
    `${at}: the branches of a oneOf must have a property`,
  ],
  [{ items: 5, type: 'array' }, `${at}/items: must be a schema`],
])('reports the schema %j', (schema, says) => {
  expect(() => generatedFiles(contract(schema))).toThrow(says);
});

const parameter = (changes: object) => ({
  parameters: [{ name: 'a', in: 'query', schema: text, ...changes }],
});
const get = '/paths/~1things/get';

test('a parameter cannot be null, also one with a nullable enumeration', () => {
  const nullable = {
    anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }],
  };
  const schemas = [nullable, { type: 'array', items: nullable }];
  for (const schema of schemas) {
    const { 'checks.js': code = '' } = generatedFiles(
      contract(text, parameter({ schema })),
    );
    expect(code).toContain('"enum":["a","b"]');
    expect(code).not.toContain('null]');
  }
});

test.each<[operation: object, says: string]>([
  [
    { responses: { '4XX': {} } },
    `${get}/responses/4XX: only single statuses are supported`,
  ],
  [
    { requestBody: { content: { 'text/plain': {} } } },
    'the content type text/plain is not supp',
  ],
  [
    { responses: { 200: { headers: { Link: { content: {} } } } } },
    `${get}/responses/200/headers/Link`,
  ],
  [
    parameter({ in: 'cookie' }),
    `${get}/parameters/a: a parameter in cookie is not supported`,
  ],
  [
    parameter({ explode: false }),
    `${get}/parameters/a: only the style form with explode`,
  ],
  [
    parameter({ content: {} }),
    `${get}/parameters/a: "content" of a parameter is not supported`,
  ],
  [
    parameter({ schema: { type: ['string', 'integer'] } }),
    'must be of one simple type',
  ],
])('reports the operation %j', (operation, says) => {
  expect(() => generatedFiles(contract(text, operation))).toThrow(says);
});

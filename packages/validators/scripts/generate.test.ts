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

// prettier-ignore
test.each<[schema: Schema, valid: unknown, invalid: unknown, message: string]>([
  [{ type: 'string', maxLength: 1 }, '💛', '💛💛', 'must have at most 1 character'],
  [{ type: 'array', minItems: 2 }, [1, 2], [], 'must have at least 2 items'],
  [{ type: 'object', minProperties: 1 }, { a: 1 }, {}, 'must have at least 1 property'],
  [uniqueList, [1, 2], [1, 1], 'must not repeat an item'],
  [{ type: 'object', additionalProperties: false }, {}, { a: 1 }, '/a is not listed'],
  [tuple, ['a', 1], [1, 2], '/0 must be a string'],
  [{ type: 'string', pattern: '^\\p{L}+$' }, 'é', '1', 'must match the pattern ^\\p{L}+$'],
  [{ type: 'number', exclusiveMinimum: 0 }, 1, 0, 'must be more than 0'],
  [{ type: 'number', multipleOf: 0.5 }, 1.5, 1.2, 'must be a multiple of 0.5'],
  [{ type: 'string', format: 'ipv4' }, '127.0.0.1', '127', 'must be of the format ipv4'],
  [{ type: 'integer', format: 'int32' }, 1, 2 ** 31, 'must be of the format int32'],
  [{ anyOf: [{ type: 'null' }, { enum: [1, true] }] }, null, 2, 'must be one of 1, true or null'],
  [{ anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] }, null, 'b', 'one of a or null'],
  [{ anyOf: [{ type: 'string', enum: ['a', null] }, { type: 'null' }] }, null, 'b', 'a or null'],
  [{ anyOf: [{ type: ['string', 'null'], enum: ['a'] }, { type: 'null' }] }, null, 'b', 'a or null'],
  [{ anyOf: [{ type: ['string', 'null'] }, { type: 'null' }] }, null, 1, 'a string or null'],
  [{ anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] }, null, 'b', 'one of a or null'],
  [{ anyOf: [{ const: 'a' }, { type: 'null' }] }, null, 'b', 'must be one of a or null'],
  [{ type: ['string', 'null'], enum: ['a', null] }, null, 'b', 'must be one of a or null'],
  [{ enum: ['a', null] }, null, 'b', 'must be one of a or null'],
  // An enumeration decides alone (JSON Schema 2020-12, section 6.1.2 of Validation).
  [{ type: ['string', 'null'], enum: ['a'] }, 'a', null, 'must be one of a'],
  [{ type: 'null' }, null, 'a', 'must be null'],
  [{ enum: [null] }, null, 'a', 'must be one of null'],
  [{ const: null }, null, 'a', 'must be null'],
  [{ allOf: [{ type: 'string' }, { minLength: 1, type: 'string' }] }, 'a', '', 'at least 1 char'],
  [{ oneOf: [tagged('x', []), tagged('y', ['kind'])] }, { a: '' }, {}, '/a is missing'],
  [taggedChoice, { kind: 'y', a: '' }, { a: '' }, '/kind is missing'],
  [{ anyOf: [taggedChoice, { type: 'null' }] }, null, { kind: 'y', a: 1 }, '/a must be a string'],
  [{ anyOf: [{ ...text, allOf: [text] }, { type: 'null' }] }, null, 1, 'none of the schemas'],
  [{ anyOf: [{ ...text, not: { const: null } }, { type: 'null' }] }, null, 1, 'none of the schemas'],
])('%j accepts %j and rejects %j: %s', async (schema, valid, invalid, message) => {
  const { check, code } = await checkOf(schema);
  expect(check.call({ closed: false }, valid)).toBe(true);
  const found = [...validate('body', check, invalid, {})];
  const texts = found.map((it) => `${it.pointer} ${it.message}`);
  expect(texts).toEqual([expect.stringContaining(message)]);
  expect(code).not.toMatch(/\brequire\(/);
});

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

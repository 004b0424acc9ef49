import { expect, test } from 'vitest';
import { replaceAt, schemaValuesOf } from '../responses/schema-values.ts';

const root = {
  paths: {
    '/jobs': { post: { responses: { 200: { $ref: '#/components/responses/Made' }, 204: {} } } },
  },
  components: {
    responses: {
      Made: {
        headers: { 'X-Count': { schema: { type: 'integer' } } },
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Job' },
            examples: { First: { value: { id: 1 } } },
          },
        },
      },
    },
    schemas: {
      Job: {
        properties: {
          part: {
            oneOf: [
              { $ref: '#/components/schemas/Leaf' },
              { type: 'object', properties: { kind: { const: 'twig' } } },
              { type: 'null' },
            ],
          },
          pair: { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
        },
        additionalProperties: { anyOf: [{ const: 1 }, { type: 'string' }] },
      },
      Leaf: { type: 'object', properties: { kind: { const: 'leaf' } } },
    },
  },
};

test('visits the values of a body with their schemas', () => {
  const body = { part: { kind: 'leaf' }, pair: ['a', 2], other: 1 };
  const values = schemaValuesOf(root, { $ref: '#/components/schemas/Job' }, body);
  expect(values.map(({ pointer, types }) => [pointer, types])).toEqual([
    ['', undefined],
    ['/part', ['object', 'object', 'null']],
    ['/part/kind', undefined],
    ['/pair', undefined],
    ['/pair/0', ['string']],
    ['/pair/1', ['number']],
    ['/other', undefined],
  ]);
  expect(values.at(-1)).toMatchObject({ schema: { const: 1 }, union: '/other' });
  expect(values[2]).toMatchObject({
    schema: { const: 'leaf' },
    isDiscriminator: true,
    union: undefined,
    references: ['/components/schemas/Job', '/components/schemas/Leaf'],
  });
  const [, other] = schemaValuesOf(root, values[0]!.schema, { part: { kind: 'twig' } });
  expect(other?.schema).toMatchObject({ properties: { kind: { const: 'twig' } } });
});

test('replaces a value without changing the original', () => {
  const value = { items: [{ id: 1 }, { id: 2 }] };
  expect(replaceAt(value, '/items/1/id', 3)).toEqual({ items: [{ id: 1 }, { id: 3 }] });
  expect(value.items[1]).toEqual({ id: 2 });
  expect(replaceAt(value, '', 'x')).toBe('x');
});

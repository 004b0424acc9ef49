import { expect, test } from 'vitest';
import {
  contentOf,
  isOfType,
  operationsOf,
  responsesOf,
  sampleOf,
  secretNamesIn,
} from './index.ts';

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

test('reads what an operation declares for its responses', () => {
  const responses = responsesOf(root, operationsOf(root)[0]!);
  expect([...responses.keys()]).toEqual(['200', '204']);
  expect(responses.get('200')).toEqual({
    headers: new Map([['X-Count', { schema: { type: 'integer' } }]]),
    mediaType: 'application/json',
    schema: { $ref: '#/components/schemas/Job' },
    examples: new Map([['First', { id: 1 }]]),
  });
  expect(contentOf(root, undefined)).toMatchObject({ mediaType: undefined, schema: undefined });
});

test('knows the types of JSON Schema', () => {
  const types = ['null', 'array', 'object', 'integer', 'number', 'string'];
  const named = [null, [], {}, 1, 1.5, 'a'].map((value) =>
    types.filter((it) => isOfType(value, it)),
  );
  expect(named).toEqual([
    ['null'],
    ['array'],
    ['object'],
    ['integer', 'number'],
    ['number'],
    ['string'],
  ]);
});

test.each([
  [{ const: 'a' }, 'a'],
  [{ enum: [2, 3] }, 2],
  [{ type: 'integer', minimum: 5 }, 5],
  [{ type: ['null', 'string'] }, null],
  [{ type: 'string', format: 'date-time' }, '2026-01-31T12:00:00Z'],
])('samples %j', (schema, sample) => {
  expect(sampleOf(schema)).toEqual(sample);
});

const secret = { type: 'string', 'x-secret': true };
const object = (properties: object) => ({ type: 'object', properties });

test('names the secret properties, however their schemas are nested or combined', () => {
  const own = object({ b: secret, open: { type: 'string' }, a: { 'x-secret': true } });
  const Thing = {
    ...own,
    oneOf: [object({ inOneOf: secret, not: { 'x-secret': false } }), object({ items: own })],
    allOf: [object({ inAllOf: { $ref: '#/components/schemas/Key' } })],
    additionalProperties: object({ nullable: { anyOf: [secret, { type: 'null' }] } }),
    items: object({ list: { items: secret }, map: { additionalProperties: secret }, part: own }),
  };
  expect(secretNamesIn({ components: { schemas: { Thing, Key: secret } } })).toEqual([
    'a',
    'b',
    'inAllOf',
    'inOneOf',
    'list',
    'map',
    'nullable',
  ]);
});

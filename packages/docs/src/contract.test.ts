import { expect, test } from 'vitest';
import { calls, dereference, references, type Contract } from './contract.ts';
import { schemaUses } from './machines/schema-uses.ts';

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const kind = { name: 'kind', in: 'query', schema: schema('Kind') };
const id = { name: 'id', in: 'path', required: true, schema: {} };

const contract = {
  paths: {
    '/pets/{id}': {
      parameters: [id, { $ref: '#/components/parameters/Kind' }],
      put: { operationId: 'replacePet', responses: {} },
      get: {
        operationId: 'getPet',
        parameters: [
          { ...kind, schema: {} },
          { ...kind, in: 'header' },
        ],
        responses: {},
      },
    },
  },
  components: {
    parameters: { Kind: kind, Alias: { $ref: '#/components/parameters/Kind', summary: 'Of it.' } },
    schemas: { Kind: {} },
  },
} as unknown as Contract;

test('an operation has the parameters of its path, unless it has one of that name and place', () => {
  const found = calls(contract).map(({ operation, method, parameters }) => [
    operation.operationId,
    method,
    parameters,
  ]);
  expect(found).toEqual([
    ['getPet', 'get', [id, { ...kind, schema: {} }, { ...kind, in: 'header' }]],
    ['replacePet', 'put', [id, kind]],
  ]);
});

test('the texts of a reference go before those of its target, at every step', () => {
  const reference = { $ref: '#/components/parameters/Alias', description: 'Mine.' };
  expect(dereference(contract, reference)).toEqual({
    ...kind,
    summary: 'Of it.',
    description: 'Mine.',
  });
});

test('a parameter makes its operation a user of its schema', () => {
  expect(schemaUses(contract).get('Kind')).toEqual({
    operations: ['getPet', 'replacePet'],
    schemas: [],
  });
});

test('a schema refers to others from wherever it may hold one', () => {
  const found = references({
    ...schema('Itself'),
    properties: { a: { items: schema('Item') } },
    additionalProperties: schema('Value'),
    prefixItems: [schema('First')],
    anyOf: [schema('Any')],
    oneOf: [schema('One')],
    allOf: [{ properties: { b: schema('Deep') } }],
    default: schema('NoSchema'),
  });
  expect(found).toEqual(['Itself', 'Item', 'Value', 'First', 'Any', 'One', 'Deep']);
});

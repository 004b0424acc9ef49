import type { Contract } from '../contract/contract.ts';
import type { ValidAnswer } from '../contract/examples.ts';

/** A contract that has a place for every fault of an answer. */
export const richContract: Contract = {
  paths: {
    '/things': {
      get: {
        operationId: 'readThing',
        responses: {
          200: {
            headers: {
              'X-Request-Id': { required: true, schema: { type: 'string', format: 'uuid' } },
              'X-Count': { schema: { type: 'integer' }, example: 3 },
            },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          404: {},
        },
      },
      delete: { operationId: 'removeThing', responses: { 204: {} } },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['kind', 'size'],
        properties: {
          kind: { type: 'string', enum: ['leaf', 'tree'] },
          size: { type: 'integer', minimum: 0 },
          made: { type: 'string', format: 'date-time' },
          tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
          spot: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
          password: { type: 'string', writeOnly: true },
          inner: { $ref: '#/components/schemas/Thing' },
          closed: {
            type: 'object',
            additionalProperties: false,
            properties: { id: { type: 'string' } },
          },
        },
      },
    },
  },
};

const thing = {
  kind: 'tree',
  size: 2,
  made: '2026-01-31T12:00:00Z',
  tags: ['a'],
  spot: ['x', 1],
  closed: { id: '1' },
  inner: { kind: 'leaf', size: 1 },
};

const headers = new Headers({
  'Content-Type': 'application/json',
  'X-Request-Id': '0f6b8c1e-3d52-4a7b-9c1d-2e3f4a5b6c7d',
  'X-Count': '3',
});

/** Valid answers of that contract. */
export const richAnswers: readonly ValidAnswer[] = [
  { operation: 'readThing', status: 200, headers, value: thing },
  { operation: 'readThing', status: 404, headers: new Headers(), value: undefined },
  { operation: 'removeThing', status: 204, headers: new Headers(), value: undefined },
];

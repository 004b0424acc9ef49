import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { type Contract, readContract } from '../model/contract.ts';
import { below, valueAt } from '../model/pointer.ts';
import { counterpart, counterparts } from './counterparts.ts';
import { operationsOf } from './operations.ts';

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const contractIn = (file: string) => readContract({ text: read(file), file });
const released = contractIn('openapi/released/openapi.yaml');
const current = contractIn('openapi/dist/openapi.yaml');
const changelog = read('openapi/changelog.yaml');

function isIn(contract: Contract, name: string): boolean {
  const [schema = '', member] = name.split('.');
  const pointer = below('/components/schemas', schema, ...(member ? ['properties', member] : []));
  return (
    operationsOf(contract).some(({ id }) => id === name) ||
    valueAt(contract.root, pointer) !== undefined
  );
}

/** What is gone is in the changelog; of what went with a schema, the schema. */
function wasReleased(name: string): boolean {
  const [schema = ''] = name.split('.');
  return isIn(released, name) || changelog.includes(isIn(released, schema) ? name : schema);
}

test('what is named was released, and what takes its place is in the contract', () => {
  const pairs = Object.values(counterparts).flatMap((names) => Object.entries(names));
  expect(pairs.filter(([name]) => !isIn(current, name) && !wasReleased(name))).toEqual([]);
  expect(pairs.filter(([, place]) => !isIn(current, place))).toEqual([]);
});

const own = readContract({
  file: 'own.json',
  text: JSON.stringify({
    openapi: '3.1.1',
    info: {},
    paths: {
      '/api/conversations': { post: { operationId: 'createConversation' } },
      '/api/lamps': { get: { operationId: 'listLamps' } },
    },
    components: {
      schemas: {
        LegacyErrorBody: { properties: { error: { type: 'string' } } },
        Lamp: { properties: { id: { type: 'string' } } },
      },
    },
  }),
});

test.each([
  ['/paths/~1api~1conversations/post', 'In V1, `startAppConversation` takes its place.'],
  ['/paths/~1api~1lamps/get', ''],
  ['/components/schemas/LegacyErrorBody', 'In V1, `ErrorBody` takes its place.'],
  [
    '/components/schemas/LegacyErrorBody/properties/error',
    'In V1, `ErrorBody.detail` takes its place.',
  ],
  ['/components/schemas/Lamp/properties/id', ''],
])('%s', (pointer, want) => {
  expect(counterpart(own, pointer)).toBe(want);
});

test('the file says nothing else', () => {
  const all = parse(readFileSync(new URL('counterparts.yaml', import.meta.url), 'utf8')) as object;
  expect(Object.keys(all)).toEqual(['operations', 'schemas', 'members']);
});

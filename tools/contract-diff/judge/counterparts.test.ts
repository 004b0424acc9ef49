import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { operationsOf } from './operations.ts';
import { readContract } from '../model/contract.ts';
import { valueAt } from '../model/pointer.ts';
import { counterpart, counterparts } from './counterparts.ts';

const file = 'openapi/released/openapi.yaml';
const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const contract = readContract({ text, file });
const ids = operationsOf(contract).map(({ id }) => id);

test('what is named is in the contract', () => {
  for (const id of Object.entries(counterparts.operations).flat()) expect(ids).toContain(id);
  for (const name of Object.entries(counterparts.schemas).flat()) {
    expect(valueAt(contract.root, `/components/schemas/${name}`), name).toBeDefined();
  }
  for (const name of Object.entries(counterparts.members).flat()) {
    const [schema, member] = name.split('.');
    const pointer = `/components/schemas/${schema}/properties/${member}`;
    expect(valueAt(contract.root, pointer), name).toBeDefined();
  }
});

test.each([
  ['/paths/~1api~1conversations/post', 'In V1, `startAppConversation` takes its place.'],
  ['/paths/~1api~1settings/get', ''],
  ['/components/schemas/LegacyErrorBody', 'In V1, `ErrorBody` takes its place.'],
  [
    '/components/schemas/LegacyErrorBody/properties/error',
    'In V1, `ErrorBody.detail` takes its place.',
  ],
  ['/components/schemas/Sandbox/properties/id', ''],
])('%s', (pointer, want) => {
  expect(counterpart(contract, pointer)).toBe(want);
});

test('the file says nothing else', () => {
  const all = parse(readFileSync(new URL('counterparts.yaml', import.meta.url), 'utf8')) as object;
  expect(Object.keys(all)).toEqual(['operations', 'schemas', 'members']);
});

import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import type { Sandbox, SandboxSpec, SandboxSpecPage } from '@agent-conversation/types';
import { expect, test } from 'vitest';
import { createMock } from '../index.ts';
import { ask } from '../testing/ask.ts';

const path = '/api/v1/sandbox-specs/search';
const spec = (id: string, created_at?: string): SandboxSpec => ({
  id,
  command: null,
  ...(created_at === undefined ? {} : { created_at }),
});
const listed = async (sandboxSpecs: readonly SandboxSpec[]) => {
  const mock = createMock({ sandboxSpecs });
  const { items } = (await ask<SandboxSpecPage>(mock, 'GET', path)).body;
  const { sandbox_spec_id: chosen } = (await ask<Sandbox>(mock, 'POST', '/api/v1/sandboxes')).body;
  return { ids: items.map(({ id }) => id), chosen };
};

test('left out, the specs are those that the contract shows', async () => {
  expect((await ask(createMock(), 'GET', path)).body).toEqual(
    document.components.examples.SandboxSpecsListed.value,
  );
});

test('the newest stands first and is the default, wherever it was given', async () => {
  const specs = [
    spec('middle', '2026-02-01T00:00:00+02:00'),
    spec('newest', '2026-01-31T23:00:00Z'),
    spec('oldest', '2025-12-31T00:00:00Z'),
  ];
  expect(await listed(specs)).toEqual({ ids: ['newest', 'middle', 'oldest'], chosen: 'newest' });
});

test('those of no date keep their order', async () => {
  expect(await listed([spec('a'), spec('b'), spec('c')])).toEqual({
    ids: ['a', 'b', 'c'],
    chosen: 'a',
  });
});

test.each<[unknown, string]>([
  [[], 'There must be at least one sandbox spec'],
  [[spec('a'), spec('b'), spec('a')], 'The sandbox spec a is there twice'],
  [[{ id: 'a' }], 'The sandbox specs break the contract: /items/0/command is missing'],
  [
    [spec('a', 'yesterday')],
    'The sandbox specs break the contract: /items/0/created_at must be a date-time (RFC 3339)',
  ],
  [
    [spec('a'), { ...spec('b'), more: 1 }],
    'The sandbox specs break the contract: /items/1/more is not listed in the contract',
  ],
  [5, 'The sandbox specs break the contract: the whole must be an object'],
])('the specs %j are refused', (specs, message) => {
  expect(() => createMock({ sandboxSpecs: specs as SandboxSpec[] })).toThrow(
    new TypeError(message),
  );
});

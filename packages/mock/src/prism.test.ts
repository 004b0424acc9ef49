import { expect, test } from 'vitest';
import { exampleOf, examplesOf, operationsById } from './contract.ts';
import { createMock } from './index.ts';
import { ask, requests, successOf } from './testing/ask.ts';

const plain = createMock({ prism: true });

test.each(requests)(
  'plain Prism responds to %s with an example',
  async (id, method, path, body) => {
    const { status, body: shown } = await ask(plain, method, path, { body });
    expect(status).toBe(successOf(id));
    expect([...examplesOf(id, status).values()]).toContainEqual(shown);
  },
);

test.each<[what: string, method: string, path: string, extra: object, status: number]>([
  ['an unknown path', 'GET', '/nowhere', {}, 404],
  ['a missing key', 'GET', '/api/settings', { key: null }, 401],
  ['malformed JSON', 'POST', '/api/conversations', { body: '{' }, 422],
])('plain Prism rejects %s', async (_, method, path, extra, status) => {
  expect((await ask(plain, method, path, extra)).status).toBe(status);
});

test('plain Prism honors Prefer, and keeps no state', async () => {
  const headers = { Prefer: 'code=404' };
  const { status, body } = await ask(plain, 'GET', '/api/settings', { headers });
  expect({ status, body }).toEqual({ status: 404, body: exampleOf('getSettings', 404) });
  await ask(plain, 'POST', '/api/v1/sandboxes');
  expect(plain.state('ada').sandboxes).toEqual([]);
});

test('generated data matches the contract for every status', async () => {
  const mock = createMock({ seed: 'a' });
  for (const [id, method, path, body] of [...requests, ...requests, ...requests]) {
    for (const code of operationsById[id].statuses) {
      const headers = { Prefer: `code=${code}, dynamic=true` };
      const { status, body: made } = await ask(mock, method, path, { headers, body });
      expect([id, status, made]).toEqual([id, code, made]);
    }
  }
});

import { expect, test } from 'vitest';
import { ask } from './testing/ask.ts';
import { makeWith } from './testing/make-with.ts';

const page = (sandbox: object) => ({ status: 200, body: { items: [sandbox] } });
const sandbox = {
  id: 'a',
  created_by_user_id: null,
  sandbox_spec_id: 'b',
  status: 'RUNNING',
  session_api_key: null,
};

test.each([
  [page({ ...sandbox, id: 5 }), 'body /items/0/id: must be a string', '/items/0/id'],
  [
    page({ ...sandbox, more: 'MARKER' }),
    'body /items/0/more: is not listed in the contract',
    '/items/0/more',
  ],
  [{ status: 200, body: {} }, 'body /items: is missing', '/items'],
  [{ status: 201, body: page(sandbox).body }, 'status /: must be one of 200, 401, 422, 429', ''],
])('an own answer that breaks the contract is not sent: %j', async (reply, told, pointer) => {
  const mock = makeWith({ searchSandboxes: () => reply });
  const { status, body } = await ask(mock, 'GET', '/api/v1/sandboxes/search');
  expect({ status, body }).toEqual({
    status: 500,
    body: { detail: `The mock's own response to searchSandboxes breaks the contract: ${told}` },
  });
  expect(mock.exchanges).toMatchObject([
    { operation: 'searchSandboxes', status: 500, findings: [{ side: 'answer', pointer }] },
  ]);
});

test('one that keeps it is sent, and nothing is noted', async () => {
  const mock = makeWith({ searchSandboxes: () => page(sandbox) });
  const { status, body } = await ask(mock, 'GET', '/api/v1/sandboxes/search');
  expect({ status, body }).toEqual(page(sandbox));
  expect(mock.exchanges).toMatchObject([{ status: 200, findings: [] }]);
});

const outOfOrder = (): never => {
  throw new Error('out of order');
};

test.each([
  [
    'an answer that breaks the contract',
    () => ({ status: 200, body: null }),
    "The mock's own response to getSettings breaks the contract: body /: must be an object",
  ],
  ['a fault of the mock itself', outOfOrder, 'The mock failed: out of order'],
])('in the legacy generation, %s is told as other errors are', async (_, getSettings, error) => {
  const mock = makeWith({ getSettings });
  const { status, body } = await ask(mock, 'GET', '/api/settings');
  expect({ status, body }).toEqual({ status: 500, body: { error } });
  expect(mock.exchanges).toMatchObject([{ status: 500 }]);
});

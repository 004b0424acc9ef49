import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { operations } from '@agent-conversation/validators';
import { expect, test } from 'vitest';
import { createMock, type MockOptions } from '../index.ts';
import { ask, requests, type Extra } from '../testing/ask.ts';

const examples = document.components.examples;
const path = '/api/v1/app-conversations';
const make = (options: MockOptions = {}) => createMock({ clock: 'manual', ...options });

const keyless: Extra = { key: null };
const notAccepted = { Accept: 'text/html', Prefer: 'code=418' };
const prefer = { Prefer: 'code=418' };
const tooLong = ' '.repeat(1024 * 1024 + 1);
const wrong = { sandbox_id: 5 };
const strange = { sandbox_id: 'sbx-unknown' };

/** Each request has its own fault and all that come after it. */
const order: readonly [what: string, method: string, path: string, extra: Extra, status: number][] =
  [
    ['an unknown path', 'PUT', '/nowhere', keyless, 404],
    ['a path that is not UTF-8', 'PUT', '/api/v1/sandboxes/%FF/pause', keyless, 400],
    ['a method that the path lacks', 'PUT', path, { ...keyless, headers: notAccepted }, 405],
    ['no key', 'POST', path, { ...keyless, headers: notAccepted, body: tooLong }, 401],
    ['an empty key', 'POST', path, { key: '', headers: notAccepted, body: tooLong }, 401],
    [
      'no accepted form',
      'POST',
      path,
      { headers: { ...notAccepted, 'Content-Type': 'text/plain' }, body: tooLong },
      406,
    ],
    [
      'a body that is too long',
      'POST',
      path,
      { headers: { ...prefer, 'Content-Type': 'text/plain' }, body: tooLong },
      413,
    ],
    [
      'a body of another form',
      'POST',
      path,
      { headers: { ...prefer, 'Content-Type': 'text/plain' }, body: '{' },
      415,
    ],
    ['a body that is not JSON', 'POST', path, { headers: prefer, body: '{' }, 400],
    ['a body that breaks the contract', 'POST', path, { headers: prefer, body: wrong }, 422],
    ['a fault that waits', 'POST', path, { headers: prefer, body: strange }, 503],
  ];

test.each(order)(
  'the first thing that is wrong answers: %s',
  async (_, method, at, extra, want) => {
    const mock = make({ faults: [{ status: 503, times: 1 }] });
    expect((await ask(mock, method, at, extra)).status).toBe(want);
    // Only a request that is in order is struck by the fault.
    expect((await ask(mock, 'GET', '/api/settings')).status).toBe(want === 503 ? 200 : 503);
    expect(mock.state('ada')).toMatchObject({ startTasks: [], sandboxes: [] });
  },
);

test('after that comes what cannot be preferred, and then what the operation refuses', async () => {
  const mock = make();
  expect((await ask(mock, 'POST', path, { headers: prefer, body: strange })).status).toBe(400);
  expect((await ask(mock, 'POST', path, { body: strange })).status).toBe(404);
});

test.each(requests)('%s without a key gives the declared 401', async (operation, method, at) => {
  const { status, headers, body } = await ask(make(), method, at, keyless);
  const isLegacy = !operations[operation].path.startsWith('/api/v1/');
  expect({ status, body }).toEqual({
    status: 401,
    body: isLegacy ? examples.LegacyKeyMissing.value : examples.KeyMissing.value,
  });
  expect(headers.get('WWW-Authenticate')).toBe('ApiKey realm="Agent Conversation Service"');
});

test.each([
  ['POST', '/api/conversations', '{"a":', 400, examples.ConversationBodyMalformed.value],
  ['POST', path, '{"a":', 400, examples.BodyMalformed.value],
  ['POST', path, strange, 404, examples.SandboxUnknown.value],
  ['POST', '/api/v1/sandboxes/a/pause', undefined, 404, examples.SandboxUnknown.value],
  ['POST', '/api/v1/sandboxes/a/resume', undefined, 404, examples.SandboxUnknown.value],
  [
    'POST',
    '/api/v1/sandboxes?sandbox_spec_id=a',
    undefined,
    404,
    examples.SandboxSpecUnknown.value,
  ],
])('%s %s with the body %j gives the declared %j', async (method, at, body, status, want) => {
  const answer = await ask(make(), method, at, { body });
  expect({ status: answer.status, body: answer.body }).toEqual({ status, body: want });
  expect(answer.headers.get('Content-Type')).toBe('application/json');
});

test.each([
  ['/nowhere', 'detail'],
  ['/', 'detail'],
  ['/api', 'detail'],
  ['/api/v1', 'detail'],
  ['/api/v1/nowhere', 'detail'],
  ['/api/v1/sandboxes/', 'detail'],
  ['/api/v1/sandboxes//pause', 'detail'],
  ['/api/v1/sandboxes/a/b/pause', 'detail'],
  ['/api/nowhere', 'error'],
  ['/api/v12', 'error'],
  ['/api/settings/', 'error'],
  ['/API/settings', 'detail'],
])('the path %s is unknown, and told so as its generation does', async (at, member) => {
  const { status, body } = await ask(make(), 'GET', at);
  expect({ status, body }).toEqual({
    status: 404,
    body: { [member]: 'The contract has no such path' },
  });
});

test.each([
  ['/api/settings%', 'error'],
  ['/api/v1/sandboxes/%zz/pause', 'detail'],
  ['/api/v1/sandboxes/%E0%A4%A/pause', 'detail'],
])('the path %s is not percent-encoded as it should be', async (at, member) => {
  for (const method of ['POST', 'OPTIONS']) {
    const { status, body } = await ask(make(), method, at);
    expect({ status, body }).toEqual({
      status: 400,
      body: { [member]: 'The path is not percent-encoded UTF-8' },
    });
  }
});

test.each([
  ['sbx-a', 'sbx-a'],
  ['a%2Fb', 'a/b'],
  ['%C3%A4%20b', 'ä b'],
  ['%2525', '%25'],
])('the id %s in a path means %j', async (written, meant) => {
  const seen: unknown[] = [];
  const mock = make({ faults: [{ status: 503, when: ({ path: p }) => seen.push(p) > 0 }] });
  await ask(mock, 'POST', `/api/v1/sandboxes/${written}/pause`);
  expect(seen).toEqual([{ sandbox_id: meant }]);
});

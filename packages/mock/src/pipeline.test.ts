import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { operations } from '@agent-conversation/validators';
import { expect, test } from 'vitest';
import { createMock, type MockOptions, type UnauthorizedForm } from './index.ts';
import { ask, requests, type Extra } from './testing/ask.ts';

const examples = document.components.examples;
const path = '/api/v1/app-conversations';
const make = (options: MockOptions = {}) => createMock({ clock: 'manual', ...options });

const keyless: Extra = { key: null };
const notAccepted = { Accept: 'text/html', Prefer: 'code=418' };
const prefer = { Prefer: 'code=418' };
const tooLong = ' '.repeat(1024 * 1024 + 1);
const wrong = { sandbox_id: 5 };

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
    ['a body that is not JSON', 'POST', path, { headers: prefer, body: '{' }, 422],
    ['a body that breaks the contract', 'POST', path, { headers: prefer, body: wrong }, 422],
    [
      'an id that is no UUID',
      'POST',
      path,
      { headers: prefer, body: { conversation_id: 'a' } },
      422,
    ],
    ['a fault that waits', 'POST', '/api/v1/sandboxes/a/pause', { headers: prefer }, 503],
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
  const unknown = '/api/v1/sandboxes/a/pause';
  expect((await ask(mock, 'POST', unknown, { headers: prefer })).status).toBe(400);
  expect((await ask(mock, 'POST', unknown)).status).toBe(404);
});

const forms: [UnauthorizedForm | undefined, unknown][] = [
  [undefined, examples.KeyMissing.value],
  ['detail', { detail: 'Unauthorized' }],
  ['error', examples.KeyMissingHosted.value],
  ['text', 'Unauthorized'],
];

test.each(forms)('with unauthorizedBody %s the body of a 401 is %j', async (form, want) => {
  const mock = make(form && { unauthorizedBody: form });
  for (const [, method, at] of requests) {
    const { status, headers, body } = await ask(mock, method, at, keyless);
    expect({ status, body }).toEqual({ status: 401, body: want });
    expect(headers.get('WWW-Authenticate')).toBe('ApiKey realm="Agent Conversation Service"');
  }
  mock.fail('getSettings', 401);
  expect((await ask(mock, 'GET', '/api/settings')).body).toEqual(want);
});

test('with a rate limit, more requests of a key in a second get 429 with Retry-After', async () => {
  const mock = make({ rateLimit: 2 });
  const asked = async (key?: string) => ask(mock, 'POST', '/api/v1/sandboxes', key ? { key } : {});
  expect([(await asked()).status, (await asked()).status]).toEqual([200, 200]);
  for (const [, method, at, body] of requests) {
    const answer = await ask(mock, method, at, { body });
    expect([answer.status, answer.body, answer.headers.get('Retry-After')]).toEqual([
      429,
      examples.RateLimitExceeded.value,
      '1',
    ]);
  }
  // Another key has a limit of its own, and requests without a key have none.
  expect((await asked('grace')).status).toBe(200);
  expect((await ask(mock, 'GET', '/api/settings', keyless)).status).toBe(401);
  mock.advance(999);
  expect((await asked()).status).toBe(429);
  mock.advance(1);
  expect((await asked()).status).toBe(200);
  expect(mock.state('ada').sandboxes).toHaveLength(3);
});

test('a 429 that was asked for has Retry-After', async () => {
  const mock = make();
  mock.fail('getSettings', 429, undefined, 1);
  const failed = await ask(mock, 'GET', '/api/settings');
  const preferred = await ask(mock, 'GET', '/api/settings', { headers: { Prefer: 'code=429' } });
  for (const { status, headers } of [failed, preferred]) {
    expect([status, headers.get('Retry-After')]).toEqual([429, '1']);
  }
});

test('a request without a key is served as the default key', async () => {
  const mock = make({ defaultKey: 'ada' });
  for (const key of [null, '']) {
    expect((await ask(mock, 'POST', '/api/v1/sandboxes', { key })).status).toBe(200);
  }
  await ask(mock, 'POST', '/api/v1/sandboxes', { key: 'grace' });
  expect(mock.state('ada').sandboxes).toHaveLength(2);
  expect(mock.state('grace').sandboxes).toHaveLength(1);
});

test.each([
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

const known = '; GET / lists the paths';

test.each([
  ['/nowhere', 'detail', known],
  ['/api', 'detail', known],
  ['/api/v1', 'detail', known],
  ['/api/v1/nowhere', 'detail', known],
  ['/api/v1/sandboxes/', 'detail', '; did you mean /api/v1/sandboxes?'],
  ['/api/v1/sandboxes//pause', 'detail', '; did you mean /api/v1/sandboxes/search?'],
  ['/api/v1/sandboxes/a/puase', 'detail', '; did you mean /api/v1/sandboxes/a/pause?'],
  ['/v1/sandboxes/search', 'detail', '; did you mean /api/v1/sandboxes/search?'],
  ['/api/v1/app_conversations', 'detail', '; did you mean /api/v1/app-conversations?'],
  ['/api/nowhere', 'error', known],
  ['/api/settings/', 'error', '; did you mean /api/settings?'],
  ['/API/settings', 'detail', '; did you mean /api/settings?'],
  [`/${'a'.repeat(8000)}`, 'detail', known],
])(
  'the path %s is unknown, and the response has the form of its generation',
  async (at, member, hint) => {
    const { status, body } = await ask(make(), 'GET', at);
    expect({ status, body }).toEqual({
      status: 404,
      body: { [member]: `The contract has no such path${hint}` },
    });
  },
);

test('GET / lists the routes, without a key', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { status, text } = await ask(make(), method, '/', keyless);
    expect(status).toBe(200);
    if (method === 'HEAD') continue;
    const { routes } = JSON.parse(text) as { routes: Record<string, string> };
    expect(Object.keys(routes)).toEqual(
      Object.values(operations).map(({ method: verb, path: at }) => `${verb} ${at}`),
    );
    for (const summary of Object.values(routes)) expect(summary).toMatch(/\w/);
  }
  expect((await ask(make(), 'POST', '/')).status).toBe(404);
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

import type { Entry, Har } from 'har-format';
import { expect, test } from 'vitest';
import { ask, create, type Extra, reply, startSandbox } from '../test/ask.ts';
import packageJson from '../package.json' with { type: 'json' };
import { createMock, type Mock, type MockOptions } from './index.ts';

const controlled = (options: MockOptions = {}) =>
  create({ control: true, ...options });
const keyless: Extra = { key: null };
const done = { status: 200, body: { ok: true } };
const control = async (
  mock: Mock,
  method: string,
  name: string,
  body?: unknown,
) => reply(mock, method, `/_mock${name}`, { ...keyless, body });

// prettier-ignore
const endpoints: readonly [method: string, path: string, body?: unknown][] = [
  ['GET', '/state'],
  ['POST', '/reset'],
  ['POST', '/advance', { milliseconds: 5000 }],
  ['POST', '/happen', { id: 'sbx-a', status: 'ERROR' }],
  ['GET', '/faults'],
  ['POST', '/faults', { status: 503 }],
  ['DELETE', '/faults'],
  ['POST', '/data', { sandboxes: [] }],
  ['GET', '/scenario'],
  ['POST', '/scenario', { name: null }],
  ['GET', '/journal'],
];

test.each(endpoints)(
  '%s /_mock%s is off by default, and closed to web pages',
  async (...row) => {
    const [method, name, body] = row;
    const off = create();
    expect(await control(off, method, name, body)).toEqual(
      await reply(off, method, '/nowhere'),
    );
    const mock = controlled();
    const extra = {
      ...keyless,
      headers: { Origin: 'http://127.0.0.1:4000' },
      body,
    };
    const response = await ask(mock, method, `/_mock${name}`, extra);
    const detail = 'A web page cannot control the mock';
    expect(response).toMatchObject({ status: 403, body: { detail } });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(null);
    expect((await ask(mock, 'GET', '/api/settings')).status).toBe(200);
  },
);

test('GET /_mock lists the controls', async () => {
  const { status, body } = await control(controlled(), 'GET', '/');
  const names = endpoints.map(([method, path]) => `${method} /_mock${path}`);
  expect([status, Object.keys(body as object)]).toEqual([200, names]);
  const unknown = { detail: 'There is no such control', controls: body };
  expect(await control(controlled(), 'GET', '/stat')).toEqual({
    status: 404,
    body: unknown,
  });
  const detail = 'The contract has no such path; GET / lists the paths';
  expect((await control(controlled(), 'GET', 'ery')).body).toEqual({ detail });
});

test.each([
  { method: 'GET', path: '/data', allowed: 'POST' },
  { method: 'PUT', path: '/faults', allowed: 'GET, POST, DELETE' },
  { method: 'POST', path: '', allowed: 'GET' },
])('$method /_mock$path gets 405 with the methods of the path', async (row) => {
  const { method, path, allowed } = row;
  const { status, headers, text } = await ask(
    controlled(),
    method,
    `/_mock${path}`,
    keyless,
  );
  expect([status, headers.get('Allow')]).toEqual([405, allowed]);
  expect(text).toContain(
    `${method} is not a method of this path, but ${allowed}`,
  );
});

test('state and reset concern one key, or all', async () => {
  const mock = controlled();
  for (const key of ['ada', 'grace']) await startSandbox(mock, key);
  const state = async (key: string | null) =>
    (await ask(mock, 'GET', '/_mock/state', { key })).body;
  expect(await state('ada')).toEqual(mock.state('ada'));
  expect(await state(null)).toEqual([mock.state('ada'), mock.state('grace')]);
  expect(await state('nobody')).toMatchObject({ sandboxes: [] });
  const counts = () =>
    ['ada', 'grace'].map((key) => mock.state(key).sandboxes.length);
  expect(await reply(mock, 'POST', '/_mock/reset', { key: 'ada' })).toEqual(
    done,
  );
  expect(counts()).toEqual([0, 1]);
  mock.fault({ status: 503 });
  mock.advance(5000);
  expect(await control(mock, 'POST', '/reset')).toEqual(done);
  expect(counts()).toEqual([0, 0]);
  expect(mock.state('ada').now).toBe('2026-01-01T00:00:00.000000Z');
  expect((await ask(mock, 'GET', '/api/settings')).status).toBe(200);
});

test('advance moves the clock, and happen triggers an event', async () => {
  const mock = controlled();
  const { id } = await startSandbox(mock);
  const status = () => mock.state('ada').sandboxes[0]?.status;
  expect(
    await control(mock, 'POST', '/advance', { milliseconds: 2000 }),
  ).toEqual(done);
  expect(status()).toBe('RUNNING');
  expect(
    await control(mock, 'POST', '/happen', { id, status: 'ERROR' }),
  ).toEqual(done);
  expect(status()).toBe('ERROR');
});

test('faults are listed, added and removed, and do not apply to the controls', async () => {
  const initial = { operation: 'getSettings', status: 404 } as const;
  const mock = controlled({ faults: [initial], clock: 'requests' });
  const search = async () =>
    (await ask(mock, 'GET', '/api/v1/sandboxes/search')).status;
  const added = {
    operation: 'searchSandboxes',
    status: 429,
    headers: { 'Retry-After': '2' },
  };
  expect(
    await control(mock, 'POST', '/faults', { ...added, times: 3 }),
  ).toEqual(done);
  expect(await search()).toBe(429);
  expect((await control(mock, 'GET', '/faults')).body).toEqual([
    initial,
    { ...added, times: 2 },
  ]);
  expect(await control(mock, 'DELETE', '/faults')).toEqual(done);
  expect([
    await search(),
    (await control(mock, 'GET', '/faults')).body,
  ]).toEqual([200, []]);
  await control(mock, 'POST', '/reset');
  expect((await control(mock, 'GET', '/faults')).body).toEqual([initial]);
  // Controls do not move the clock either.
  expect(mock.state('ada').now).toBe('2026-01-01T00:00:00.000000Z');
});

const milliseconds = 'advance is a number of milliseconds, 0 or more, not';

test.each<{ name: string; body: unknown; status: number; detail: string }>([
  {
    name: 'advance',
    body: '[]',
    status: 400,
    detail: `${milliseconds} undefined`,
  },
  {
    name: 'advance',
    body: { milliseconds: -1 },
    status: 400,
    detail: `${milliseconds} -1`,
  },
  {
    name: 'happen',
    body: {},
    status: 400,
    detail: 'There is nothing with the id undefined',
  },
  {
    name: 'faults',
    body: {},
    status: 400,
    detail: 'A fault needs a status, a delayInMs or a break',
  },
  {
    name: 'faults',
    body: { status: 503, times: null },
    status: 400,
    detail: 'times is 1 or more, not null',
  },
  {
    name: 'reset',
    body: '{',
    status: 422,
    detail: 'The body is not JSON: error at line 1, column 2',
  },
  {
    name: 'advance',
    body: ' '.repeat(2 ** 21),
    status: 413,
    detail: 'The body is longer than 1048576 bytes',
  },
])('$name rejects $body', async ({ name, body, status, detail }) => {
  const mock = controlled();
  await startSandbox(mock);
  const before = mock.state('ada');
  expect(await control(mock, 'POST', `/${name}`, body)).toEqual({
    status,
    body: { detail },
  });
  expect(mock.state('ada')).toEqual(before);
});

const journal = async (mock: Mock) =>
  ask<Har>(mock, 'GET', '/_mock/journal', keyless);
const entriesOf = async (mock: Mock) => (await journal(mock)).body.log.entries;

const [aText, aNumber] = [
  expect.any(String) as string,
  expect.any(Number) as number,
];
const pairs = expect.arrayContaining([
  { name: aText, value: aText },
]) as unknown;

test('the journal is an HTTP archive (HAR 1.2) with what the mock found', async () => {
  const mock = controlled({
    faults: [{ operation: 'startSandbox', break: 'reset' }],
  });
  const headers = { Host: '127.0.0.1:4010' };
  const at = '/api/v1/sandboxes/search?limit=7&limit=8&api_key=';
  await ask(mock, 'GET', `${at}MARKER`, { headers });
  await ask(mock, 'POST', '/api/v1/sandboxes').catch(() => undefined);
  const { version, creator, entries } = (await journal(mock)).body.log;
  expect(version).toBe('1.2');
  expect(creator).toEqual({
    name: packageJson.name,
    version: packageJson.version,
  });
  const common = {
    httpVersion: aText,
    headers: pairs,
    cookies: [],
    headersSize: -1,
    bodySize: aNumber,
  };
  const [first, second] = entries as [Entry, Entry];
  const queryString = [
    { name: 'limit', value: '7' },
    { name: 'limit', value: '8' },
    { name: 'api_key', value: '[redacted]' },
  ];
  expect(first).toMatchObject({
    time: aNumber,
    request: {
      ...common,
      method: 'GET',
      url: `http://127.0.0.1:4010${at}[redacted]`,
      queryString,
    },
    response: {
      ...common,
      status: 422,
      statusText: aText,
      content: { size: aNumber, mimeType: 'application/json' },
      redirectURL: aText,
    },
    cache: {},
    timings: { send: aNumber, wait: first.time, receive: aNumber },
    _operation: 'searchSandboxes',
    _violations: [{ side: 'request', part: 'query', pointer: '/limit' }],
  });
  expect(first.request.postData).toBe(undefined);
  expect(Math.abs(Date.now() - Date.parse(first.startedDateTime))).toBeLessThan(
    10_000,
  );
  expect(second).toMatchObject({ response: { status: 0 }, _fault: 'reset' });
});

const secret = 'MARKER';
const servers = {
  sse_servers: [{ api_key: secret }],
  stdio_servers: [{ env: { TOKEN: secret, deep: { more: [secret] } } }],
};
const wrongServers = {
  sse_servers: [{ api_key: [secret] }],
  stdio_servers: [{ env: secret }],
};
const unlisted = [
  { more: { llm_api_key: secret, secrets: { custom_secrets: { a: secret } } } },
];
const legacy = '/api/conversations';

test.each<{ what: string; method: string; path: string; extra: Extra }>([
  {
    what: 'a key',
    method: 'GET',
    path: '/api/settings',
    extra: { key: secret },
  },
  {
    what: 'another credential',
    method: 'GET',
    path: '/api/settings',
    extra: {
      headers: { Authorization: `Bearer ${secret}`, Cookie: `a=${secret}` },
    },
  },
  {
    what: 'the key of a tool server',
    method: 'POST',
    path: legacy,
    extra: { body: { mcp_config: servers } },
  },
  {
    what: 'the query of a URL that can have a key',
    method: 'POST',
    path: legacy,
    extra: {
      body: {
        mcp_config: {
          sse_servers: [{ url: `https://a.example/?tkn=${secret}` }],
        },
      },
    },
  },
  {
    what: 'a secret of a wrong type',
    method: 'POST',
    path: legacy,
    extra: { body: { mcp_config: wrongServers } },
  },
  {
    what: 'a secret where the contract has none',
    method: 'POST',
    path: '/api/v1/app-conversations',
    extra: { body: unlisted },
  },
  {
    what: 'malformed JSON',
    method: 'POST',
    path: legacy,
    extra: { body: `{"api_key":"${secret}"` },
  },
  {
    what: 'another form',
    method: 'POST',
    path: legacy,
    extra: {
      body: `api_key=${secret}`,
      headers: { 'Content-Type': 'text/plain' },
    },
  },
])('$what is not in the journal', async ({ method, path, extra }) => {
  const mock = controlled();
  await ask(mock, method, path, extra);
  const { text, body } = await journal(mock);
  expect(body.log.entries).toHaveLength(1);
  expect(text).not.toContain(secret);
});

test('the key of the caller is not in the journal, wherever it stands', async () => {
  const mock = controlled();
  const apiKey = 'key-marker-4711';
  const headers = {
    'X-Other': apiKey,
    Cookie: 'sid=cookie-marker; theme=dark',
  };
  const body = `{"title":"${apiKey} cookie-marker","more":"${apiKey}","more":1}`;
  await ask(mock, 'POST', `/api/v1/app-conversations?q=${apiKey}`, {
    key: apiKey,
    headers,
    body,
  });
  await ask(mock, 'POST', `/api/v1/sandboxes/${apiKey}/pause`, { key: apiKey });
  const { text, body: har } = await journal(mock);
  expect(har.log.entries).toHaveLength(2);
  expect(text).toContain('[redacted]');
  expect(text).not.toContain('marker');
});

test('the response to HEAD has no body in the journal, but the headers of one', async () => {
  const mock = create({ control: true });
  for (const path of [
    '/api/settings',
    '/',
    '/nowhere',
    '/api/v1/sandboxes/search?limit=0',
  ]) {
    expect((await ask(mock, 'HEAD', path)).text).toBe('');
  }
  const entries = await entriesOf(mock);
  expect(entries.map(({ response }) => response.status)).toEqual([
    200, 200, 404, 422,
  ]);
  for (const { response } of entries) {
    expect(response).toMatchObject({
      bodySize: 0,
      content: { size: 0, text: '' },
    });
    expect(response.content.mimeType).toBe('application/json');
  }
});

test('the keys of sandboxes, which responses contain, are not in the journal', async () => {
  const mock = controlled({ startupTimeInMs: 0 });
  expect((await startSandbox(mock)).session_api_key).toContain('mock-key-of-');
  const { text } = await journal(mock);
  expect(text).toContain('[redacted]');
  expect(text).not.toContain('mock-key-of-');
});

test('a journal is a recording that can be replayed', async () => {
  const mock = controlled({ startupTimeInMs: 0 });
  const { id } = await startSandbox(mock);
  const paths = [
    '/api/v1/sandboxes/search',
    '/api/settings',
    '/api/v1/app-conversations',
  ];
  const shown = [];
  for (const path of paths) shown.push((await ask(mock, 'GET', path)).body);
  const replay = createMock({ replay: (await journal(mock)).body });
  expect((await startSandbox(replay)).id).toBe(id);
  const replayed = [];
  for (const path of paths)
    replayed.push((await ask(replay, 'GET', path)).body);
  const redact = (value: unknown) =>
    JSON.stringify(value).replaceAll(/mock-key-of-\w+/g, '[redacted]');
  expect(redact(replayed)).toBe(redact(shown));
});

test('the journal keeps the last thousand requests, without controls', async () => {
  const mock = controlled();
  for (let sent = 0; sent < 1010; sent += 1) {
    await ask(mock, 'GET', `/api/v1/sandboxes/search?more=${sent}`);
    if (sent % 100 === 0) await control(mock, 'GET', '/faults');
  }
  const kept = (await entriesOf(mock)).map(
    ({ request }) => request.queryString[0]?.value,
  );
  expect(kept).toEqual(
    Array.from({ length: 1000 }, (_, index) => String(index + 10)),
  );
});

test('the journal keeps 8 MiB of bodies at most, of the last requests', async () => {
  const mock = controlled();
  for (let sent = 1; sent <= 12; sent += 1) {
    await ask(mock, 'POST', `${legacy}?sent=${sent}`, {
      body: `"${'x'.repeat(2 ** 20 - 2)}"`,
    });
  }
  const kept = (await entriesOf(mock)).map(
    ({ request }) => request.queryString[0]?.value,
  );
  expect(kept).toEqual(['6', '7', '8', '9', '10', '11', '12']);
});

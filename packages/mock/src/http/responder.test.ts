import { expect, onTestFinished, test, vi } from 'vitest';
import { ask, create, createLogged, type Extra } from '../../test/ask.ts';
import { last, talk } from '../../test/program.ts';
import { createMock, type MockOptions } from '../index.ts';

const origin = 'https://app.acme.example';
const crossOrigin = (headers: Headers) =>
  Object.fromEntries(
    [...headers].filter(
      ([name]) => name === 'vary' || /^access-control-(?!expose)/.test(name),
    ),
  );
const allowed = {
  vary: 'Origin',
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
};

/** What a page can read of every response (Fetch Standard, section 2.2.2). */
const safelisted =
  'cache-control content-language content-length content-type expires last-modified pragma';

/** Expects that a page of another origin can read all that a response carries, and with it the request id. */
function expectAllExposed(headers: Headers): void {
  const exposed = headers.get('Access-Control-Expose-Headers')!.split(', ');
  const readable = new Set([...exposed, ...safelisted.split(' ')]);
  const carried = [...headers.keys()].filter(
    (name) => !name.startsWith('access-control-'),
  );
  expect(carried.filter((name) => !readable.has(name))).toEqual([]);
  expect(carried).toContain('x-request-id');
}

const { mock, exchanges } = createLogged({
  faults: [{ operation: 'searchSandboxSpecs', status: 503 }],
});
const conversations = '/api/conversations';
const search = '/api/v1/sandboxes/search';

test.each<{
  status: number;
  method: string;
  path: string;
  extra: Extra;
  reason?: string;
}>([
  {
    status: 200,
    method: 'GET',
    path: '/api/settings',
    extra: {},
  },
  {
    status: 204,
    method: 'OPTIONS',
    path: '/api/settings',
    extra: {},
  },
  {
    status: 401,
    method: 'GET',
    path: '/api/settings',
    extra: { key: null },
    reason: 'Unauthorized',
  },
  {
    status: 404,
    method: 'GET',
    path: '/api/setings',
    extra: {},
    reason: 'The contract has no such path; did you mean /api/settings?',
  },
  {
    status: 404,
    method: 'POST',
    path: '/api/v1/sandboxes/a/pause',
    extra: {},
    reason: 'Not Found',
  },
  {
    status: 405,
    method: 'PUT',
    path: '/api/settings',
    extra: {},
    reason: 'PUT is not a method of this path, but GET, HEAD, OPTIONS',
  },
  {
    status: 413,
    method: 'POST',
    path: conversations,
    extra: { body: ' '.repeat(2 ** 21) },
    reason: 'The body is longer than 1048576 bytes',
  },
  {
    status: 422,
    method: 'POST',
    path: conversations,
    extra: { body: '{' },
    reason: 'The body is not JSON: error at line 1, column 2',
  },
  {
    status: 422,
    method: 'GET',
    path: `${search}?limit=0`,
    extra: {},
  },
  {
    status: 503,
    method: 'GET',
    path: '/api/v1/sandbox-specs/search',
    extra: {},
    reason: 'This fault was requested',
  },
])(
  '$status: $method $path has CORS headers, and is logged with its reason',
  async ({ status, method, path, extra, reason }) => {
    exchanges.length = 0;
    const plain = await ask(mock, method, path, extra);
    expect([plain.status, crossOrigin(plain.headers)]).toEqual([
      status,
      { vary: 'Origin' },
    ]);
    expect(exchanges).toMatchObject([{ status, reason }]);
    const shared = await ask(mock, method, path, {
      ...extra,
      headers: { Origin: origin },
    });
    expect([shared.status, crossOrigin(shared.headers)]).toEqual([
      status,
      allowed,
    ]);
    expectAllExposed(shared.headers);
  },
);

test('a preflight allows the method, the headers and the network that it asks for', async () => {
  const asked = {
    Origin: origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type,x-more',
  };
  const { status, headers, text } = await ask(mock, 'OPTIONS', search, {
    headers: asked,
  });
  expect({ status, text }).toEqual({ status: 204, text: '' });
  const response = {
    ...allowed,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type,x-more',
    'access-control-max-age': '600',
  };
  expect(crossOrigin(headers)).toEqual(response);
  const fromNetwork = {
    ...asked,
    'Access-Control-Request-Private-Network': 'true',
  };
  const second = await ask(mock, 'OPTIONS', search, { headers: fromNetwork });
  const network = { 'access-control-allow-private-network': 'true' };
  expect(crossOrigin(second.headers)).toEqual({ ...response, ...network });
});

// prettier-ignore
test.each([
  ['limit=5&page_id=a', 'limit=5&page_id=a'],
  ['limit=5&api_key=MARKER&x=1', 'limit=5&api_key=[redacted]&x=1'],
  ['%6Bey=MARKER&Access-Token=MARKER', '%6Bey=[redacted]&Access-Token=[redacted]'],
  ['%256Bey=MARKER&limit=5', '%256Bey=[redacted]&limit=5'],
])('the query %s is logged as %s, with the time', async (query, logged) => {
  exchanges.length = 0;
  const before = Date.now();
  await ask(mock, 'GET', `/api/settings?${query}`);
  expect(exchanges).toMatchObject([{ query: logged }]);
  expect(JSON.stringify(exchanges)).not.toContain('MARKER');
  expect(Date.parse(exchanges[0]!.time)).toBeGreaterThanOrEqual(before);
});

test('a request without a key has the default key', async () => {
  const keyed = create({ defaultKey: 'ada' });
  for (const key of [null, '', 'grace'])
    await ask(keyed, 'POST', '/api/v1/sandboxes', { key });
  expect(keyed.state('ada').sandboxes).toHaveLength(2);
  expect(keyed.state('grace').sandboxes).toHaveLength(1);
});

test('a page can read headers of a fault, of a preference and of a challenge', async () => {
  const headers = { 'Retry-After': '2', 'X-Trace': 'a' };
  const faults = [
    { operation: 'searchSandboxes', status: 503, headers } as const,
  ];
  const shared = create({ faults });
  const read = async (path: string, extra: Extra) => {
    const sent = { Origin: origin, ...extra.headers };
    const response = await ask(shared, 'GET', path, {
      ...extra,
      headers: sent,
    });
    expectAllExposed(response.headers);
    return response.headers;
  };
  expect((await read(search, {})).get('X-Trace')).toBe('a');
  const preferred = await read('/api/settings', {
    headers: { Prefer: 'code=404' },
  });
  expect(preferred.get('Preference-Applied')).toBe('code=404');
  const rejected = await read('/api/settings', { key: null });
  expect(rejected.get('WWW-Authenticate')).toContain('ApiKey');
});

test('every response has an id of its own, which follows from the seed', async () => {
  const idsOf = async (seed: string) => {
    const seeded = create({ seed, control: true });
    const ids: (string | null)[] = [];
    for (const [path, key] of identified) {
      const { headers } = await ask(seeded, 'GET', path, { key });
      ids.push(headers.get('X-Request-Id'));
    }
    return ids;
  };
  const identified: readonly (readonly [path: string, key: string | null])[] = [
    ['/api/settings', 'ada'],
    ['/api/settings', 'ada'],
    ['/api/settings', 'grace'],
    ['/api/settings', null],
    ['/nowhere', 'ada'],
    ['/', null],
    ['/_mock/state', null],
    ['/_mock/nowhere', null],
  ];
  const first = await idsOf('a');
  expect(first).not.toContain(null);
  expect(new Set(first).size).toBe(identified.length);
  expect(await idsOf('a')).toEqual(first);
  const others = await idsOf('b');
  expect(others.filter((id) => first.includes(id))).toEqual([]);
});

test('without a seed, no id is used twice: not after a reset, nor by another mock', async () => {
  const ids: (string | null)[] = [];
  for (const seedless of [create(), create()]) {
    for (const _ of [1, 2]) {
      const { headers } = await ask(seedless, 'GET', '/api/settings');
      ids.push(headers.get('X-Request-Id'));
      seedless.reset();
    }
  }
  expect(new Set(ids).size).toBe(4);
});

test('an id that a fault or a service sends is kept', async () => {
  const headers = { 'x-request-id': 'its own' };
  const service = create({ faults: [{ status: 500, headers }] });
  const { headers: received } = await ask(service, 'GET', '/api/settings');
  expect(received.get('X-Request-Id')).toBe('its own');
});

test('latencyInMs delays every response, and does not move the clock', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const slow = create({ latencyInMs: 40 });
  let responses = 0;
  for (const path of ['/api/settings', '/nowhere']) {
    void ask(slow, 'GET', path).then(() => (responses += 1));
  }
  await vi.advanceTimersByTimeAsync(39);
  expect(responses).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(responses).toBe(2);
  expect(slow.state('ada').now).toBe('2026-01-01T00:00:00.000000Z');
});

test('without a proxy, allowOrigins limits the origins', async () => {
  const limited = create({ allowOrigins: [origin] });
  const status = async (page: string) =>
    (await ask(limited, 'GET', '/api/settings', { headers: { Origin: page } }))
      .status;
  expect(await status(origin)).toBe(200);
  expect([
    await status('http://localhost:1'),
    await status('https://b.example'),
  ]).toEqual([200, 403]);
});

/** Sends a request to each path for a host, and returns the responses. */
async function visit(
  options: MockOptions,
  host: string,
  paths: readonly string[],
) {
  const { url, close } = await createMock({
    control: true,
    defaultKey: 'ada',
    ...options,
  }).listen();
  onTestFinished(close);
  const headers = `Host: ${host}\r\nOrigin: http://${host}\r\n${last}\r\n\r\n`;
  const port = Number(new URL(url).port);
  return Promise.all(
    paths.map(async (path) => talk(port, `GET ${path} HTTP/1.1\r\n${headers}`)),
  );
}

// prettier-ignore
test.each([
  'LOCALHOST:80', 'app.localhost:4010', '127.1.2.3:4010', '[::1]:4010', 'Mock.Acme.Example:4010',
])('serves requests for the host %s', async (host) => {
  const options = { allowHosts: ['mock.acme.example'] };
  for (const response of await visit(options, host, ['/api/settings', '/'])) {
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
  }
});

// prettier-ignore
test.each([
  'mock.acme.example', 'localhost.acme.example:4010', '127.0.0.1.acme.example', 'acme.example:127.0.0.1',
  '10.0.0.1:4010', 'localhost@acme.example', '[::1].acme.example', '',
])('rejects every request for the host %j with 403', async (host) => {
  const proxy = 'http://127.0.0.1:1';
  for (const options of [{}, { prism: true }, { proxy, allowOrigins: ['http://acme.example'] }]) {
    for (const response of await visit(options, host, ['/api/settings', '/', '/_mock/state'])) {
      expect(response).toMatch(/^HTTP\/1\.1 403 /);
      expect(response).toContain('under this host name; allow it with --allow-host');
      expect(response).not.toMatch(/access-control-allow-origin/i);
    }
  }
});

test('an error of the mock itself is a 500, and the mock goes on', async () => {
  const broken = createLogged(
    {},
    { getSettings: () => JSON.parse('{') as never },
  );
  const { status, text } = await ask(broken.mock, 'GET', '/api/settings');
  expect(status).toBe(500);
  expect(text).toMatch(/^\{"error":"The mock failed: /);
  expect(broken.exchanges).toMatchObject([{ status: 500 }]);
  expect((await ask(broken.mock, 'GET', '/')).status).toBe(200);
});

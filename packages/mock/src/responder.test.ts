import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ask, create, createLogged, type Extra, startSandbox } from '../test/ask.ts';
import { last, talk } from '../test/program.ts';
import { createMock, type MockOptions } from './index.ts';

const origin = 'https://app.acme.example';
const crossOrigin = (headers: Headers) =>
  Object.fromEntries(
    [...headers].filter(([name]) => name === 'vary' || name.startsWith('access-control-')),
  );
const allowed = {
  vary: 'Origin',
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': 'Allow, Preference-Applied, Retry-After',
};

const { mock, exchanges } = createLogged({
  faults: [{ operation: 'searchSandboxSpecs', status: 503 }],
});
const conversations = '/api/conversations';
const search = '/api/v1/sandboxes/search';
const notJson = { 'Content-Type': 'text/plain' };

// prettier-ignore
test.each<[status: number, method: string, path: string, extra: Extra, reason: string | undefined]>([
  [200, 'GET', '/api/settings', {}, undefined],
  [204, 'OPTIONS', '/api/settings', {}, undefined],
  [400, 'GET', '/api/%', {}, 'The path is not percent-encoded UTF-8'],
  [401, 'GET', '/api/settings', { key: null }, 'Unauthorized'],
  [404, 'GET', '/api/setings', {}, 'The contract has no such path; did you mean /api/settings?'],
  [404, 'POST', '/api/v1/sandboxes/a/pause', {}, 'Sandbox not found'],
  [405, 'PUT', '/api/settings', {}, 'PUT is not a method of this path, but GET, HEAD, OPTIONS'],
  [406, 'GET', '/api/settings', { headers: { Accept: 'text/html' } }, 'There is no other form than application/json'],
  [413, 'POST', conversations, { body: ' '.repeat(2 ** 21) }, 'The body is longer than 1048576 bytes'],
  [415, 'POST', conversations, { body: '{}', headers: notJson }, 'Send the body as application/json, in UTF-8'],
  [422, 'POST', conversations, { body: '{' }, 'The body is not JSON: error at line 1, column 2'],
  [422, 'GET', `${search}?limit=0`, {}, undefined],
  [503, 'GET', '/api/v1/sandbox-specs/search', {}, 'This fault was requested'],
])('%j: %s %s has CORS headers, and is logged with its reason', async (status, method, path, extra, reason) => {
  exchanges.length = 0;
  const plain = await ask(mock, method, path, extra);
  expect([plain.status, crossOrigin(plain.headers)]).toEqual([status, { vary: 'Origin' }]);
  expect(exchanges).toMatchObject([{ status, reason }]);
  const headers = { ...extra.headers, Origin: origin };
  const shared = await ask(mock, method, path, { ...extra, headers });
  expect([shared.status, crossOrigin(shared.headers)]).toEqual([status, allowed]);
});

test('a preflight allows the method, the headers and the network that it asks for', async () => {
  const asked = {
    Origin: origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type,x-more',
  };
  const { status, headers, text } = await ask(mock, 'OPTIONS', search, { headers: asked });
  expect({ status, text }).toEqual({ status: 204, text: '' });
  const response = {
    ...allowed,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type,x-more',
    'access-control-max-age': '600',
  };
  expect(crossOrigin(headers)).toEqual(response);
  const fromNetwork = { ...asked, 'Access-Control-Request-Private-Network': 'true' };
  const second = await ask(mock, 'OPTIONS', search, { headers: fromNetwork });
  const network = { 'access-control-allow-private-network': 'true' };
  expect(crossOrigin(second.headers)).toEqual({ ...response, ...network });
});

// prettier-ignore
test.each([
  ['', ''],
  ['limit=5&page_id=a', 'limit=5&page_id=a'],
  ['limit=5&api_key=MARKER&x=1', 'limit=5&api_key=[redacted]&x=1'],
  ['Access-Token=MARKER', 'Access-Token=[redacted]'],
  ['%6Bey=MARKER&secret=MARKER', '%6Bey=[redacted]&secret=[redacted]'],
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
  for (const key of [null, '', 'grace']) await ask(keyed, 'POST', '/api/v1/sandboxes', { key });
  expect(keyed.state('ada').sandboxes).toHaveLength(2);
  expect(keyed.state('grace').sandboxes).toHaveLength(1);
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
  expect(slow.state('ada').now).toBe('2026-01-01T00:00:00.000Z');
});

const closers: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function listen(options: MockOptions) {
  const listening = createMock({ control: true, defaultKey: 'ada', ...options });
  const { url, close } = await listening.listen();
  closers.push(close);
  return { mock: listening, port: Number(new URL(url).port) };
}

/** Starts a mock in front of a service, and records what the service receives. */
async function inFrontOfService(options: MockOptions = {}) {
  const received: string[] = [];
  const service = createServer((request, response) => {
    received.push(`${request.method} ${String(request.headers['x-session-api-key'])}`);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.end('MARKER');
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  closers.push(() => service.close());
  const proxy = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  return { ...(await listen({ ...options, proxy })), received };
}

/** Sends a request as a page does, and returns status, allowed origin and body. */
async function sendAsPage(port: number, line: string, ...headers: readonly string[]) {
  const heard = await talk(port, [`${line} HTTP/1.1`, ...headers, last, '', ''].join('\r\n'));
  const [head = '', body = ''] = heard.split('\r\n\r\n');
  const readableBy = /^access-control-allow-origin: (.*?)\r?$/im.exec(head)?.[1];
  return { status: Number(head.slice(9, 12)), readableBy, body };
}

test('a page of another origin uses a mock with a default key', async () => {
  const { mock: listening, port } = await listen({});
  const from = ['Host: localhost', `Origin: ${origin}`, 'Cookie: session=a'];
  const started = await sendAsPage(port, 'POST /api/v1/sandboxes', ...from);
  expect(started).toMatchObject({ status: 200, readableBy: origin });
  expect(listening.state('ada').sandboxes).toMatchObject([JSON.parse(started.body)]);
});

// prettier-ignore
test.each([
  'localhost', 'LOCALHOST:80', 'app.localhost:4010', '127.0.0.1', '127.1.2.3:4010', '[::1]:4010', 'Mock.Acme.Example:4010',
])('serves requests for the host %s', async (host) => {
  const { port } = await listen({ allowHosts: ['mock.acme.example'] });
  for (const path of ['/api/settings', '/', '/_mock/state']) {
    expect((await sendAsPage(port, `GET ${path}`, `Host: ${host}`)).status).toBe(200);
  }
});

// prettier-ignore
test.each([
  'mock.acme.example', 'localhost.acme.example:4010', '127.0.0.1.acme.example', 'acme.example:127.0.0.1',
  '10.0.0.1:4010', 'localhost@acme.example', '[::1].acme.example', '',
])('rejects every request for the host %j with 403', async (host) => {
  const proxied = await inFrontOfService({ allowOrigins: ['http://acme.example'] });
  for (const { port } of [await listen({}), await listen({ prism: true }), proxied]) {
    for (const path of ['/api/settings', '/', '/nowhere', '/_mock/state']) {
      const page = `Origin: http://${host}`;
      const response = await sendAsPage(port, `GET ${path}`, `Host: ${host}`, page);
      expect(response).toMatchObject({ status: 403, readableBy: undefined });
      expect(response.body).toContain('under this host name; allow it with --allow-host');
    }
  }
});

test.each([
  'https://app.acme.example',
  'http://localhost.acme.example',
  'http://127.0.0.1.acme.example:3000',
  'https://acme.example/http://localhost',
  'null',
])('in front of a service, a page of %s cannot read or cause anything', async (page) => {
  const { port, received } = await inFrontOfService();
  for (const line of ['GET /api/settings', 'POST /api/v1/sandboxes', 'OPTIONS /api/settings']) {
    const asked = ['Host: localhost', `Origin: ${page}`, 'Access-Control-Request-Method: GET'];
    const response = await sendAsPage(port, line, ...asked);
    expect(response).toMatchObject({ status: 403, readableBy: undefined });
    expect(response.body).not.toContain('MARKER');
  }
  expect(received).toEqual([]);
});

test.each([
  ['http://localhost:3000', undefined],
  ['http://127.0.0.1', undefined],
  ['https://[::1]:3000', undefined],
  ['https://app.acme.example', ['https://app.acme.example']],
  ['null', ['null']],
])('in front of a service, a page of %s can read, with allowOrigins %j', async (page, origins) => {
  const options = origins && { allowOrigins: origins };
  const { port, received } = await inFrontOfService(options);
  const from = ['Host: localhost', `Origin: ${page}`];
  const response = await sendAsPage(port, 'GET /api/settings', ...from);
  expect(response).toMatchObject({ status: 200, readableBy: page });
  expect(response.body).toContain('MARKER');
  // The service receives the default key.
  expect(received).toEqual(['GET ada']);
});

test('without a proxy, allowOrigins limits the origins, too', async () => {
  const { port } = await listen({ allowOrigins: ['https://a.example'] });
  const statuses: number[] = [];
  for (const page of ['https://a.example', 'http://localhost:1', 'https://b.example']) {
    const from = ['Host: localhost', `Origin: ${page}`];
    statuses.push((await sendAsPage(port, 'GET /api/settings', ...from)).status);
  }
  expect(statuses).toEqual([200, 200, 403]);
});

test('an error of the mock itself is a 500, and the mock goes on', async () => {
  const broken = createLogged({}, { getSettings: () => JSON.parse('{') as never });
  const { status, text } = await ask(broken.mock, 'GET', '/api/settings');
  expect(status).toBe(500);
  expect(text).toMatch(/^\{"error":"The mock failed: /);
  expect(broken.exchanges).toMatchObject([{ status: 500 }]);
  const { id } = await startSandbox(createMock());
  expect(id).toMatch(/^sbx-/);
});

import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { ask, type Extra, reply, send } from '../test/ask.ts';
import { createMock, type Exchange, formatExchange } from './index.ts';

const closers: (() => unknown)[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(closers.splice(0).map((close) => close()));
});

const json = { 'Content-Type': 'application/json' };

/** Starts a service, and records what it receives. */
async function startService(respond: RequestListener) {
  const received: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string })[] = [];
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
    incoming.on('end', () => {
      const { method, url, headers } = incoming;
      received.push({ method, url, headers, body });
      respond(incoming, response);
    });
  });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  closers.push(close);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { received, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Creates a mock in front of a service, with its log without times. */
function createInFront(proxy: string) {
  const log: string[] = [];
  const onExchange = (exchange: Exchange) => {
    const text = formatExchange(exchange);
    log.push(text.replace(/^\S+ /, '').replace(/ {2}\d+ ms/, ''));
  };
  return { mock: createMock({ proxy, onExchange }), log };
}

test('in front of another mock everything passes unchanged, without findings', async () => {
  const options = { seed: 'a', clock: 'manual', startupTimeInMs: 0 } as const;
  const real = createMock(options);
  const { url, close } = await createMock(options).listen();
  closers.push(close);
  const { mock: front, log } = createInFront(url);
  const id = 'a0000000-0000-4000-8000-000000000000';
  const prefer = { Prefer: 'code=404' };
  // prettier-ignore
  const requests: [method: string, path: string, extra?: Extra][] = [
    ['POST', '/api/v1/sandboxes?sandbox_spec_id=ghcr.io%2Facme%2Fagent-server%3A1.1'],
    ['GET', '/api/v1/sandboxes/search?limit=1'],
    ['POST', '/api/v1/sandboxes/sbx%2Fa%20%C3%A4%25/pause'],
    ['POST', '/api/v1/app-conversations', { body: { conversation_id: id } }],
    ['GET', `/api/v1/app-conversations?ids=${id}&ids=${id.replaceAll('-', '')}`],
    ['HEAD', '/api/settings'],
    ['OPTIONS', '/api/settings'],
    ['GET', '/api/settings', { headers: { Origin: 'http://localhost:1' } }],
    ['GET', '/api/settings', { headers: prefer }],
  ];
  const statuses: number[] = [];
  for (const [method, path, extra] of requests) {
    const [direct, passed] = [
      await ask(real, method, path, extra),
      await ask(front, method, path, extra),
    ];
    for (const { headers } of [direct, passed]) {
      headers.delete('date');
      headers.delete('content-length');
    }
    expect([method, path, passed]).toEqual([method, path, direct]);
    expect([...passed.headers]).toEqual([...direct.headers]);
    statuses.push(passed.status);
  }
  expect(statuses).toEqual([200, 200, 404, 200, 200, 200, 204, 200, 404]);
  expect(log.join()).not.toMatch(/request|response/);
  const { text } = await ask(real, 'GET', '/api/settings');
  const head = await ask(front, 'HEAD', '/api/settings');
  expect(head.headers.get('content-length')).toBe(String(text.length));
});

const html = { 'Content-Type': 'text/html' };

// prettier-ignore
test.each<[what: string, status: number, headers: { 'Content-Type': string }, body: string, findings: string[]]>([
  ['as declared', 200, json, '{"llm_api_key_set":true}', []],
  ['with an undeclared status', 418, json, '{"error":"a"}', ['  a', '  response status: must be one of 200, 401, 404, 429']],
  ['of another type', 200, html, '{"llm_api_key_set":true}', ['  response header /content-type: must be application/json']],
  ['without a property', 200, json, '{}', ['  response body /llm_api_key_set: is missing']],
  ['with an empty body', 200, json, '', ['  response body: is missing']],
  ['with HTML', 502, html, '<h1>Bad Gateway</h1>', ['  response body: is not JSON']],
])('a response %s is forwarded, and reported', async (_, status, headers, body, findings) => {
  const { url } = await startService((__, response) => {
    response.writeHead(status, { ...headers, 'X-Trace': 'abc' }).end(body);
  });
  const { mock, log } = createInFront(url);
  const response = await mock.fetch('http://mock/api/settings', { headers: { 'X-Session-API-Key': 'a' } });
  expect([response.status, await response.text()]).toEqual([status, body]);
  expect(response.headers.get('Content-Type')).toBe(headers['Content-Type']);
  expect(response.headers.get('X-Trace')).toBe('abc');
  expect(log).toEqual([[`GET /api/settings  getSettings  ${status}`, ...findings].join('\n')]);
});

const createLine = 'POST /api/conversations  createConversation  200';

// prettier-ignore
test.each<[what: string, method: string, path: string, extra: Extra, lines: string[]]>([
  ['without a key', 'GET', '/api/settings', { key: null }, ['GET /api/settings  getSettings  401', '  a', '  request header /x-session-api-key: is missing']],
  ['with malformed JSON', 'POST', '/api/conversations', { body: '{"a":' }, [createLine, '  request body: is not JSON']],
  ['of another type', 'POST', '/api/conversations', { body: '{}', headers: { 'Content-Type': 'text/plain' } }, [createLine, '  request header /content-type: must be application/json']],
  ['with a wrong query', 'GET', '/api/v1/sandboxes/search?limit=0&page_id=a&page_id=b', {}, [
    'GET /api/v1/sandboxes/search?limit=0&page_id=a&page_id=b  searchSandboxes  200',
    '  request query /page_id: must be given only once',
    '  request query /limit: must be at least 1',
  ]],
  ['with a misspelt parameter', 'GET', '/api/v1/sandboxes/search?limits=5', {}, [
    'GET /api/v1/sandboxes/search?limits=5  searchSandboxes  200',
    '  request query /limits: is not listed in the contract; did you mean limit?',
  ]],
  ['to a path that is not encoded', 'GET', '/%E0%A4', {}, ['GET /%E0%A4  -  200', '  request path: is not a path of the contract']],
  ['with another method', 'DELETE', '/api/settings', {}, ['DELETE /api/settings  -  200', '  request path: has no method DELETE']],
])('a request %s is forwarded, and reported', async (_, method, path, extra, lines) => {
  const { url, received } = await startService(({ headers }, response) => {
    const status = headers['x-session-api-key'] === undefined ? 401 : 200;
    response.writeHead(status, json).end('{"detail":"a"}');
  });
  const { mock, log } = createInFront(url);
  await ask(mock, method, path, extra);
  const { body = '' } = extra;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  expect(received).toMatchObject([{ method, url: path, body: text }]);
  expect(log[0]!.split('\n').filter((line) => !line.startsWith('  response'))).toEqual(lines);
});

test('a redirect is forwarded, and not followed', async () => {
  const { url } = await startService((_, response) => {
    response.writeHead(307, { Location: 'http://127.0.0.1:1/login' }).end();
  });
  const { status, headers } = await send(createInFront(url).mock, 'GET', '/api/settings');
  expect([status, headers.get('Location')]).toEqual([307, 'http://127.0.0.1:1/login']);
});

test('a service that is down gets 502 and the reason, in the form of the generation', async () => {
  const { url, close } = await startService((_, response) => response.end());
  close();
  const { mock, log } = createInFront(url);
  const reason = `The service at ${url} did not respond: connect ECONNREFUSED ${new URL(url).host}`;
  const legacy = { status: 502, body: { error: reason } };
  expect(await reply(mock, 'GET', '/api/settings')).toEqual(legacy);
  const current = { status: 502, body: { detail: reason } };
  expect(await reply(mock, 'GET', '/api/v1/sandboxes/search')).toEqual(current);
  expect(log[0]).toBe(`GET /api/settings  getSettings  502\n  ${reason}`);
});

test.each<[string, RequestListener]>([
  ['never responds', () => undefined],
  ['never ends its response', (_, response) => void response.writeHead(200, json).write('{')],
])('a service that %s gets 504', async (_, respond) => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(50));
  const { url } = await startService(respond);
  const error = `The service at ${url} did not respond within 30000 ms`;
  const want = { status: 504, body: { error } };
  expect(await reply(createInFront(url).mock, 'GET', '/api/settings')).toEqual(want);
});

test('the key is sent to the service, and logged nowhere', async () => {
  const { url, received } = await startService((_, response) => {
    response.writeHead(200, json).end('{"llm_api_key_set":"MARKER"}');
  });
  const { mock, log } = createInFront(url);
  await ask(mock, 'GET', '/api/settings', { key: 'MARKER' });
  expect(received[0]?.headers['x-session-api-key']).toBe('MARKER');
  expect(log.join()).toContain('must be a boolean');
  expect(log.join()).not.toContain('MARKER');
});

const origin = 'https://app.acme.example';

// prettier-ignore
test.each<[page: string, allowed: readonly string[] | undefined, status: number]>([
  [origin, undefined, 403],
  ['http://127.0.0.1.acme.example:3000', undefined, 403],
  ['https://acme.example/http://localhost', undefined, 403],
  ['null', undefined, 403],
  ['http://localhost:3000', undefined, 200],
  ['https://[::1]:3000', undefined, 200],
  [origin, [origin], 200],
  ['null', ['null'], 200],
])('a page of %s, with allowOrigins %j, gets %j', async (page, allowed, want) => {
  const { url, received } = await startService((_, response) => {
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('MARKER');
  });
  const mock = createMock({ proxy: url, defaultKey: 'ada', ...(allowed && { allowOrigins: allowed }) });
  const headers = { Origin: page, 'Access-Control-Request-Method': 'GET' };
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    const response = await send(mock, method, '/api/settings', { key: null, headers });
    const isAllowed = want === 200;
    expect(response.status).toBe(isAllowed && method === 'OPTIONS' ? 204 : want);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(isAllowed ? page : null);
    expect((await response.text()) === 'MARKER').toBe(isAllowed && method !== 'OPTIONS');
  }
  // A preflight is not forwarded, and the service receives the default key.
  const keys = received.map((it) => it.headers['x-session-api-key']);
  expect(keys).toEqual(want === 200 ? ['ada', 'ada'] : []);
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ask, type Extra, reply, send } from '../../test/ask.ts';
import { last, open, request } from '../../test/program.ts';
import { startService } from '../../test/service.ts';
import { createMock, type Exchange, formatExchange } from '../index.ts';

const closers: (() => unknown)[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(closers.splice(0).map((close) => close()));
});

const json = { 'Content-Type': 'application/json' };

/** Creates a mock in front of a service, with its log without times. */
function createInFront(proxy: string) {
  const log: string[] = [];
  /** Waits for the log of so many exchanges, each of which is written after its last byte. */
  const logged = async (size: number) => {
    await expect.poll(() => log.length, { timeout: 30_000 }).toBe(size);
    return log;
  };
  const onExchange = (exchange: Exchange) => {
    const text = formatExchange(exchange);
    log.push(text.replace(/^\S+ /, '').replace(/ {2}\d+ ms/, ''));
  };
  return { mock: createMock({ proxy, onExchange }), log, logged };
}

test('in front of another mock everything passes unchanged, without violations', async () => {
  const options = { seed: 'a', clock: 'manual', startupTimeInMs: 0 } as const;
  const real = createMock(options);
  const { url, close } = await createMock(options).listen();
  closers.push(close);
  const { mock: front, log, logged } = createInFront(url);
  const id = 'a0000000-0000-4000-8000-000000000000';
  const prefer = { Prefer: 'code=404' };
  const requests: [method: string, path: string, extra?: Extra][] = [
    [
      'POST',
      '/api/v1/sandboxes?sandbox_spec_id=ghcr.io%2Facme%2Fagent-server%3A1.1',
    ],
    ['GET', '/api/v1/sandboxes/search?limit=1'],
    ['POST', '/api/v1/sandboxes/sbx%2Fa%20%C3%A4%25/pause'],
    ['POST', '/api/v1/app-conversations', { body: { conversation_id: id } }],
    [
      'GET',
      `/api/v1/app-conversations?ids=${id}&ids=${id.replaceAll('-', '')}`,
    ],
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
      // Of one connection.
      headers.delete('connection');
      headers.delete('keep-alive');
      // A page can read all headers of a service, whose names the mock does not know before.
      headers.delete('access-control-expose-headers');
    }
    expect([method, path, passed]).toEqual([method, path, direct]);
    expect([...passed.headers]).toEqual([...direct.headers]);
    statuses.push(passed.status);
  }
  expect(statuses).toEqual([200, 200, 404, 200, 200, 200, 204, 200, 404]);
  await logged(requests.length);
  expect(log.join()).not.toMatch(/request|response/);
  const { text } = await ask(real, 'GET', '/api/settings');
  const head = await ask(front, 'HEAD', '/api/settings');
  expect(head.headers.get('content-length')).toBe(String(text.length));
});

const html = { 'Content-Type': 'text/html' };
const plain = { headers: { 'Content-Type': 'text/plain' } };
const settings = ['GET', '/api/settings'] as const;
const [create, found] = ['/api/conversations', '{"llm_api_key_set":true}'];
const search = '/api/v1/sandboxes/search';
const line = 'GET /api/settings  getSettings';
const sentTo = 'POST /api/conversations  createConversation  200';

test.each<{
  title: string;
  request: readonly [method: string, path: string, extra?: Extra];
  response: readonly [status: number, headers: object, body: string];
  want: string[];
}>([
  {
    title: 'as declared',
    request: settings,
    response: [200, json, found],
    want: [`${line}  200`],
  },
  {
    title: 'with an undeclared status',
    request: settings,
    response: [418, json, '{"error":"a"}'],
    want: [
      `${line}  418`,
      'a',
      'response status: must be one of 200, 401, 404, 429',
    ],
  },
  {
    title: 'of another type',
    request: settings,
    response: [200, html, found],
    want: [
      `${line}  200`,
      'response header /content-type: must be application/json',
    ],
  },
  {
    title: 'with a wrong value',
    request: settings,
    response: [200, json, '{"llm_api_key_set":"MARKER"}'],
    want: [`${line}  200`, 'response body /llm_api_key_set: must be a boolean'],
  },
  {
    title: 'with an empty body',
    request: settings,
    response: [200, json, ''],
    want: [`${line}  200`, 'response body: is missing'],
  },
  {
    title: 'with HTML',
    request: settings,
    response: [502, html, '<h1>Bad Gateway</h1>'],
    want: [`${line}  502`, 'response body: is not JSON'],
  },
  {
    title: 'a redirect',
    request: ['GET', '/login'],
    response: [307, { ...html, Location: 'http://127.0.0.1:1/' }, ''],
    want: ['GET /login  -  307', 'request path: is not a path of the contract'],
  },
  {
    title: 'to malformed JSON',
    request: ['POST', create, { body: '{"a":' }],
    response: [200, json, '{}'],
    want: [sentTo, 'request body: is not JSON'],
  },
  {
    title: 'to another type',
    request: ['POST', create, { body: '{}', ...plain }],
    response: [200, json, '{}'],
    want: [sentTo, 'request header /content-type: must be application/json'],
  },
  {
    title: 'to a wrong query',
    request: ['GET', `${search}?limit=0&page_id=a&page_id=b`],
    response: [401, json, '"a"'],
    want: [
      `GET ${search}?limit=0&page_id=a&page_id=b  searchSandboxes  401`,
      'a',
      'request query /page_id: must be given only once',
      'request query /limit: must be at least 1',
    ],
  },
  {
    title: 'to a misspelt parameter',
    request: ['GET', `${search}?limits=5`],
    response: [401, json, '"a"'],
    want: [
      `GET ${search}?limits=5  searchSandboxes  401`,
      'a',
      'request query /limits: is not listed in the contract; did you mean limit?',
    ],
  },
  {
    title: 'to a path that is not encoded',
    request: ['GET', '/%E0%A4'],
    response: [200, json, ''],
    want: [
      'GET /%E0%A4  -  200',
      'request path: is not a path of the contract',
    ],
  },
  {
    title: 'to another method',
    request: ['DELETE', '/api/settings'],
    response: [200, json, ''],
    want: [
      'DELETE /api/settings  -  200',
      'request path: has no method DELETE',
    ],
  },
])(
  'a response $title is forwarded, and reported',
  async ({
    request: [method, path, extra],
    response: [status, headers, body],
    want,
  }) => {
    const { url, received } = await startService((__, response) => {
      response.writeHead(status, { ...headers, 'X-Trace': 'abc' }).end(body);
    });
    const { mock, log, logged } = createInFront(url);
    const response = await send(mock, method, path, {
      key: 'MARKER',
      ...extra,
    });
    expect([response.status, await response.text()]).toEqual([status, body]);
    const sent = { ...headers, 'X-Trace': 'abc' };
    expect(Object.keys(sent).map((name) => response.headers.get(name))).toEqual(
      Object.values(sent),
    );
    expect(received).toMatchObject([
      { method, url: path, body: extra?.body ?? '' },
    ]);
    await logged(1);
    // The key is sent to the service, and logged nowhere.
    expect(received[0]!.headers['x-session-api-key']).toBe('MARKER');
    const lines = log[0]!.split('\n').map((it) => it.trim());
    expect(
      lines.filter(
        (it) =>
          !it.startsWith('response') ||
          want.some((other) => other.startsWith('response')),
      ),
    ).toEqual(want);
    expect(log[0]).not.toContain('MARKER');
  },
);

test('of a response with any number of faults the first hundred are reported', async () => {
  const items = Array.from({ length: 1000 }, () => ({}));
  const { url } = await startService((_, response) => {
    response
      .setHeader('Content-Type', 'application/json')
      .end(JSON.stringify({ items }));
  });
  const { mock, logged } = createInFront(url);
  await ask(mock, 'GET', search);
  const [log] = await logged(1);
  expect(log).toMatch(
    /\n {2}response body \/items\/0\/id: is missing\n[^]*\n {2}and 90 more$/,
  );
});

test('of a long name that is logged the start is shown, without the key', async () => {
  const { url } = await startService((_, response) => void response.end());
  const pointers: string[] = [];
  const mock = createMock({
    proxy: url,
    onExchange: ({ violations }) => pointers.push(violations[0]!.pointer),
  });
  // The key would be cut in two.
  const name = `${'-'.repeat(995)}MARKER${'-'.repeat(100_000)}`;
  const body = { [name]: 1 };
  await ask(mock, 'POST', '/api/v1/app-conversations', { key: 'MARKER', body });
  await expect
    .poll(() => pointers, { timeout: 30_000 })
    .toEqual([`/${'-'.repeat(995)}[red`]);
});

test('a request without a key is forwarded, and reported', async () => {
  const { url } = await startService((_, response) => void response.end());
  const { mock, logged } = createInFront(url);
  await ask(mock, 'GET', '/api/settings', { key: null });
  const log = await logged(1);
  expect(log[0]).toContain('  request header /x-session-api-key: is missing');
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

test('a service that never responds gets 504', async () => {
  const { url } = await startService(() => {
    // As if the time had passed once the request has arrived.
    vi.advanceTimersByTime(30_000);
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const error = `The service at ${url} did not respond within 30000 ms`;
  const want = { status: 504, body: { error } };
  expect(await reply(createInFront(url).mock, 'GET', '/api/settings')).toEqual(
    want,
  );
});

test('long bodies one after the other are all validated', async () => {
  const body = JSON.stringify('x'.repeat(4_500_000));
  const { url } = await startService((_, response) =>
    response.writeHead(200, json).end(body),
  );
  const { mock, logged } = createInFront(url);
  for (let sent = 1; sent <= 9; sent += 1) {
    await (await send(mock, 'GET', '/api/settings')).text();
    const log = await logged(sent);
    expect(log.at(-1)).toContain('response body: must be an object');
  }
});

test('a body can come for longer than a service can take to respond', async () => {
  let received = '';
  const server = createServer((incoming, response) => {
    incoming.on('data', (chunk: Buffer) => (received += chunk.toString()));
    incoming.on('end', () => response.writeHead(204).end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { url, close } = await createMock({
    proxy: `http://127.0.0.1:${port}`,
  }).listen();
  closers.push(close);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { socket, heard, closed } = open(Number(new URL(url).port));
  socket.write(request('POST /a', [last], 'abc').slice(0, -2));
  await expect.poll(() => received, { timeout: 30_000 }).toBe('a');
  for (const rest of ['b', 'c']) {
    vi.advanceTimersByTime(29_000);
    socket.write(rest);
    await expect.poll(() => received, { timeout: 30_000 }).toContain(rest);
  }
  await closed;
  expect(heard()).toMatch(/^HTTP\/1\.1 204 /);
});

const origin = 'https://app.acme.example';

test.each<
  [page: string, allowed: readonly string[] | undefined, status: number]
>([
  [origin, undefined, 403],
  ['http://127.0.0.1.acme.example:3000', undefined, 403],
  ['https://acme.example/http://localhost', undefined, 403],
  ['null', undefined, 403],
  ['http://localhost:3000', undefined, 200],
  ['https://[::1]:3000', undefined, 200],
  [origin, [origin], 200],
  ['null', ['null'], 200],
])(
  'a page of %s, with allowOrigins %j, gets %j',
  async (page, allowed, want) => {
    const { url, received } = await startService((_, response) => {
      response
        .writeHead(200, { 'Access-Control-Allow-Origin': '*' })
        .end('MARKER');
    });
    const mock = createMock({
      proxy: url,
      defaultKey: 'ada',
      ...(allowed && { allowOrigins: allowed }),
    });
    const headers = { Origin: page, 'Access-Control-Request-Method': 'GET' };
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const response = await send(mock, method, '/api/settings', {
        key: null,
        headers,
      });
      const isAllowed = want === 200;
      expect(response.status).toBe(
        isAllowed && method === 'OPTIONS' ? 204 : want,
      );
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe(
        isAllowed ? page : null,
      );
      expect((await response.text()) === 'MARKER').toBe(
        isAllowed && method !== 'OPTIONS',
      );
    }
    // A preflight is not forwarded, and the service receives the default key.
    const keys = received.map((it) => it.headers['x-session-api-key']);
    expect(keys).toEqual(want === 200 ? ['ada', 'ada'] : []);
  },
);

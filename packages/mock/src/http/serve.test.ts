import { once } from 'node:events';
import { Agent, get, type IncomingMessage, request as httpRequest } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { last, open, request, talk } from '../../test/raw.ts';
import { createMock } from '../mock.ts';
import type { MockOptions } from '../options.ts';
import type { Listening, ListenOptions } from './serve.ts';

const listening: Listening[] = [];

afterEach(async () => {
  await Promise.all(listening.splice(0).map(({ close }) => close()));
});

async function listen(options: MockOptions = {}, how: ListenOptions = {}) {
  const mock = createMock(options);
  const { url, close } = await mock.listen(how);
  listening.push({ url, close });
  return { mock, url, close, port: Number(new URL(url).port) };
}

const bodyHeaders = 'Host: mock\r\nX-Session-API-Key: any\r\nContent-Type: application/json\r\n';

/** From here on the time of grace never ends: a stop that waits for it would wait for ever. */
function withoutGrace(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** The status line of each answer in what came over a connection. */
const statuses = (heard: string) => heard.match(/HTTP\/1\.1 \d{3}/g)?.map((line) => line.slice(9));

test.each<[string, string[]]>([
  ['a request line', ['GET /api/set']],
  ['headers', ['GET /api/settings HTTP/1.1\r\nHost: mo']],
  ['a body', [`POST /api/conversations HTTP/1.1\r\n${bodyHeaders}Content-Length: 9\r\n\r\n{"a":`]],
  [
    'a chunked body',
    [
      `POST /api/conversations HTTP/1.1\r\n${bodyHeaders}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":`,
    ],
  ],
])('half of %s is answered with 408, others meanwhile as ever', async (_, parts) => {
  // Long enough that a busy machine does not time out the others, too.
  const { port } = await listen({}, { requestTimeout: 1500 });
  const half = talk(port, ...parts);
  expect(await talk(port, request('GET /api/settings', [last]))).toContain(' 200 OK');
  expect(await half).toBe('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  expect(await talk(port, request('GET /api/settings', [last]))).toContain(' 200 OK');
});

test('headers that drip do not hold a connection open', async () => {
  const { port } = await listen({}, { requestTimeout: 100 });
  const drops = Array.from({ length: 40 }, (_, index) => [`X-${index}: a\r\n`, 20]).flat();
  expect(await talk(port, 'GET /api/settings HTTP/1.1\r\n', ...drops)).toContain(' 408 ');
});

test('requests on one connection are answered in their order', async () => {
  const { port, mock } = await listen();
  mock.fault({ operation: 'getSettings', delay: 150, times: 1 });
  const heard = await talk(
    port,
    request('GET /api/settings') +
      request('POST /api/v1/sandboxes') +
      request('POST /api/conversations', [], '{}') +
      request('GET /nowhere') +
      request('GET /api/v1/sandboxes/search', [last]),
  );
  expect(statuses(heard)).toEqual(['200', '200', '200', '404', '200']);
  const bodies = heard.split(/HTTP\/1\.1 .*?\r\n\r\n/s).slice(1);
  expect(bodies.map((body) => Object.keys(JSON.parse(body) as object)[0])).toEqual([
    'llm_api_key_set',
    'id',
    'status',
    'detail',
    'items',
  ]);
});

test('Expect: 100-continue is met before the body', async () => {
  const { port } = await listen();
  const { socket, heard, closed } = open(port);
  const headers = `${bodyHeaders}Expect: 100-continue\r\nContent-Length: 2\r\n${last}\r\n\r\n`;
  socket.write(`POST /api/conversations HTTP/1.1\r\n${headers}`);
  await once(socket, 'data');
  expect(heard()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write('{}');
  await closed;
  expect(statuses(heard())).toEqual(['100', '200']);
});

const large = 'x'.repeat(1024 * 1024 + 1);

test.each<[string, string]>([
  ['by its length, before it comes', 'Content-Length: 1048577\r\n\r\n'],
  ['by its length', `Content-Length: 1048577\r\n\r\n${large}`],
  ['in a chunk', `Transfer-Encoding: chunked\r\n\r\n100001\r\n${large}\r\n0\r\n\r\n`],
  ['in a chunk without an end', `Transfer-Encoding: chunked\r\n\r\nffffff\r\n${large}`],
])('a body that is too large %s is refused, and the connection closed', async (_, rest) => {
  const { port } = await listen();
  const heard = await talk(port, `POST /api/conversations HTTP/1.1\r\n${bodyHeaders}${rest}`);
  expect(heard).toMatch(/^HTTP\/1\.1 413 Payload Too Large\r\n.*\r\nConnection: close\r\n/s);
  expect(heard).toContain('{"error":"The body is longer than 1048576 bytes"}');
});

test('a body of exactly the limit is read', async () => {
  const { url } = await listen();
  const body = `"${'x'.repeat(1024 * 1024 - 2)}"`;
  const headers = { 'X-Session-API-Key': 'any', 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/api/conversations`, { method: 'POST', headers, body });
  expect(answer.status).toBe(422);
});

test.each<[string, string]>([
  [
    'in the middle of its body',
    `POST /api/conversations HTTP/1.1\r\n${bodyHeaders}Content-Length: 9\r\n\r\n{"a":`,
  ],
  ['before the answer', request('GET /api/settings')],
  ['in the middle of its headers', 'GET /api/settings HTTP/1.1\r\nHo'],
])('a client that goes away %s does no harm', async (_, text) => {
  const { port } = await listen({ latency: 50 });
  for (const leave of ['destroy', 'resetAndDestroy'] as const) {
    const { socket, closed } = open(port);
    socket.write(text);
    await wait(20);
    socket[leave]();
    await closed;
  }
  await wait(60);
  expect(await talk(port, request('GET /api/settings', [last]))).toContain(' 200 OK');
});

test('a log that fails is told in the answer, and the mock goes on', async () => {
  let fails = true;
  const { port } = await listen({
    onExchange() {
      if (fails) throw new Error('The disk is full');
    },
  });
  expect(await talk(port, request('GET /api/settings', [last]))).toMatch(
    /^HTTP\/1\.1 500 .*\{"detail":"The mock failed: The disk is full"\}$/s,
  );
  fails = false;
  expect(await talk(port, request('GET /api/settings', [last]))).toContain(' 200 OK');
});

/** What `node:http` sees of a request for the settings. */
async function viaHttp(url: string): Promise<string> {
  try {
    const asked = get(`${url}/api/settings`, { headers: { 'X-Session-API-Key': 'any' } });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const text = (await response.setEncoding('utf8').toArray()).join('');
    JSON.parse(text);
    return String(response.statusCode);
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return code ?? name;
  }
}

async function viaFetch(url: string): Promise<string> {
  try {
    const headers = { 'X-Session-API-Key': 'any' };
    const response = await fetch(`${url}/api/settings`, { headers });
    await response.json();
    return String(response.status);
  } catch (error) {
    const { message, cause, name } = error as Error & { cause?: { code: string } };
    return cause ? `${message}: ${cause.code}` : name;
  }
}

test.each([
  ['reset', 'ECONNRESET', 'fetch failed: ECONNRESET'],
  ['truncated', 'ECONNRESET', 'terminated: UND_ERR_SOCKET'],
  ['malformed', 'SyntaxError', 'SyntaxError'],
] as const)('%s is %s for node:http and %s for fetch', async (breakage, forHttp, forFetch) => {
  const { mock, url } = await listen();
  mock.fault({ break: breakage, times: 2 });
  expect(await viaHttp(url)).toBe(forHttp);
  expect(await viaFetch(url)).toBe(forFetch);
  expect([await viaHttp(url), await viaFetch(url)]).toEqual(['200', '200']);
});

test('an answer that is cut tells its whole length, and sends half of it', async () => {
  const { mock, port } = await listen();
  const whole = await talk(port, request('GET /api/settings', [last]));
  mock.fault({ break: 'truncated' });
  const heard = await talk(port, request('GET /api/settings'));
  const length = Number(/Content-Length: (\d+)/.exec(heard)![1]);
  const body = heard.slice(heard.indexOf('\r\n\r\n') + 4);
  expect(body).toHaveLength(Math.floor(length / 2));
  expect(whole).toContain(body);
  expect(whole.slice(whole.indexOf('\r\n\r\n') + 4)).toHaveLength(length);
});

test('HEAD has the length of the body, and no body', async () => {
  const { port } = await listen({ seed: 'a' });
  const heard = await talk(port, request('GET /api/settings', [last]));
  const head = await talk(port, request('HEAD /api/settings', [last]));
  const lengths = [heard, head].map((text) => /Content-Length: (\d+)/.exec(text)?.[1]);
  expect(Number(lengths[0])).toBeGreaterThan(100);
  expect(lengths[1]).toBe(lengths[0]);
  expect(head.endsWith('\r\n\r\n')).toBe(true);
});

test.each<[string, string, string]>([
  ['with scheme and host', 'GET http://mock:80/api/settings?a=b HTTP/1.1', '401'],
  ['with a host alone', 'GET http://mock HTTP/1.1', '404'],
  ['of the whole server', 'OPTIONS * HTTP/1.1', '404'],
  ['that has two slashes', 'GET //api/settings HTTP/1.1', '404'],
  ['of an older client', 'GET /api/settings HTTP/1.0', '401'],
])('a target %s is answered', async (_, line, status) => {
  const { port } = await listen();
  expect(statuses(await talk(port, `${line}\r\nHost: mock\r\n${last}\r\n\r\n`))).toEqual([status]);
});

test.each<[string, string]>([
  ['is not HTTP', 'hello\r\n\r\n'],
  ['has no host', 'GET /api/settings HTTP/1.1\r\n\r\n'],
  [
    'has two lengths',
    `POST /api/conversations HTTP/1.1\r\n${bodyHeaders}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
  ],
])('what %s is refused, and the connection closed', async (_, text) => {
  const { port } = await listen();
  expect(await talk(port, text)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n/);
});

test('close ends at once with idle, silent and half-sent connections', async () => {
  const { port, url, close } = await listen();
  const agent = new Agent({ keepAlive: true });
  const [idle] = (await once(get(`${url}/api/settings`, { agent }), 'response')) as [
    IncomingMessage,
  ];
  idle.resume();
  await once(idle, 'end');
  const [silent, half] = [open(port), open(port)];
  half.socket.write('GET /api/settings HTTP/1.1\r\nHo');
  await wait(20);
  withoutGrace();
  await close();
  await Promise.all([silent.closed, half.closed]);
  agent.destroy();
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('close waits for the answers to requests that have arrived, and no longer', async () => {
  const { port, close } = await listen({ latency: 200 });
  const { socket, heard, closed } = open(port);
  socket.write(request('GET /api/settings') + request('GET /api/v1/sandboxes/search'));
  await wait(50);
  withoutGrace();
  await Promise.all([close(), close()]);
  await closed;
  expect(statuses(heard())).toEqual(['200', '200']);
});

test('it listens on 127.0.0.1 alone', async () => {
  const { port, url } = await listen();
  expect(url).toBe(`http://127.0.0.1:${port}`);
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80'))
    .map(({ address }) => address);
  for (const host of [...others, '::1']) {
    const error = await new Promise<string>((resolve) => {
      connect(port, host)
        .once('connect', () => resolve('connected'))
        .once('error', ({ code }: NodeJS.ErrnoException) => resolve(String(code)));
    });
    // Machines without IPv6 say something else than that nobody listens.
    expect([host, error]).toEqual([host, expect.not.stringMatching(/^connected$/)]);
  }
});

test('one mock listens on two ports, with one state', async () => {
  const { mock, url } = await listen();
  const second = await mock.listen();
  listening.push(second);
  expect(second.url).not.toBe(url);
  const headers = { 'X-Session-API-Key': 'any' };
  const made = await fetch(`${url}/api/v1/sandboxes`, { method: 'POST', headers });
  const { id } = (await made.json()) as { id: string };
  await listening.shift()!.close();
  const page = await fetch(`${second.url}/api/v1/sandboxes/search`, { headers });
  expect(await page.json()).toMatchObject({ items: [{ id }] });
});

test('a taken port is told by its code, and the mock can listen elsewhere', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const mock = createMock();
  await expect(mock.listen({ port })).rejects.toMatchObject({ code: 'EADDRINUSE', port });
  server.close();
  await once(server, 'close');
  listening.push(await mock.listen({ port }));
  expect(listening[0]!.url).toBe(`http://127.0.0.1:${port}`);
});

test('a body can come in pieces', async () => {
  const { url } = await listen();
  const headers = { 'X-Session-API-Key': 'any', 'Content-Type': 'application/json' };
  const asked = httpRequest(`${url}/api/conversations`, { method: 'POST', headers });
  for (const part of ['{"conversation', '_id": "', 'f'.repeat(32), '"}']) {
    asked.write(part);
    await wait(5);
  }
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const text = (await response.setEncoding('utf8').toArray()).join('');
  expect(JSON.parse(text)).toMatchObject({ conversation_id: 'f'.repeat(32) });
});

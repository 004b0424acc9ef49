import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { last, open, request, talk } from '../../test/program.ts';
import { createMock } from '../mock.ts';
import type { MockOptions } from '../options.ts';
import type { ListenOptions } from '../types.ts';

async function listen(options: MockOptions = {}, how: ListenOptions = {}) {
  const mock = createMock(options);
  const { url, close } = await mock.listen(how);
  onTestFinished(close);
  return { mock, url, close, port: Number(new URL(url).port) };
}

const bodyHeaders =
  'Host: localhost\r\nX-Session-API-Key: any\r\nContent-Type: application/json\r\n';

/** From here on, a stop that waits for the grace time never ends. */
function withoutGrace(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Returns the status of each response in what a connection received. */
const statuses = (heard: string) =>
  heard.match(/HTTP\/1\.1 \d{3}/g)?.map((line) => line.slice(9));

// prettier-ignore
test.each<[string, string]>([
  ['headers', 'GET /api/settings HTTP/1.1\r\nHost: mo'],
  ['a body', `POST /api/conversations HTTP/1.1\r\n${bodyHeaders}Content-Length: 9\r\n\r\n{"a":`],
])('half of %s gets 408', async (_, half) => {
  const { port } = await listen({}, { requestTimeoutInMs: 100 });
  expect(await talk(port, half)).toBe('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
});

test('responses on one connection come in the order of the requests', async () => {
  const { port, mock } = await listen();
  mock.fault({ operation: 'getSettings', delayInMs: 150, times: 1 });
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
  const first = bodies.map(
    (body) => Object.keys(JSON.parse(body) as object)[0],
  );
  expect(first).toEqual(['llm_api_key_set', 'id', 'status', 'detail', 'items']);
});

const large = 'x'.repeat(1024 * 1024 + 1);

test.each<[string, string]>([
  ['by its length, before it comes', 'Content-Length: 1048577\r\n\r\n'],
  [
    'in a chunk',
    `Transfer-Encoding: chunked\r\n\r\n100001\r\n${large}\r\n0\r\n\r\n`,
  ],
  [
    'in a chunk without an end',
    `Transfer-Encoding: chunked\r\n\r\nffffff\r\n${large}`,
  ],
])(
  'a body that is too large %s gets 413, and the connection is closed',
  async (_, rest) => {
    const { port } = await listen();
    const heard = await talk(
      port,
      `POST /api/conversations HTTP/1.1\r\n${bodyHeaders}${rest}`,
    );
    expect(heard).toMatch(
      /^HTTP\/1\.1 413 Payload Too Large\r\n.*\r\nConnection: close\r\n/s,
    );
    expect(heard).toContain(
      '{"error":"The body is longer than 1048576 bytes"}',
    );
  },
);

test('close ends at once with idle, silent and half-sent connections', async () => {
  const { port, url, close } = await listen();
  const agent = new Agent({ keepAlive: true });
  const opened = once(get(`${url}/api/settings`, { agent }), 'response');
  const [idle] = (await opened) as [IncomingMessage];
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

test('close waits for the responses to requests that have arrived', async () => {
  const latencyInMs = 200;
  const { port, close } = await listen({ latencyInMs });
  const { socket, heard, closed } = open(port);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  socket.write(
    request('GET /api/settings') + request('GET /api/v1/sandboxes/search'),
  );
  // Both have arrived when both wait for their latency.
  const arrived = () =>
    timers.mock.calls.filter(([, delay]) => delay === latencyInMs).length;
  await expect.poll(arrived, { timeout: 30_000 }).toBe(2);
  timers.mockRestore();
  withoutGrace();
  await Promise.all([close(), close()]);
  await closed;
  expect(statuses(heard())).toEqual(['200', '200']);
});

test('the mock listens on 127.0.0.1 only', async () => {
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
        .once('error', ({ code }: NodeJS.ErrnoException) =>
          resolve(String(code)),
        );
    });
    // The error differs on machines without IPv6.
    expect([host, error]).toEqual([
      host,
      expect.not.stringMatching(/^connected$/),
    ]);
  }
});

test.each<[what: string, lines: string]>([
  ['the same twice', 'Host: localhost\r\nhost: localhost\r\n'],
  [
    'one of this machine, and a foreign one',
    'Host: localhost\r\nHost: acme.example\r\n',
  ],
  [
    'a foreign one, and one of this machine',
    'Host: acme.example\r\nX-A: b\r\nHOST: localhost\r\n',
  ],
])('two Host headers get 400: %s', async (_, lines) => {
  const proxy = 'http://127.0.0.1:1';
  for (const options of [{ control: true }, { prism: true }, { proxy }]) {
    const { port } = await listen(options);
    for (const path of ['/api/settings', '/', '/_mock/state']) {
      const heard = await talk(
        port,
        `GET ${path} HTTP/1.1\r\n${lines}${last}\r\n\r\n`,
      );
      expect(heard).toMatch(/^HTTP\/1\.1 400 /);
      expect(heard).toContain('The request has more than one Host header');
    }
  }
});

test('an absolute target counts more than the Host header', async () => {
  const { port } = await listen({ defaultKey: 'ada' });
  const heard = async (target: string, host: string) =>
    talk(
      port,
      `GET ${target}/api/settings HTTP/1.1\r\nHost: ${host}\r\n${last}\r\n\r\n`,
    );
  expect(await heard('http://localhost:1', 'acme.example')).toMatch(
    /^HTTP\/1\.1 200 /,
  );
  expect(await heard('http://acme.example', 'localhost')).toMatch(
    /^HTTP\/1\.1 403 /,
  );
});

test.each([
  ['/api/%73ettings', 200],
  ['/%61pi/v1/sandboxes/%73earch?limit=1', 200],
  ['/api%2Fsettings', 404],
  ['/%5Fmock/state', 200],
  ['/api/v1/sandboxes/%7E%2d%2E%5f/pause', 405],
])(
  'an unreserved character is the same percent-encoded: %s gets %i',
  async (path, status) => {
    const { port } = await listen({ defaultKey: 'ada', control: true });
    expect(await talk(port, request(`GET ${path}`, [last]))).toContain(
      `HTTP/1.1 ${status} `,
    );
  },
);

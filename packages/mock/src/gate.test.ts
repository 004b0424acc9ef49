import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { last, talk } from '../test/raw.ts';
import { createMock, type MockOptions } from './index.ts';

const closers: (() => unknown)[] = [];

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function listen(options: MockOptions) {
  const mock = createMock({ control: true, ...options });
  const { url, close } = await mock.listen();
  closers.push(close);
  return { mock, url, port: Number(new URL(url).port) };
}

/** Starts a mock in front of a service, and counts what the service receives. */
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

/** Sends a request as a page does, and returns status, CORS headers and body. */
async function send(port: number, line: string, ...headers: readonly string[]) {
  const heard = await talk(port, [`${line} HTTP/1.1`, ...headers, last, '', ''].join('\r\n'));
  const [head = '', body = ''] = heard.split('\r\n\r\n');
  const cors = Object.fromEntries(
    [...head.matchAll(/^(access-control-[\w-]+): (.*?)\r?$/gim)].map(([, name, value]) => [
      name!.toLowerCase(),
      value,
    ]),
  );
  return { status: Number(head.slice(9, 12)), cors, body };
}

const readable = (cors: Record<string, string | undefined>, origin: string) =>
  cors['access-control-allow-origin'] === origin || cors['access-control-allow-origin'] === '*';

test('a page of another origin that sends no key uses a mock with a default key', async () => {
  const { mock, port } = await listen({ defaultKey: 'ada' });
  const origin = 'https://app.acme.example';
  const from = ['Host: localhost', `Origin: ${origin}`];
  const asked = [
    'Access-Control-Request-Method: POST',
    'Access-Control-Request-Headers: content-type',
  ];
  const preflight = await send(port, 'OPTIONS /api/v1/sandboxes', ...from, ...asked);
  expect(preflight).toMatchObject({
    status: 204,
    cors: {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
    },
  });
  const started = await send(port, 'POST /api/v1/sandboxes', ...from, 'Cookie: session=a');
  expect(started).toMatchObject({
    status: 200,
    cors: { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' },
  });
  expect(mock.state('ada').sandboxes).toMatchObject([JSON.parse(started.body)]);
});

test.each([
  'localhost',
  'LOCALHOST:80',
  'app.localhost:4010',
  '127.0.0.1',
  '127.1.2.3:4010',
  '[::1]:4010',
  'mock.acme.example',
  'Mock.Acme.Example:4010',
])('serves requests for the host %s', async (host) => {
  const { port } = await listen({ defaultKey: 'ada', allowHosts: ['mock.acme.example'] });
  for (const path of ['/api/settings', '/', '/_mock/state']) {
    expect((await send(port, `GET ${path}`, `Host: ${host}`)).status).toBe(200);
  }
});

const foreign = [
  'mock.acme.example',
  'localhost.acme.example:4010',
  '127.0.0.1.acme.example',
  'acme.example:127.0.0.1',
  '10.0.0.1:4010',
  'localhost@acme.example',
  '[::1].acme.example',
  '',
];

test.each(foreign)('rejects every request for the host %j with 403', async (host) => {
  const page = `Origin: http://${host}`;
  const servers = [
    await listen({ defaultKey: 'ada' }),
    await listen({ defaultKey: 'ada', stateless: true }),
    await inFrontOfService({ defaultKey: 'ada', allowOrigins: [`http://acme.example`] }),
  ];
  for (const { port } of servers) {
    for (const path of ['/api/settings', '/', '/nowhere', '/_mock/state']) {
      const { status, cors, body } = await send(port, `GET ${path}`, `Host: ${host}`, page);
      expect({ status, cors }).toEqual({ status: 403, cors: {} });
      expect(body).toContain('cannot be called under this host name; allow it with --allow-host');
    }
  }
});

test.each([
  'https://app.acme.example',
  'http://localhost.acme.example',
  'http://127.0.0.1.acme.example:3000',
  'https://acme.example/http://localhost',
  'null',
])('in front of a service, a page of %s cannot read or cause anything', async (origin) => {
  const { port, received } = await inFrontOfService({ defaultKey: 'ada' });
  const from = ['Host: localhost', `Origin: ${origin}`];
  for (const line of ['GET /api/settings', 'POST /api/v1/sandboxes', 'OPTIONS /api/settings']) {
    const asked = 'Access-Control-Request-Method: GET';
    const { status, cors, body } = await send(port, line, ...from, asked);
    expect({ status, cors }).toEqual({ status: 403, cors: {} });
    expect(body).not.toContain('MARKER');
  }
  expect(received).toEqual([]);
});

test.each([
  ['http://localhost:3000', undefined],
  ['http://127.0.0.1', undefined],
  ['https://[::1]:3000', undefined],
  ['https://app.acme.example', ['https://app.acme.example']],
  ['null', ['null']],
])(
  'in front of a service, a page of %s can read, with allowOrigins %j',
  async (origin, allowed) => {
    const { port, received } = await inFrontOfService({
      defaultKey: 'ada',
      ...(allowed && { allowOrigins: allowed }),
    });
    const from = ['Host: localhost', `Origin: ${origin}`];
    const { status, cors, body } = await send(port, 'GET /api/settings', ...from);
    expect({ status, body, readable: readable(cors, origin) }).toEqual({
      status: 200,
      body: expect.stringContaining('MARKER') as string,
      readable: true,
    });
    // The service receives the default key.
    expect(received).toEqual(['GET ada']);
  },
);

test('without a proxy, allowOrigins limits the origins too', async () => {
  const { port } = await listen({ defaultKey: 'ada', allowOrigins: ['https://a.example'] });
  const statusFrom = async (origin: string) =>
    (await send(port, 'GET /api/settings', 'Host: localhost', `Origin: ${origin}`)).status;
  expect(await statusFrom('https://a.example')).toBe(200);
  expect(await statusFrom('http://localhost:1')).toBe(200);
  expect(await statusFrom('https://b.example')).toBe(403);
});

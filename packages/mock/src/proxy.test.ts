import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { last, request, talk } from '../test/raw.ts';
import type { Exchange } from './log.ts';
import { formatExchange } from './log.ts';
import { createMock } from './mock.ts';
import type { MockOptions } from './options.ts';

const servers: Server[] = [];
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(closers.splice(0).map((close) => close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const key = 'key-of-the-service';
const headers = { 'X-Session-API-Key': key };
const json = { 'Content-Type': 'application/json' };

/** A service that answers as it is told, and notes what it is asked. */
async function service(answer: RequestListener) {
  const asked: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: Buffer })[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method, url, headers: sent } = incoming;
      asked.push({ method, url, headers: sent, body: Buffer.concat(chunks) });
      answer(incoming, response);
    });
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A mock in front of a service, and what it logs of each exchange, without times. */
function inFrontOf(proxy: string, options: MockOptions = {}) {
  const log: string[] = [];
  const onExchange = (exchange: Exchange) =>
    log.push(
      formatExchange(exchange)
        .replace(/^\S+ /, '')
        .replace(/ {2}\d+ ms/, ''),
    );
  return { ...createMock({ ...options, proxy, onExchange }), log };
}

async function listen(options: MockOptions) {
  const { url, close } = await createMock(options).listen();
  closers.push(close);
  return { url, port: Number(new URL(url).port) };
}

test('between it and another mock everything passes unchanged, without findings', async () => {
  const options = { seed: 'a', clock: 'manual', startupTimeInMs: 0 } as const;
  const real = await listen(options);
  const behind = await listen(options);
  const exchanges: Exchange[] = [];
  const front = await listen({ proxy: behind.url, onExchange: (it) => exchanges.push(it) });

  const conversation = 'a0000000-0000-4000-8000-000000000000';
  const requests = [
    request('POST /api/v1/sandboxes?sandbox_spec_id=ghcr.io%2Facme%2Fagent-server%3A1.1', [last]),
    request('GET /api/v1/sandboxes/search?limit=1', [last]),
    request('POST /api/v1/sandboxes/sbx%2Fa%20%C3%A4%25/pause', [last]),
    request('POST /api/v1/app-conversations', [last], `{"conversation_id":"${conversation}"}`),
    request(
      `GET /api/v1/app-conversations?ids=${conversation}&ids=${conversation.replaceAll('-', '')}`,
      [last],
    ),
    request('POST /api/conversations', [last], '{}'),
    request('HEAD /api/settings', [last]),
    request('OPTIONS /api/settings', [last]),
    request('GET /api/settings', [last, 'Origin: http://localhost:1']),
    request('GET /api/settings', [last, 'Prefer: code=404']),
  ];
  const sorted = (answer: string) => {
    const [head = '', body] = answer.split('\r\n\r\n');
    const [status, ...lines] = head.split('\r\n');
    // The date is not the same one, and names of headers may be written either way.
    const names = lines.map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()));
    return { status, body, lines: names.filter((line) => !line.startsWith('date')).toSorted() };
  };
  for (const text of requests) {
    const passed = await talk(front.port, text);
    expect([text, sorted(passed)]).toEqual([text, sorted(await talk(real.port, text))]);
  }
  expect(exchanges.flatMap(({ findings }) => findings)).toEqual([]);
  expect(exchanges.map(({ status }) => status)).toEqual([
    200, 200, 404, 200, 200, 200, 200, 204, 200, 404,
  ]);
});

test.each<[string, number, Record<string, string>, string, string[]]>([
  ['as declared', 200, json, '{"llm_api_key_set":true}', []],
  ['with a member more', 200, json, '{"llm_api_key_set":true,"more":1}', []],
  [
    'with an undeclared status',
    418,
    json,
    '{"error":"a"}',
    ['  a', '  response status: must be one of 200, 401, 404, 429'],
  ],
  [
    'with another content type',
    200,
    { 'Content-Type': 'text/plain' },
    '{"llm_api_key_set":true}',
    ['  response header /content-type: must be application/json'],
  ],
  ['without a member', 200, json, '{}', ['  response body /llm_api_key_set: is missing']],
  [
    'with something else than JSON',
    200,
    json,
    '{"llm_api_key_set":',
    ['  response body: is not JSON'],
  ],
  ['with an empty body', 200, json, '', ['  response body: is missing']],
  [
    'with HTML',
    502,
    { 'Content-Type': 'text/html' },
    '<h1>Bad Gateway</h1>',
    ['  response body: is not JSON'],
  ],
])('an answer %s is passed on, and reported', async (_, status, sent, body, findings) => {
  const { url } = await service((__, response) => {
    response.writeHead(status, { ...sent, 'X-Trace': 'abc' }).end(body);
  });
  const { fetch: ask, log } = inFrontOf(url);
  const answer = await ask('http://mock/api/settings', { headers });
  expect([answer.status, await answer.text()]).toEqual([status, body]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': Object.values(sent)[0],
    'x-trace': 'abc',
  });
  expect(log).toEqual([[`GET /api/settings  getSettings  ${status}`, ...findings].join('\n')]);
});

test.each<[string, string, RequestInit, number, string[]]>([
  [
    'without a key',
    '/api/settings',
    {},
    401,
    [
      'GET /api/settings  getSettings  401',
      '  a',
      '  request header /x-session-api-key: is missing',
    ],
  ],
  [
    'with a body that breaks the contract',
    '/api/conversations',
    { method: 'POST', headers: { ...headers, ...json }, body: '{"conversation_id":7}' },
    200,
    [
      'POST /api/conversations  createConversation  200',
      '  request body /conversation_id: must be a string',
    ],
  ],
  [
    'with a body that is not JSON',
    '/api/conversations',
    { method: 'POST', headers: { ...headers, ...json }, body: '{"a":' },
    200,
    ['POST /api/conversations  createConversation  200', '  request body: is not JSON'],
  ],
  [
    'with a wrong query',
    '/api/v1/sandboxes/search?limit=0&page_id=a&page_id=b',
    { headers },
    200,
    [
      'GET /api/v1/sandboxes/search?limit=0&page_id=a&page_id=b  searchSandboxes  200',
      '  request query /page_id: must be given only once',
      '  request query /limit: must be at least 1',
    ],
  ],
  [
    'with a misspelt query parameter',
    '/api/v1/sandboxes/search?limits=5',
    { headers },
    200,
    [
      'GET /api/v1/sandboxes/search?limits=5  searchSandboxes  200',
      '  request query /limits: is not listed in the contract; did you mean limit?',
    ],
  ],
  [
    'of another content type',
    '/api/conversations',
    { method: 'POST', headers: { ...headers, 'Content-Type': 'text/plain' }, body: '{}' },
    200,
    [
      'POST /api/conversations  createConversation  200',
      '  request header /content-type: must be application/json',
    ],
  ],
  [
    'to an unknown path',
    '/nowhere?a=b',
    { headers },
    200,
    ['GET /nowhere?a=b  -  200', '  request path: is not a path of the contract'],
  ],
  [
    'to a path that is not encoded',
    '/api/v1/sandboxes/%E0%A4/pause',
    { method: 'POST', headers },
    200,
    [
      'POST /api/v1/sandboxes/%E0%A4/pause  -  200',
      '  request path: is not a path of the contract',
    ],
  ],
  [
    'with another method',
    '/api/settings',
    { method: 'DELETE', headers },
    200,
    ['DELETE /api/settings  -  200', '  request path: has no method DELETE'],
  ],
])('a request %s is passed on, and reported', async (_, path, init, status, lines) => {
  const answers = new Map([
    ['/api/settings', '{"detail":"a"}'],
    ['/api/conversations', '{"status":"ok","conversation_id":"a"}'],
  ]);
  const body = (url: string) => answers.get(url) ?? '{"items":[],"next_page_id":null}';
  const { url, asked } = await service((incoming, response) => {
    const code = incoming.headers['x-session-api-key'] === undefined ? 401 : 200;
    response.writeHead(code, json).end(body(incoming.url!));
  });
  const { fetch: ask, log } = inFrontOf(url);
  const answer = await ask(`http://mock${path}`, init);
  expect(answer.status).toBe(status);
  expect(asked).toMatchObject([{ method: init.method ?? 'GET', url: path }]);
  expect(asked[0]!.body.toString()).toBe(init.body ?? '');
  expect(log[0]!.split('\n').filter((line) => !line.startsWith('  response'))).toEqual(lines);
});

test('a redirect is passed on, and not followed', async () => {
  const other = await service((_, response) => response.end());
  const { url } = await service((_, response) => {
    response.writeHead(307, { Location: `${other.url}/login` }).end();
  });
  const { port } = await listen({ proxy: url });
  const heard = await talk(port, request('GET /api/settings', [last]));
  expect(heard).toMatch(/^HTTP\/1\.1 307 /);
  expect(heard).toContain(`location: ${other.url}/login\r\n`);
  expect(other.asked).toEqual([]);
});

test('a service that is down is told with 502 and the reason', async () => {
  const { url } = await service((_, response) => response.end());
  servers[0]!.close();
  await once(servers[0]!, 'close');
  const { fetch: ask, log } = inFrontOf(url);
  const reason = `The service at ${url} did not respond: connect ECONNREFUSED ${new URL(url).host}`;
  for (const [path, member] of [
    ['/api/settings', 'error'],
    ['/api/v1/sandboxes/search', 'detail'],
  ]) {
    const answer = await ask(`http://mock${path}`, { headers });
    expect([answer.status, await answer.json()]).toEqual([502, { [member!]: reason }]);
  }
  expect(log).toEqual([
    `GET /api/settings  getSettings  502\n  ${reason}`,
    `GET /api/v1/sandboxes/search  searchSandboxes  502\n  ${reason}`,
  ]);
});

test.each<[string, RequestListener]>([
  ['never answers', () => undefined],
  ['never ends its answer', (_, response) => void response.writeHead(200, json).write('{')],
])('a service that %s is told with 504', async (_, answer) => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(50));
  const { url } = await service(answer);
  const response = await inFrontOf(url).fetch('http://mock/api/settings', { headers });
  expect([response.status, await response.json()]).toEqual([
    504,
    { error: `The service at ${url} did not respond within 30000 ms` },
  ]);
});

test('sends the key to the service, and reports it nowhere', async () => {
  const { url, asked } = await service((_, response) => {
    response.writeHead(200, json).end('{"llm_api_key_set":"sk-marker"}');
  });
  const exchanges: Exchange[] = [];
  const mock = createMock({ proxy: url, onExchange: (it) => exchanges.push(it) });
  await mock.fetch('http://mock/api/settings', { headers });
  expect(asked[0]?.headers['x-session-api-key']).toBe(key);
  expect(JSON.stringify(exchanges)).toContain('must be a boolean');
  expect(JSON.stringify(exchanges)).not.toMatch(/key-of-the-service|sk-marker/);
});

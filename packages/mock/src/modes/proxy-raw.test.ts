/** The proxy between two raw connections: what the one side sends is what the other side receives. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { open, talk } from '../../test/program.ts';
import {
  chunked,
  exchange,
  type RawResponse,
  readMessage,
  startRawService,
  valueOf,
  written,
} from '../../test/raw-http.ts';
import {
  createMock,
  type Exchange,
  formatExchange,
  type MockOptions,
} from '../index.ts';
import type { HeaderPair, ListenOptions } from '../types.ts';

afterEach(() => void vi.unstubAllEnvs());

/** Lets a mock listen, and returns its port. */
async function portOf(
  options: MockOptions,
  how?: ListenOptions,
): Promise<number> {
  const { url, close: stop } = await createMock(options).listen(how);
  onTestFinished(stop);
  return Number(new URL(url).port);
}

/** Starts a service that handles its connections by hand, and returns its address. */
async function startByHand(
  connected: (socket: Socket) => void,
): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    connected(socket.setEncoding('latin1'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a service, and a mock before it. */
async function startBoth(
  response?: RawResponse,
  prefix = '',
  options: MockOptions = {},
) {
  const service = await startRawService(response);
  const log: Exchange[] = [];
  const onExchange = (logged: Exchange) => log.push(logged);
  const proxy = service.url + prefix;
  const port = await portOf({ proxy, onExchange, ...options });
  const logged = async () => {
    await expect.poll(() => log.length, { timeout: 30_000 }).toBe(1);
    return log[0]!;
  };
  return { service, port, log, logged };
}

const host: HeaderPair = ['Host', 'localhost'];
const key: HeaderPair = ['X-Session-API-Key', 'any'];
const json: HeaderPair = ['Content-Type', 'application/json'];
const close: HeaderPair = ['Connection', 'close'];
const get = written('GET /api/settings HTTP/1.1', [host, key]);
const ok = written('HTTP/1.1 200 OK', [['Content-Length', '0']]);

/** Returns a message with a body and its length. */
const withBody = (
  line: string,
  headers: readonly HeaderPair[],
  body: Uint8Array | string,
) => written(line, [...headers, ['Content-Length', String(body.length)]], body);

/** Returns the status of a response. */
const statusOf = (bytes: Buffer | string) =>
  Number(/^HTTP\/1\.1 (\d{3}) /.exec(String(bytes))?.[1]);

/** Returns the status of the response to a request without a body. */
const statusFor = async (port: number, line: string) =>
  statusOf(await exchange(port, written(`${line} HTTP/1.1`, [host])));

/** Waits until a connection has received a text. */
async function expectHeard(heard: () => string, text: string): Promise<void> {
  await expect.poll(heard, { timeout: 30_000 }).toContain(text);
}

test('headers are forwarded as they are, except for those of one connection', async () => {
  const sentResponse = withBody(
    'HTTP/1.1 201 Made Up',
    [
      ['Set-Cookie', 'a=1; Path=/'],
      ['vary', 'Accept'],
      ['Set-Cookie', 'b=2'],
      ['Keep-Alive', 'timeout=3'],
      ['Connection', 'X-Own'],
      ['x-own', '1'],
      ['X-Latin', 'caf\xe9'],
      ['Access-Control-Allow-Origin', '*'],
    ],
    '\xef\xbb\xbf{}',
  );
  const { service, port } = await startBoth(sentResponse);
  const sent: HeaderPair[] = [
    ['Accept', 'a'],
    ['accept', 'b'],
    host,
    ['Connection', 'keep-alive, X-Hop, Content-Length'],
    ['X-HOP', '1'],
    ['Proxy-Connection', 'keep-alive'],
    ['Keep-Alive', '5'],
    ['TE', 'trailers'],
    ['Upgrade', 'h2c'],
    ['X-Latin', '\xfc'],
  ];
  const body = Buffer.from([0, 0xff, 0x0d, 0x0a, 0xc3]);
  const received = await exchange(
    port,
    withBody('GET /a?b=%41&b#c HTTP/1.1', sent, body),
  );
  expect(service.received).toEqual([
    {
      line: 'GET /a?b=%41&b#c HTTP/1.1',
      headers: [
        ['Accept', 'a'],
        ['accept', 'b'],
        ['Host', new URL(service.url).host],
        ['X-Latin', '\xfc'],
        ['Content-Length', '5'],
        ['Connection', 'close'],
      ],
      body,
      trailers: [],
    },
  ]);
  const { line, headers, body: content } = readMessage(received)!;
  expect(line).toBe('HTTP/1.1 201 Made Up');
  expect(headers).toEqual([
    ['Set-Cookie', 'a=1; Path=/'],
    ['vary', 'Accept'],
    ['Set-Cookie', 'b=2'],
    ['X-Latin', 'caf\xe9'],
    ['Access-Control-Allow-Origin', '*'],
    ['Content-Length', '5'],
    ['Connection', 'keep-alive'],
    ['Keep-Alive', 'timeout=60'],
  ]);
  expect(content).toEqual(Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]));
});

test('all headers of a request with more than 2,000 are forwarded', async () => {
  const many = (size: number) =>
    Array.from({ length: size }, (): HeaderPair => ['a', '']);
  const { service, port } = await startBoth(
    written('HTTP/1.1 204 No Content', many(3000)),
  );
  const received = await exchange(
    port,
    written('GET / HTTP/1.1', [host, ...many(2500)]),
    false,
  );
  expect(
    service.received[0]?.headers.filter(([name]) => name === 'a'),
  ).toHaveLength(2500);
  expect(
    readMessage(received, false)?.headers.filter(([name]) => name === 'a'),
  ).toHaveLength(3000);
});

test('the headers of a response are passed on before its body comes', async () => {
  const head = written('HTTP/1.1 200 OK', [['Content-Length', '4']]);
  let service: Socket | undefined;
  const { port } = await startBoth((socket) => {
    service = socket;
    socket.write(head);
  });
  const { socket, heard, closed } = open(port);
  socket.write(written('GET /a HTTP/1.1', [host, close]));
  await expectHeard(heard, ' 200 OK\r\n');
  service!.end('late');
  await closed;
  expect(heard()).toMatch(/\r\n\r\nlate$/);
});

test('a body can come as slowly as the service admits', async () => {
  const service = await startRawService();
  const options = { requestTimeoutInMs: 300 };
  const port = await portOf({ proxy: service.url }, options);
  const post = withBody('POST /a HTTP/1.1', [host, close], 'ab').toString(
    'latin1',
  );
  const received = await talk(port, post.slice(0, -1), 1000, 'b');
  expect(statusOf(received)).toBe(204);
});

test('the end of the mock waits for what is validated after the last byte', async () => {
  const service = await startRawService(
    withBody('HTTP/1.1 200 OK', [json], JSON.stringify('x'.repeat(500_000))),
  );
  const log: Exchange[] = [];
  const onExchange = (logged: Exchange) => log.push(logged);
  const mock = createMock({ proxy: service.url, onExchange });
  const { url, close: stop } = await mock.listen();
  await exchange(Number(new URL(url).port), get);
  await stop();
  expect(log).toMatchObject([{ status: 200 }]);
});

test('a header of a service can be longer than those of a request', async () => {
  const long: HeaderPair = ['X-Long', 'x'.repeat(100_000)];
  const { port } = await startBoth(withBody('HTTP/1.1 200 OK', [long], '{}'));
  const received = readMessage(await exchange(port, get));
  expect(received!.headers).toContainEqual(long);
});

test('the service receives OPTIONS *', async () => {
  const { service, port } = await startBoth(ok);
  expect(await statusFor(port, 'OPTIONS *')).toBe(200);
  expect(service.received[0]!.line).toBe('OPTIONS * HTTP/1.1');
});

test('a POST without a body has the length 0, not chunks', async () => {
  const { service, port } = await startBoth(ok);
  await exchange(port, written('POST /api/v1/sandboxes HTTP/1.1', [host]));
  expect(
    valueOf(service.received[0]!.headers, 'transfer-encoding'),
  ).toBeUndefined();
  expect(valueOf(service.received[0]!.headers, 'content-length')).toBe('0');
});

test('a response is passed on while it comes, and so is a request', async () => {
  let peer: Socket | undefined;
  const { service, port } = await startBoth((socket) => {
    peer = socket;
    socket.write(
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n`,
    );
  });
  const { socket, heard, closed } = open(port);
  socket.write(get);
  await expectHeard(heard, '5\r\nfirst\r\n');
  peer!.write('6\r\nsecond\r\n');
  await expectHeard(heard, '6\r\nsecond\r\n');
  peer!.end('0\r\n\r\n');
  await expectHeard(heard, '0\r\n\r\n');
  socket.destroy();
  await closed;

  let beginning = '';
  const gone = Promise.withResolvers<void>();
  const proxy = await startByHand((connection) => {
    connection.on('data', (text: string) => (beginning += text));
    connection.on('close', () => gone.resolve());
  });
  const second = open(await portOf({ proxy }));
  second.socket.write(
    'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf',
  );
  await expect
    .poll(() => beginning, { timeout: 30_000 })
    .toMatch(/\r\n\r\nhalf$/);
  second.socket.destroy();
  await gone.promise;
  expect(service.received).toHaveLength(1);
});

test('a client that goes before or in the response ends the request to the service', async () => {
  const { service, port, log } = await startBoth(() => undefined);
  const before = open(port);
  before.socket.write(get);
  await expect.poll(() => service.received.length, { timeout: 30_000 }).toBe(1);
  before.socket.destroy();
  await expect.poll(() => service.closed, { timeout: 30_000 }).toBe(1);

  service.response = (socket) =>
    void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart');
  const during = open(port);
  during.socket.write(get);
  await expectHeard(during.heard, 'part');
  during.socket.destroy();
  await expect.poll(() => service.closed, { timeout: 30_000 }).toBe(2);
  await expect.poll(() => log.length, { timeout: 30_000 }).toBe(2);
  const gone = 'The client closed the connection before the';
  expect(log[0]).toMatchObject({ status: 0, notes: [`${gone} response`] });
  expect(log[1]).toMatchObject({ status: 200 });
  expect(log[1]!.notes).toContain(`${gone} end of the response`);
});

test.each<[how: string, head: string]>([
  ['with a length', 'Content-Length: 9\r\n\r\npart'],
  ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n4\r\npart\r\n'],
])(
  'a response %s that the service cuts off is cut off for the client',
  async (_, head) => {
    const { port, logged } = await startBoth(
      (socket) => void socket.end(`HTTP/1.1 200 OK\r\n${head}`),
    );
    const received = await exchange(port, get);
    expect(received.toString('latin1')).toContain('part');
    expect(readMessage(received, true, true)).toBeUndefined();
    const exchanged = await logged();
    expect(exchanged.notes).toContain('The service cut off its response');
    expect(exchanged.notes).toContain(
      'The response was not validated: its body was cut off',
    );
  },
);

test('an early response reaches a client that still sends, and the connection goes on', async () => {
  const { port } = await startBoth((socket) => void socket.end(ok));
  // More than fits into the buffers of connections.
  const size = 32 * 1024 * 1024;
  const proxy = await startByHand((connection) =>
    connection.once('data', () =>
      connection.end(withBody('HTTP/1.1 413 No', [], 'no')),
    ),
  );
  const { socket, heard, closed } = open(await portOf({ proxy }));
  socket.write(withBody('POST /a HTTP/1.1', [host], Buffer.alloc(size)));
  await expectHeard(heard, ' 413 No');
  socket.write(written('GET /b HTTP/1.1', [host, close]));
  await closed;
  expect(heard().match(/HTTP\/1\.1 \d+/g)).toEqual([
    'HTTP/1.1 413',
    'HTTP/1.1 413',
  ]);
  expect(statusOf(await exchange(port, get))).toBe(200);
});

test('trailers are forwarded both ways', async () => {
  const trailers: HeaderPair[] = [
    ['X-Sum', 'caf\xe9'],
    ['x-sum', '2'],
  ];
  const parts = chunked([Buffer.from('{}')], trailers);
  const framing: HeaderPair[] = [
    ['Trailer', 'X-Sum'],
    ['Transfer-Encoding', 'chunked'],
  ];
  const { service, port } = await startBoth(
    written('HTTP/1.1 200 OK', framing, parts),
  );
  const request = written('POST /a HTTP/1.1', [host, ...framing], parts);
  const received = readMessage(await exchange(port, request));
  for (const message of [service.received[0], received]) {
    expect(message?.trailers).toEqual(trailers);
    expect(valueOf(message!.headers, 'trailer')).toBe('X-Sum');
  }
});

test('a response to HEAD can announce trailers', async () => {
  const headers: HeaderPair[] = [
    ['Trailer', 'X-Sum'],
    ['Transfer-Encoding', 'chunked'],
    ['ETag', 'a'],
  ];
  const { port } = await startBoth(written('HTTP/1.1 200 OK', headers));
  const received = await exchange(
    port,
    written('HEAD /api/settings HTTP/1.1', [host]),
    false,
  );
  expect(statusOf(received)).toBe(200);
  expect(valueOf(readMessage(received, false)!.headers, 'etag')).toBe('a');
});

test('interim responses are forwarded, and the service decides what is expected', async () => {
  const hints =
    'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nLink: </b>\r\n\r\n';
  const { service, port } = await startBoth((socket) =>
    socket.end(hints + ok.toString()),
  );
  const received = await talk(
    port,
    written('GET /a HTTP/1.1', [host, close]).toString(),
  );
  expect(received.startsWith(hints)).toBe(true);
  expect(received.slice(hints.length)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  // A client of HTTP/1.0 does not know them.
  const old = await talk(port, 'GET /a HTTP/1.0\r\nHost: localhost\r\n\r\n');
  expect(old).toMatch(/^HTTP\/1\.1 200 OK\r\n/);

  service.response = ok;
  await exchange(
    port,
    written('GET /a HTTP/1.1', [
      host,
      ['Expect', 'a miracle'],
      ['X-Latin', '\xfc'],
    ]),
  );
  expect(valueOf(service.received.at(-1)!.headers, 'expect')).toBe('a miracle');
  expect(valueOf(service.received.at(-1)!.headers, 'x-latin')).toBe('\xfc');
});

test('a client that expects 100 sends its body when the service says so', async () => {
  let isAsked = false;
  const proxy = await startByHand((connection) => {
    let text = '';
    connection.on('data', (more: string) => {
      text += more;
      if (!isAsked && text.includes('\r\n\r\n')) {
        isAsked = text.includes('\r\nExpect: 100-continue\r\n');
        connection.write('HTTP/1.1 100 Continue\r\n\r\n');
      } else if (text.endsWith('body')) connection.end(ok);
    });
  });
  const { socket, heard } = open(await portOf({ proxy }));
  socket.write(
    'POST /a HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n',
  );
  await expectHeard(heard, 'HTTP/1.1 100 Continue\r\n\r\n');
  expect(isAsked).toBe(true);
  socket.write('body');
  await expectHeard(heard, 'HTTP/1.1 200 OK');
  socket.destroy();
});

test('a client of HTTP/1.0 gets a body without chunks', async () => {
  const { port } = await startBoth(
    written(
      'HTTP/1.1 200 OK',
      [['Transfer-Encoding', 'chunked']],
      chunked([Buffer.from('{}')]),
    ),
  );
  const received = await talk(
    port,
    'GET /a HTTP/1.0\r\nHost: localhost\r\n\r\n',
  );
  expect(received).toMatch(/\r\n\r\n\{\}$/);
  expect(received).not.toMatch(/transfer-encoding/i);
});

test('an upgrade is not forwarded, and neither is CONNECT', async () => {
  const { service, port } = await startBoth(ok);
  const upgrade: HeaderPair[] = [
    host,
    ['Connection', 'Upgrade'],
    ['Upgrade', 'websocket'],
  ];
  expect(
    statusOf(await exchange(port, written('GET /ws HTTP/1.1', upgrade))),
  ).toBe(200);
  expect(valueOf(service.received[0]!.headers, 'upgrade')).toBeUndefined();
  expect(
    await talk(
      port,
      'CONNECT a.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n',
    ),
  ).toBe('');
  expect(service.received).toHaveLength(1);
});

test.each<[what: string, response: string]>([
  ['is not HTTP', 'SSH-2.0-OpenSSH\r\n'],
  [
    'has two lengths',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na',
  ],
  ['has the status 099', 'HTTP/1.1 099 A\r\nContent-Length: 0\r\n\r\n'],
  [
    'has a control character in its status line',
    'HTTP/1.1 200 \x01\r\nContent-Length: 0\r\n\r\n',
  ],
  [
    'switches protocols unasked',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\nConnection: Upgrade\r\n\r\n',
  ],
  ['is not there', ''],
])('a response that %s is a 502', async (_, response) => {
  const { port, logged } = await startBoth((socket) =>
    socket.end(Buffer.from(response, 'latin1')),
  );
  expect(statusOf(await exchange(port, get))).toBe(502);
  expect(await logged()).toMatchObject({
    status: 502,
    reason: expect.stringContaining('did not respond'),
  });
});

const encodings: readonly (readonly [string, (text: string) => Buffer])[] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['identity, gzip, br', (text) => brotliCompressSync(gzipSync(text))],
];

test.each(encodings)(
  'bodies with the coding %s are decoded for validation',
  async (coding, encode) => {
    const encoded: HeaderPair = ['Content-Encoding', coding];
    const wrong = encode('{"status":1}');
    const { service, port, logged } = await startBoth(
      withBody('HTTP/1.1 200 OK', [json, encoded], wrong),
    );
    const sent = encode('{"conversation_id":5}');
    const line = 'POST /api/v1/app-conversations HTTP/1.1';
    const received = await exchange(
      port,
      withBody(line, [host, key, json, encoded], sent),
    );
    expect(readMessage(received)!.body).toEqual(wrong);
    expect(service.received[0]!.body).toEqual(sent);
    const { violations, notes } = await logged();
    expect(notes).toBeUndefined();
    const pointers = violations.map(
      ({ side, part, pointer }) => `${side} ${part} ${pointer}`,
    );
    expect(pointers).toContain('request body /conversation_id');
    expect(pointers).toContain('response body /status');
    expect(violations.map(({ message }) => message)).not.toContain(
      'is not JSON',
    );
  },
);

const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
const many = `[${'1,'.repeat(20_000)}1]`;

test.each<{
  title: string;
  headers: readonly HeaderPair[];
  body: Uint8Array | string;
  note: string;
}>([
  {
    title: 'a gzip bomb',
    headers: [['Content-Encoding', 'gzip']],
    body: bomb,
    note: 'its body is longer than 8388608 bytes',
  },
  {
    title: 'a long body',
    headers: [],
    body: Buffer.alloc(9 * 1024 * 1024, ' '),
    note: 'its body is longer than 8388608 bytes',
  },
  {
    title: 'an unknown coding',
    headers: [['Content-Encoding', 'compress']],
    body: 'a',
    note: 'its content coding is not known here',
  },
  {
    title: 'many codings',
    headers: [['Content-Encoding', 'br,br,br,br']],
    body: 'a',
    note: 'it has many codings',
  },
  {
    title: 'many values',
    headers: [],
    body: many,
    note: 'The body must not have more than 10000 properties and items',
  },
  {
    title: 'deep values',
    headers: [],
    body: '['.repeat(500),
    note: 'The body must not be nested more than 100 levels deep',
  },
])(
  '$title is forwarded, and the log says that it was not validated',
  async ({ headers, body, note }) => {
    const { port, logged } = await startBoth(
      withBody('HTTP/1.1 200 OK', [json, ...headers], body),
    );
    const received = await exchange(port, get);
    expect(readMessage(received)!.body.equals(Buffer.from(body))).toBe(true);
    const exchanged = await logged();
    expect(exchanged.violations).toEqual([]);
    expect(exchanged.notes).toEqual([
      expect.stringContaining(`The response was not validated: ${note}`),
    ]);
    expect(formatExchange(exchanged)).toContain(
      `\n  The response was not validated: ${note}`,
    );
  },
);

test.each<{
  title: string;
  headers: readonly HeaderPair[];
  body: Uint8Array;
  message: string;
}>([
  {
    title: 'no gzip',
    headers: [['Content-Encoding', 'gzip']],
    body: Buffer.from('{}'),
    message: 'is not encoded as gzip',
  },
  {
    title: 'half of a gzip',
    headers: [['Content-Encoding', 'gzip']],
    body: gzipSync('{"a":1}').subarray(0, 12),
    message: 'is not encoded as gzip',
  },
  {
    title: 'no UTF-8',
    headers: [],
    body: Buffer.from([0x22, 0xff, 0x22]),
    message: 'is not UTF-8',
  },
])('$title is a violation', async ({ headers, body, message }) => {
  const { port, logged } = await startBoth(
    withBody('HTTP/1.1 200 OK', [json, ...headers], body),
  );
  await exchange(port, get);
  expect((await logged()).violations).toMatchObject([
    { side: 'response', part: 'body', message },
  ]);
});

test('a response with thousands of violations has a short log', async () => {
  const items = Array.from({ length: 4000 }, () => ({}));
  const body = JSON.stringify({ items, next_page_id: null });
  const { port, logged } = await startBoth(
    withBody('HTTP/1.1 200 OK', [json], body),
  );
  await exchange(
    port,
    written('GET /api/v1/sandboxes/search HTTP/1.1', [host, key]),
  );
  expect((await logged()).violations).toHaveLength(100);
});

const secret = 'sk-MARKER/47+11';

test.each<{
  title: string;
  line: string;
  headers: readonly HeaderPair[];
  body: string;
}>([
  {
    title: 'the path',
    line: `GET /a/${secret} HTTP/1.1`,
    headers: [['X-Session-API-Key', secret]],
    body: '{}',
  },
  {
    title: 'the path, encoded',
    line: `GET /a/${encodeURIComponent(secret)} HTTP/1.1`,
    headers: [['X-Session-API-Key', secret]],
    body: '{}',
  },
  {
    title: 'the query',
    line: `GET /api/settings?a=${encodeURIComponent(secret)} HTTP/1.1`,
    headers: [['X-Session-API-Key', secret]],
    body: '{}',
  },
  {
    title: 'the reason',
    line: 'GET /api/settings HTTP/1.1',
    headers: [['X-Session-API-Key', secret]],
    body: `{"error":"${'x'.repeat(190)} ${secret}"}`,
  },
  {
    title: 'a bearer token',
    line: 'GET /api/settings HTTP/1.1',
    headers: [['Authorization', `Bearer ${secret}`]],
    body: `{"error":"no ${secret}"}`,
  },
  {
    title: 'a cookie',
    line: 'GET /api/settings HTTP/1.1',
    headers: [['Cookie', `a=1; session=${secret}`]],
    body: `{"error":"no ${secret}"}`,
  },
  {
    title: 'a cookie that a client sets',
    line: 'GET /api/settings HTTP/1.1',
    headers: [['Set-Cookie', `session=${secret}; Path=/`]],
    body: `{"error":"no ${secret}"}`,
  },
  {
    title: 'a further header of keys',
    line: 'GET /api/settings HTTP/1.1',
    headers: [
      ['X-Session-API-Key', 'another-key'],
      ['X-Acme', secret],
    ],
    body: `{"error":"no ${secret}"}`,
  },
  {
    title: 'a header whose name says so',
    line: 'GET /api/settings HTTP/1.1',
    headers: [['X-Auth-Token', secret]],
    body: `{"error":"no ${secret}"}`,
  },
  {
    title: 'Basic credentials',
    line: 'GET /api/settings HTTP/1.1',
    headers: [['Authorization', `Basic ${btoa(`user:${secret}`)}`]],
    body: `{"error":"no ${secret}"}`,
  },
  {
    title: 'the parameter of a server',
    line: `GET /api/settings?tkn=${secret} HTTP/1.1`,
    headers: [],
    body: '{}',
  },
  {
    title: 'a property',
    line: 'GET /api/settings HTTP/1.1',
    headers: [['X-Session-API-Key', secret]],
    body: JSON.stringify({ error: { [secret]: 1 } }),
  },
])('a key in $title is not logged', async ({ line, headers, body }) => {
  const sentResponse = withBody('HTTP/1.1 401 Unauthorized', [json], body);
  const { service, port, logged } = await startBoth(sentResponse, '', {
    control: true,
    keyHeaders: ['X-Acme'],
  });
  const received = readMessage(
    await exchange(port, written(line, [host, ...headers])),
  )!;
  // It is not removed from what is forwarded.
  expect(received.body.toString()).toBe(body);
  expect(service.received[0]!.line).toBe(line);
  const exchanged = await logged();
  const text = JSON.stringify(exchanged) + formatExchange(exchanged);
  expect(text).not.toContain('MARKER');
});

test('a default key is added as a header, and is not logged', async () => {
  const sentResponse = withBody(
    'HTTP/1.1 401 Unauthorized',
    [json],
    '{"error":"no MARKER-4711"}',
  );
  const { service, port, logged } = await startBoth(sentResponse, '', {
    defaultKey: 'MARKER-4711',
  });
  await exchange(
    port,
    written('GET /api/settings HTTP/1.1', [host, ['x-session-api-key', '']]),
  );
  const names = service.received[0]!.headers.filter(([name]) =>
    /api-key/i.test(name),
  );
  expect(names.map(([, value]) => value)).toEqual(['MARKER-4711']);
  expect(await logged()).toMatchObject({
    reason: 'no [redacted]',
    violations: [],
  });
});

test.each<{ title: string; target: string; forwarded: string }>([
  {
    title: 'an absolute target',
    target: 'http://localhost/api/settings?a',
    forwarded: '/base/api/settings?a',
  },
  {
    title: 'an absolute target without a path',
    target: 'HTTP://localhost?a',
    forwarded: '/base/?a',
  },
  {
    title: 'two slashes',
    target: '//acme.example/a',
    forwarded: '/base//acme.example/a',
  },
  {
    title: 'dot segments that stay',
    target: '/a/b/../../c/%2e%2e/d?/../../..',
    forwarded: '/base/a/b/../../c/%2e%2e/d?/../../..',
  },
  {
    title: 'an encoded id with dots',
    target: '/api/v1/sandboxes/%2E%2E/pause',
    forwarded: '/base/api/v1/sandboxes/%2E%2E/pause',
  },
])(
  '$title is forwarded behind the prefix of the service',
  async ({ target, forwarded }) => {
    const { service, port } = await startBoth(ok, '/base/');
    expect(await statusFor(port, `GET ${target}`)).toBe(200);
    expect(service.received.map(({ line }) => line)).toEqual([
      `GET ${forwarded} HTTP/1.1`,
    ]);
  },
);

test.each([
  '/..',
  '/../admin',
  '/a/../../admin',
  '/%2e%2e/admin',
  '/.%2E/admin',
  '/..%2fadmin',
  '/%252e%252e/admin',
  '/..%255cadmin',
  '/..\\admin',
  '/..;a=b/admin',
  '/./../admin',
  '//../admin',
  '/..?a',
  'http://localhost/../admin',
  'http://localhost/a/%2e%2e/..',
])(
  'a path that leads out of the prefix of the service gets 400: %s',
  async (target) => {
    const { service, port, logged } = await startBoth(ok, '/base');
    expect(await statusFor(port, `GET ${target}`)).toBe(400);
    const reason =
      'The path leads out of /base, to which requests are forwarded';
    expect(await logged()).toMatchObject({ status: 400, reason });
    expect(service.received).toEqual([]);
  },
);

test.each(['t://x/', 'ftp://localhost/a', 'localhost://x/'])(
  'the target %s gets 400, and reaches no service',
  async (target) => {
    const { service, port } = await startBoth(ok);
    expect(await statusFor(port, `GET ${target}`)).toBe(400);
    expect(service.received).toEqual([]);
  },
);

test('OPTIONS * of a server is not forwarded to a part of it', async () => {
  const { service, port } = await startBoth(ok, '/base');
  for (const target of ['*', 'http://localhost']) {
    expect(await statusFor(port, `OPTIONS ${target}`)).toBe(400);
  }
  expect(service.received).toEqual([]);
});

test('a page of this machine can read all headers of a response', async () => {
  const origin: HeaderPair = ['Origin', 'http://localhost:3000'];
  const headers: HeaderPair[] = [
    ['X-Trace', '1'],
    ['Vary', 'Accept, origin'],
    ['Access-Control-Expose-Headers', 'X-No'],
  ];
  const { port } = await startBoth(withBody('HTTP/1.1 200 OK', headers, ''));
  const received = readMessage(
    await exchange(port, written('GET /a HTTP/1.1', [host, origin])),
  )!;
  expect(received.headers.slice(0, -2)).toEqual([
    ['X-Trace', '1'],
    ['Vary', 'Accept, origin'],
    ['Content-Length', '0'],
    ['Access-Control-Allow-Origin', 'http://localhost:3000'],
    ['Access-Control-Allow-Credentials', 'true'],
    ['Access-Control-Expose-Headers', 'date, vary, x-trace'],
  ]);
});

test('a proxy of the environment is used where Node is asked to', async () => {
  const forward = await startRawService(ok);
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  vi.stubEnv('http_proxy', forward.url);
  vi.stubEnv('no_proxy', '');
  const port = await portOf({ proxy: 'http://service.example/base' });
  expect(statusOf(await exchange(port, get))).toBe(200);
  expect(forward.received[0]).toMatchObject({
    line: 'GET http://service.example/base/api/settings HTTP/1.1',
  });
});

/** A service whose responses are hostile, for a proxy before it. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import {
  type Kind,
  last,
  request,
  series,
} from '@agent-conversation/testing/hostile';

const megabyte = 1024 * 1024;
const crlf = '\r\n';

/** Returns a response with its length. */
function response(headers: readonly string[], body: string | Buffer): Buffer {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const head = [
    'HTTP/1.1 200 OK',
    'Content-Type: application/json',
    length,
    ...headers,
    '',
    '',
  ];
  return Buffer.concat([Buffer.from(head.join(crlf)), Buffer.from(body)]);
}

const chunkedHead = `HTTP/1.1 200 OK${crlf}Transfer-Encoding: chunked${crlf}${crlf}`;
const bomb = Buffer.alloc(256 * megabyte, ' ');
const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const manyItems = `{"items":[${'{},'.repeat(4900)}{}],"next_page_id":null}`;

/** What the service sends, by its name. */
const responses: Readonly<Record<string, string | Buffer>> = {
  gzipBomb: response(['Content-Encoding: gzip'], gzipSync(bomb)),
  brotliBomb: response(
    ['Content-Encoding: br'],
    brotliCompressSync(bomb, fast),
  ),
  gzipTwice: response(
    ['Content-Encoding: gzip, gzip'],
    gzipSync(gzipSync(bomb)),
  ),
  noGzip: response(['Content-Encoding: gzip'], 'x'.repeat(megabyte)),
  manyCodings: response(
    [`Content-Encoding: ${'gzip, '.repeat(1000)}gzip`],
    gzipSync('{}'),
  ),
  long: response([], `{"a":"${'x'.repeat(10 * megabyte)}"}`),
  nearlyTooLong: response([], `{"a":"${'x'.repeat(8 * megabyte - 100)}"}`),
  quotes: response([], `"${'\\"'.repeat(megabyte)}"`),
  deep: response([], '['.repeat(megabyte)),
  wide: response([], `[${'1,'.repeat(megabyte)}1]`),
  manyItems: response([], manyItems),
  malformed: response([], `{"a":${'\n'.repeat(megabyte)}`),
  noUtf8: response([], Buffer.alloc(megabyte, 0xff)),
  manyHeaders: response(Array<string>(3000).fill('a: b'), '{}'),
  smallChunks: `${chunkedHead}${`1${crlf} ${crlf}`.repeat(5000)}0${crlf}${crlf}`,
  manyTrailers: `${chunkedHead}0${crlf}${`a: b${crlf}`.repeat(500)}${crlf}`,
  manyInterim:
    `HTTP/1.1 103 Early Hints${crlf}${crlf}`.repeat(2000) +
    response([], '{}').toString(),
};

/** After these, a client can get 502 or less than the whole response. */
const broken: Readonly<Record<string, string>> = {
  nothing: '',
  garbage: `\0\x01${'x'.repeat(1000)}`,
  longHeader: `HTTP/1.1 200 OK${crlf}a: ${'x'.repeat(200_000)}${crlf}${crlf}`,
  twoLengths: `HTTP/1.1 200 OK${crlf}Content-Length: 1${crlf}Content-Length: 2${crlf}${crlf}a`,
  bothFramings: `${chunkedHead.slice(0, -2)}Content-Length: 1${crlf}${crlf}a`,
  wrongStatus: `HTTP/1.1 099 A${crlf}${crlf}`,
  wrongReason: `HTTP/1.1 200 \x01${crlf}Content-Length: 0${crlf}${crlf}`,
  switching: `HTTP/1.1 101 A${crlf}Connection: Upgrade${crlf}Upgrade: a${crlf}${crlf}`,
  cutOff: `HTTP/1.1 200 OK${crlf}Content-Length: 100${crlf}${crlf}part`,
  cutChunk: `${chunkedHead}ff${crlf}part`,
  wrongChunk: `${chunkedHead}zz${crlf}part`,
};

const names = Object.keys(responses);
const brokenNames = Object.keys(broken);
let turn = 0;

/** Returns the request for one of some responses, in turn. */
function ask(choices: readonly string[], headers: readonly string[]): Buffer {
  turn += 1;
  const name = choices[turn % choices.length]!;
  return request(`GET /api/v1/sandboxes/search?hostile=${name}`, headers);
}

/** Requests for hostile responses. */
export const serviceKinds: readonly Kind[] = [
  {
    name: 'hostile response',
    weight: 4,
    size: 1,
    variants: names.length,
    make: () => [ask(names, [last])],
  },
  {
    name: 'hostile responses, one after the other',
    weight: 2,
    size: 5,
    make: () => series(5, (_, headers) => ask(names, headers)),
  },
  {
    name: 'broken response',
    weight: 8,
    size: 1,
    make: () => [ask(brokenNames, [last])],
    canBeCut: true,
  },
];

/** Starts the service. To other requests it responds with an empty object. */
export async function startHostileService() {
  const usual = response([], '{}');
  const respond = (socket: Socket, head: string) => {
    const [, name = ''] = /^GET \S*[?&]hostile=(\w+)/.exec(head) ?? [];
    const bytes = responses[name] ?? broken[name] ?? usual;
    socket.end(
      typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes,
    );
  };
  const server = createServer((socket) => {
    let head = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      if (head.includes(crlf + crlf)) return;
      head += bytes.toString('latin1');
      if (head.includes(crlf + crlf)) respond(socket, head);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createMock, type Listening } from '@agent-conversation/mock';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

let mock: Listening;
const sockets: Socket[] = [];
beforeAll(async () => {
  mock = await createMock().listen();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => mock.close());

const key = 'X-Session-API-Key: any';
const head = `POST /api/conversations HTTP/1.1\r\nHost: mock\r\n${key}\r\nContent-Type: application/json\r\n`;
const tooMuch = 2 * 1024 * 1024;

test.each([
  ['the request line', 'POST /api/conv'],
  ['the headers', head],
  ['the body', `${head}Content-Length: 100\r\n\r\n{"initial_user_msg":`],
  ['the chunks', `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"ini`],
])('others are answered while one has sent half of %s, and after it has gone', async (_, half) => {
  const socket = await opened();
  socket.write(half);
  expect(await statusForAnother()).toBe(200);
  socket.destroy();
  expect(await statusForAnother()).toBe(200);
});

test.each([
  ['words', 'hello there\r\n\r\n'],
  ['the beginning of TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
  ['another protocol', 'GET / HTTP/9.9\r\nHost: mock\r\n\r\n'],
  ['a method that HTTP lacks', 'DANCE /api/settings HTTP/1.1\r\nHost: mock\r\n\r\n'],
  ['a header without a colon', 'GET /api/settings HTTP/1.1\r\nHost: mock\r\nnonsense\r\n\r\n'],
  ['headers without an end', `GET / HTTP/1.1\r\nHost: mock\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
  ['a length that is no number', `${head}Content-Length: many\r\n\r\n{}`],
  ['two lengths of one body', `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`],
  ['chunks without a length', `${head}Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n\r\n`],
])('%s is refused or ends the connection, and nothing else', async (_, garbage) => {
  const socket = await opened();
  const answer = ended(socket);
  socket.write(garbage, 'latin1');
  expect(await answer).toMatch(/^$|^HTTP\/1\.1 4\d\d /);
  expect(await statusForAnother()).toBe(200);
});

test('two requests sent at once are answered in their order', async () => {
  const socket = await opened();
  const answers = ended(socket);
  const asked = ['/api/settings', '/api/v1/sandboxes/search'].map(
    (path) => `GET ${path} HTTP/1.1\r\nHost: mock\r\n${key}\r\n`,
  );
  socket.write(`${asked[0]}\r\n${asked[1]}Connection: close\r\n\r\n`);
  const text = await answers;
  expect(text.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
  expect(text).toMatch(/"llm_api_key_set".*HTTP\/1\.1 200 .*"items"/s);
});

test.each([
  ['with its length', (body: string) => `Content-Length: ${body.length}\r\n\r\n${body}`],
  [
    'in chunks',
    (body: string) =>
      `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ],
])('a body that is too large is refused or cut off, sent %s', async (_, framed) => {
  const socket = await opened();
  const answer = ended(socket);
  socket.write(`${head}Connection: close\r\n${framed(`{${' '.repeat(tooMuch)}}`)}`);
  expect(await answer).toMatch(/^$|^HTTP\/1\.1 413 .*"error"/s);
  expect(await statusForAnother()).toBe(200);
});

async function opened(): Promise<Socket> {
  const { hostname, port } = new URL(mock.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  // A connection that is cut off is one of the answers that garbage may get.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** All that came until the other side ended the connection. */
async function ended(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return new Promise((resolve) => {
    socket.on('close', () => resolve(text));
    socket.setTimeout(5_000, () => resolve(`the connection was left open after: ${text}`));
  });
}

async function statusForAnother(): Promise<number> {
  const response = await fetch(`${mock.url}/api/settings`, {
    headers: { 'X-Session-API-Key': 'any' },
    signal: AbortSignal.timeout(5_000),
  });
  await response.text();
  return response.status;
}

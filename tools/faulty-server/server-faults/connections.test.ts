import { once } from 'node:events';
import { get as ask, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startFaultyMock, withKey } from '../testing/faulty-mock.ts';
import { drip, latency } from './connections.ts';

const patience = 300;

/** The answer to a request, of which the body is still to come. */
async function opened(url: string): Promise<IncomingMessage> {
  const asked = ask(`${url}/api/settings`, { agent: false, headers: withKey });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return answer;
}

test.each(['F1', 'E42'])('%s: nothing comes for a while', async (fault) => {
  const { get, server } = await startFaultyMock({ fault });
  const signal = AbortSignal.timeout(patience);
  await expect(get('/api/settings', { headers: withKey, signal })).rejects.toThrow('timeout');
  expect(server.struck()).toBe(1);
});

test.each([latency(1), drip(1)])('$id: the answer comes in the end', async (fault) => {
  const { get, direct } = await startFaultyMock({ fault });
  const plain = await fetch(`${direct}/api/settings`, { headers: withKey });
  expect(await (await get('/api/settings')).text()).toBe(await plain.text());
});

test('F3: the connection is reset', async () => {
  const { server } = await startFaultyMock({ fault: 'F3' });
  await expect(opened(server.url)).rejects.toThrow('ECONNRESET');
});

test.each([
  ['F4', 'transfer-encoding', 'chunked'],
  ['cut', 'content-length', expect.stringMatching(/^\d+$/)],
])('%s: the body with %s is cut off', async (fault, name, value) => {
  const { server } = await startFaultyMock({ fault });
  const answer = await opened(server.url);
  expect(answer.headers[name]).toEqual(value);
  await expect(text(answer)).rejects.toThrow('aborted');
});

test.each(['stall', 'drip'])('%s: the body begins, and is not at its end', async (fault) => {
  const { server } = await startFaultyMock({ fault });
  const answer = await opened(server.url);
  await once(answer, 'data');
  await wait(patience);
  expect(answer.complete).toBe(false);
  answer.destroy();
});

test('endless: the body gets longer and longer', async () => {
  const { server } = await startFaultyMock({ fault: 'endless' });
  const answer = await opened(server.url);
  let length = 0;
  for await (const part of answer) {
    length += (part as Buffer).length;
    if (length > 20_000_000) break;
  }
  expect(answer.complete).toBe(false);
});

test('short: there is more than Content-Length tells', async () => {
  const { server } = await startFaultyMock({ fault: 'short' });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(
    'GET /api/settings HTTP/1.1\r\nHost: any\r\nX-Session-API-Key: any\r\nConnection: close\r\n\r\n',
  );
  const [head, body] = (await text(socket)).split('\r\n\r\n') as [string, string];
  const told = /^content-length: (\d+)/im.exec(head)?.[1];
  expect(Buffer.byteLength(body)).toBe(Number(told) + 1);
});

test('twice: Content-Type stands there twice', async () => {
  const { server } = await startFaultyMock({ fault: 'twice' });
  const answer = await opened(server.url);
  expect(answer.headersDistinct['content-type']).toEqual(['application/json', 'text/html']);
  answer.resume();
});

test('not-http: something else answers', async () => {
  const { server } = await startFaultyMock({ fault: 'not-http' });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: any\r\n\r\n');
  expect(await text(socket)).toBe('SSH-2.0-OpenSSH_9.6\r\n');
});

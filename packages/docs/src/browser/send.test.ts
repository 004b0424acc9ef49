import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { send } from './send.ts';

let server: Server | undefined;
afterEach(() => {
  vi.restoreAllMocks();
  server?.closeAllConnections();
  server?.close();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks = await request.toArray();
  return Buffer.concat(chunks as Buffer[]).toString();
}

test.each([
  [{ body: { a: 1 } }, 'application/json', '{"a":1}'],
  [{ body: null }, 'application/json', 'null'],
  [{ rawBody: '{', headers: { 'Content-Type': 'application/json' } }, 'application/json', '{'],
  [{}, undefined, ''],
])('%j is sent as it stands', async (rest, contentType, body) => {
  const address = await serve((request, response) => {
    const { method, url, headers } = request;
    void bodyOf(request).then((sent) =>
      response
        .writeHead(201, { 'Content-Type': 'application/json' })
        .end(JSON.stringify([method, url, headers['content-type'], sent])),
    );
  });
  const answer = await send({ method: 'POST', path: '/api?limit=1', ...rest }, address);
  expect(answer).toMatchObject({
    status: 201,
    statusText: 'Created',
    contentType: 'application/json',
    text: JSON.stringify(['POST', '/api?limit=1', contentType, body]),
    duration: expect.any(Number),
  });
});

test('it goes nowhere else', async () => {
  const requested: (string | undefined)[] = [];
  const address = await serve(({ url }, response) => {
    requested.push(url);
    response.writeHead(307, { Location: '/elsewhere' }).end();
  });
  expect(await send({ method: 'GET', path: '/' }, address)).toBe('unreachable');
  expect(requested).toEqual(['/']);
});

test('nobody is there', async () => {
  const address = await serve(() => {});
  server!.close();
  expect(await send({ method: 'GET', path: '/' }, address)).toBe('unreachable');
});

test('an answer may break off', async () => {
  const address = await serve((_, response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('{"a":', () => response.destroy());
  });
  expect(await send({ method: 'GET', path: '/' }, address)).toBe('broken off');
});

test('an answer that does not come is awaited for 10 seconds', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const asked = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(50));
  const address = await serve(() => {});
  expect(await send({ method: 'GET', path: '/' }, address)).toBe('late');
  expect(asked).toHaveBeenCalledExactlyOnceWith(10_000);
});

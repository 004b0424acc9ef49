import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { send } from './send.ts';

let server: Server;
afterEach(() => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('does not follow redirects', async () => {
  const listener = vi.fn<RequestListener>((_, response) => {
    response.writeHead(307, { Location: '/elsewhere' }).end();
  });
  const address = await serve(listener);
  expect(await send({ method: 'GET', path: '/' }, address)).toBe('unreachable');
  expect(listener).toHaveBeenCalledOnce();
});

test('returns why there is no response', async () => {
  const request = { method: 'GET', path: '/' };
  const broken = await serve((_, response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('{"a":', () => response.destroy());
  });
  expect(await send(request, broken)).toBe('broken off');
  server.close();
  await once(server, 'close');
  expect(await send(request, broken)).toBe('unreachable');
});

test('times out after 10 seconds', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(50));
  expect(await send({ method: 'GET', path: '/' }, await serve(() => {}))).toBe('late');
  expect(spy).toHaveBeenCalledExactlyOnceWith(10_000);
});

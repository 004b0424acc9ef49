import { once } from 'node:events';
import {
  type AddressInfo,
  connect,
  createServer as createConnections,
} from 'node:net';
import { text } from 'node:stream/consumers';
import type { Server } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createDocsServer, createWaitingServer } from './docs-server.ts';

/** Lets a server listen, and returns what sends a request as it is written and returns the response. */
async function listen(server: Server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return async (line: string, ...headers: readonly string[]) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      [`${line} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join(
        '\r\n',
      ),
    );
    return text(socket);
  };
}

const docs = () => createDocsServer(() => new Response('a page'));

test.each([
  'localhost',
  'LOCALHOST:4000',
  '127.0.0.1:4000',
  '[::1]:4000',
  'docs.localhost',
])('a request for %s gets the page', async (host) => {
  const send = await listen(docs());
  for (const method of ['GET', 'HEAD']) {
    expect(await send(`${method} /`, `Host: ${host}`)).toMatch(
      /^HTTP\/1\.1 200 /,
    );
  }
  expect(await send(`GET http://${host}/`, 'Host: localhost')).toMatch(
    /a page$/,
  );
});

test.each([
  'docs.acme.example',
  'localhost.acme.example:4000',
  '127.0.0.1.acme.example',
  '10.0.0.1:4000',
  'localhost@acme.example',
  '0.0.0.0',
])('a request for %s gets 403, and no page', async (host) => {
  const send = await listen(docs());
  for (const path of ['/', '/_live', '/_live.js', '/nowhere']) {
    const received = await send(`GET ${path}`, `Host: ${host}`);
    expect(received).toMatch(/^HTTP\/1\.1 403 /);
    expect(received).not.toContain('a page');
  }
  expect(await send(`GET http://${host}/`, 'Host: localhost')).toMatch(
    /^HTTP\/1\.1 403 /,
  );
});

test('two Host headers get 400, and methods other than GET and HEAD 405', async () => {
  const send = await listen(docs());
  const twice = await send('GET /', 'Host: localhost', 'host: localhost');
  expect(twice).toMatch(/^HTTP\/1\.1 400 /);
  for (const method of ['TRACE', 'POST', 'OPTIONS', 'DELETE']) {
    const received = await send(`${method} /`, 'Host: localhost');
    expect(received).toMatch(/^HTTP\/1\.1 405 .*\r\nAllow: GET, HEAD\r\n/s);
  }
});

test.each<[name: string, create: () => Server]>([
  ['the docs', () => createDocsServer(() => new Response('a page'), 100)],
  ['what waits for the mock', () => createWaitingServer(100)],
])(
  'a request to %s that is not sent to its end gets 408',
  async (_, create) => {
    const { port, close } = await serve(create());
    onTestFinished(close);
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Cut');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  },
);

/** Serves connections that another server accepts, as `npm start` does. */
async function serve(server: Server) {
  const accepting = createConnections((socket) =>
    server.emit('connection', socket),
  );
  accepting.listen(0, '127.0.0.1');
  await once(accepting, 'listening');
  const { port } = accepting.address() as AddressInfo;
  return { port, close: () => void accepting.close() };
}

test('until there is a mock, requests get 503, and no connection stays open', async () => {
  const send = await listen(createWaitingServer());
  const received = await send(
    'POST /api/v1/sandboxes',
    'Host: localhost',
    'Content-Length: 0',
  );
  expect(received).toMatch(
    /^HTTP\/1\.1 503 .*\r\nConnection: close\r\n.*being built/s,
  );
});

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { searchSandboxes } from '@agent-conversation/validators';
import { afterEach, expect, test, vi } from 'vitest';
import type { LoadedValidator } from './dom.ts';
import { readResponse, readServer, send } from './send.ts';

let server: Server | undefined;
afterEach(() => {
  vi.restoreAllMocks();
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

async function sendTo(listener: RequestListener, method = 'GET', body = '') {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, response: await send(url, method, {}, body) };
}

test('sends a body as JSON', async () => {
  const { response } = await sendTo(
    ({ method, url, headers }, echo) => echo.end(`${method} ${url} ${headers['content-type']}`),
    'POST',
    '{}',
  );
  expect(response).toMatchObject({ status: 200, text: 'POST / application/json' });
});

test('does not follow redirects', async () => {
  const listener = vi.fn<RequestListener>((_, response) => {
    response.writeHead(307, { Location: '/elsewhere' }).end();
  });
  expect((await sendTo(listener)).response).toBe('unreachable');
  expect(listener).toHaveBeenCalledOnce();
});

test('returns why there is no response', async () => {
  const { url, response } = await sendTo((_, broken) => {
    broken.writeHead(200, { 'Content-Length': 100 }).write('{"a":', () => broken.destroy());
  });
  expect(response).toMatch('closed before');
  server!.close();
  await once(server!, 'close');
  expect(await send(url, 'GET', {})).toBe('unreachable');
});

test('times out after 10 seconds', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(50));
  expect((await sendTo(() => {})).response).toMatch('within 10 seconds');
  expect(spy).toHaveBeenCalledExactlyOnceWith(10_000);
});

test.each([
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
  [' localhost:4010/ ', 'http://localhost:4010'],
  ['http://api.example', undefined],
  ['https://other.example', undefined],
  ['https://127.0.0.1', undefined],
  ['http://me:secret@127.0.0.1', undefined],
  ['http://127.0.0.1.evil.example', undefined],
  ['', undefined],
])('reads the server %j as %j', (text, url) => {
  expect(readServer(text, ['https://api.example'])).toBe(url);
});

const secrets = ['session_api_key', 'env'];

const read = (text: string) => {
  const headers = new Headers({ 'Content-Type': 'application/json' });
  const response = { status: 200, statusText: 'OK', headers, duration: 1, text };
  return readResponse(response, searchSandboxes as object as LoadedValidator, secrets);
};

test('redacts properties with the name of a secret, at any depth and of any type', () => {
  const { json } = read(
    '{"items":[{"session_api_key":"x7","inner":{"env":{"A":"x7"}}},{"session_api_key":null}]}',
  );
  expect(JSON.parse(json!)).toEqual({
    items: [{ session_api_key: '[secret]', inner: { env: '[secret]' } }, { session_api_key: null }],
  });
});

test.each([
  ['{"session_api_key":"x7"', { json: undefined, isMalformed: true }],
  ['', { json: undefined, isMalformed: false }],
  ['null', { json: 'null', isMalformed: false }],
])('reads the body %j', (text, want) => {
  expect(read(text)).toMatchObject(want);
  expect(JSON.stringify(read(text))).not.toContain('x7');
});

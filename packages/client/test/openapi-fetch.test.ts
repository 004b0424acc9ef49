import { createClient } from '@agent-conversation/client/openapi-fetch';
import type { Middleware } from '@agent-conversation/client';
import { expect, test, vi } from 'vitest';
import { busy, json, success } from './replies.ts';
import { apiKey, type Fetch, serve, thrownBy } from './support.ts';

const search = '/api/v1/sandboxes/search';

test('openapi-fetch middleware sees a call once and without the key, and can change it', async () => {
  const server = await serve(busy(), busy(), success);
  const client = createClient({ baseUrl: server.baseUrl, apiKey });
  const seen: unknown[] = [];
  client.use({
    onRequest({ request, schemaPath }) {
      seen.push(schemaPath, request.headers.get('x-session-api-key'));
      return new Request(request, { headers: { 'x-trace': 't-1' } });
    },
    onResponse({ response }) {
      seen.push(response.status);
      return Response.json({ items: ['from the middleware'] });
    },
  });
  const { data } = await client.GET(search);
  expect(data).toEqual({ items: ['from the middleware'] });
  expect(seen).toEqual([search, null, 200]);
  const sent = server.requests.map(({ headers }) => [
    headers['x-trace'],
    headers['x-session-api-key'],
  ]);
  expect(sent).toEqual([1, 2, 3].map(() => ['t-1', apiKey]));
});

test('openapi-fetch middleware can return a response for an error', async () => {
  const client = createClient({
    baseUrl: 'http://service.example',
    apiKey,
    fetch: () => Promise.reject(new TypeError('no network')),
    retries: 0,
  });
  let name = '';
  client.use({
    onError({ error }) {
      name = (error as Error).name;
      return Response.json({ items: [] });
    },
  });
  expect((await client.GET(search)).data).toEqual({ items: [] });
  expect(name).toBe('ConnectionError');
});

test('functions in the option `middleware` see every attempt', async () => {
  const pass = vi.fn<Middleware>((request, next) => next(request));
  const { baseUrl } = await serve(busy(), success);
  await createClient({ baseUrl, apiKey, middleware: [pass] }).GET('/api/settings');
  expect(pass.mock.calls.map(([{ attempt }]) => attempt)).toEqual([1, 2]);
});

test('options of a call precede those of the client, and those of `fetch` are passed on', async () => {
  const fetch = vi.fn<Fetch>(async () => Response.json({ detail: 'busy' }, { status: 503 }));
  const client = createClient({
    baseUrl: 'http://service.example',
    apiKey,
    headers: { 'x-one': '1', 'x-two': '2' },
    fetch,
  });
  const { response } = await client.request('get', '/api/settings', {
    retries: 0,
    credentials: 'include',
    headers: { 'x-two': null },
  });
  expect(response.status).toBe(503);
  expect(fetch).toHaveBeenCalledTimes(1);
  const init = fetch.mock.calls[0]![1];
  expect(init).toMatchObject({ credentials: 'include', redirect: 'manual' });
  expect(init.headers).toMatchObject({ 'x-one': '1' });
  expect(init.headers).not.toHaveProperty('x-two');
  await expect(client.GET('/api/settings', { retries: -1 })).rejects.toThrow('retries must be');
});

test('a `fetch` of a call sends its attempts', async () => {
  const client = createClient({ baseUrl: 'http://service.example', apiKey });
  const urls: string[] = [];
  const fetch = async (request: Request) => {
    urls.push(`${request.url} ${request.headers.get('x-session-api-key')}`);
    return Response.json({ items: [] });
  };
  const { data } = await client.GET(search, { fetch, signal: null });
  expect(data).toEqual({ items: [] });
  expect(urls).toEqual([`http://service.example${search} ${apiKey}`]);
});

test('nothing is sent to another address, or to one that the contract does not have', async () => {
  const [server, other] = [await serve(success), await serve(success)];
  const client = createClient({ baseUrl: server.baseUrl, apiKey });
  const elsewhere = client.GET('/api/settings', { baseUrl: other.baseUrl });
  expect((await thrownBy(elsewhere)).message).toContain('outside of baseUrl');
  const unknown = thrownBy(client.GET('/api/nothing' as '/api/settings'));
  expect((await unknown).message).toBe('GET /api/nothing is not an operation of the contract');
  expect([...server.requests, ...other.requests]).toEqual([]);
});

test('an error response whose `error` is falsy is thrown', async () => {
  const { baseUrl } = await serve(json('', 401));
  const error = await thrownBy(createClient({ baseUrl, apiKey }).GET('/api/settings'));
  expect(error.name).toBe('UnauthorizedError');
});

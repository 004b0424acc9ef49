import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createClient } from './client.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  while (stops.length > 0) stops.pop()?.();
});

/** A server on loopback that answers everything alike, and the requests that it has got. */
async function serve(status: number, headers: Record<string, string>, body = '') {
  const requests: { method: string; url: string; headers: NodeJS.Dict<string | string[]> }[] = [];
  const server = createServer((request, response) => {
    requests.push({ method: request.method!, url: request.url!, headers: request.headers });
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, requests };
}

const json = { 'content-type': 'application/json' };

test('the key goes along with every request', async () => {
  const { baseUrl, requests } = await serve(200, json, '{"items":[]}');
  const client = createClient({ baseUrl, apiKey: 'key-1' });
  await client.GET('/api/v1/sandboxes/search');
  await client.POST('/api/conversations', { body: {} });
  expect(requests.map(({ headers }) => headers['x-session-api-key'])).toEqual(['key-1', 'key-1']);
});

test('a list in the query is repeated, and a path parameter is encoded', async () => {
  const { baseUrl, requests } = await serve(200, json, '[]');
  const client = createClient({ baseUrl, apiKey: 'key-1' });
  await client.GET('/api/v1/app-conversations', { params: { query: { ids: ['a', 'b'] } } });
  await client.POST('/api/v1/sandboxes/{sandbox_id}/pause', {
    params: { path: { sandbox_id: 'a/b?c' } },
  });
  expect(requests.map(({ url }) => url)).toEqual([
    '/api/v1/app-conversations?ids=a&ids=b',
    '/api/v1/sandboxes/a%2Fb%3Fc/pause',
  ]);
});

test('a failure gives the error and the response', async () => {
  const { baseUrl } = await serve(404, json, '{"error":"Settings not found"}');
  const client = createClient({ baseUrl, apiKey: 'key-1' });
  const { data, error, response } = await client.GET('/api/settings');
  expect(data).toBeUndefined();
  expect(error).toEqual({ error: 'Settings not found' });
  expect(response.status).toBe(404);
});

test('the key does not follow a redirect to another place', async () => {
  const other = await serve(200, json, '{}');
  const { baseUrl } = await serve(307, { location: other.baseUrl });
  const client = createClient({ baseUrl, apiKey: 'key-1' });
  await expect(client.POST('/api/v1/sandboxes')).rejects.toThrow(TypeError);
  expect(other.requests).toEqual([]);
});

test('the given function sends the requests', async () => {
  const urls: string[] = [];
  const client = createClient({
    baseUrl: 'https://service.example/prefix/',
    apiKey: 'key-1',
    fetch: async (request) => {
      urls.push(request.url);
      return Response.json({ success: true });
    },
  });
  const { data } = await client.GET('/api/settings');
  expect(urls).toEqual(['https://service.example/prefix/api/settings']);
  expect(data).toEqual({ success: true });
});

test.each(['', 'localhost:3000', '/api', 'ftp://service.example'])(
  'the base address %j is refused',
  (baseUrl) => {
    expect(() => createClient({ baseUrl, apiKey: 'key-1' })).toThrow(
      `baseUrl must be an absolute http(s) address such as http://localhost:3000, not ${JSON.stringify(baseUrl)}`,
    );
  },
);

test.each(['', 'two words', 'line\nend', 'schlüssel', undefined as unknown as string])(
  'the key %j is refused, without being shown',
  (apiKey) => {
    const make = () => createClient({ baseUrl: 'http://localhost:3000', apiKey });
    expect(make).toThrow(
      /^apiKey must be a text of one or more visible ASCII characters, [a-z ]+$/,
    );
  },
);

test('what the contract does not have does not compile', () => {
  const client = createClient({ baseUrl: 'http://localhost:3000', apiKey: 'key-1' });
  // Never called: it is the type checker who reads this.
  const mistakes = () => {
    // @ts-expect-error -- a path that does not exist
    void client.GET('/api/v1/sandbox');
    // @ts-expect-error -- the path parameter is missing
    void client.POST('/api/v1/sandboxes/{sandbox_id}/pause');
    // @ts-expect-error -- a value that is not in the enumeration
    void client.POST('/api/conversations', { body: { git_provider: 'sourcehut' } });
    // @ts-expect-error -- a parameter of the wrong type
    void client.GET('/api/v1/sandboxes/search', { params: { query: { limit: '20' } } });
  };
  expect(mistakes).toBeTypeOf('function');
});

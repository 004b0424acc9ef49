import {
  type Client,
  createClient,
  type ClientOptions,
} from '@agent-conversation/client';
import { connect } from '@agent-conversation/client/operations';
import * as queries from '@agent-conversation/client/query';
import {
  getSettingsQuery,
  pauseSandboxMutation,
  searchSandboxesInfiniteQuery,
  searchSandboxesQuery,
  startAppConversationMutation,
  startSandboxMutation,
} from '@agent-conversation/client/query';
import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import {
  dehydrate,
  hydrate,
  MutationObserver,
  QueryClient,
} from '@tanstack/query-core';
import { expect, test } from 'vitest';
import { busy, json } from './replies.ts';
import { apiKey, clientOf, serve, shownOf } from './support.ts';

/** A client whose responses name its key and its address, so that data of another one is noticed. */
function accountOf(options: ClientOptions): Client {
  const {
    baseUrl = 'http://service.example',
    apiKey: key = apiKey,
    ...others
  } = options;
  const fetch = async () =>
    Response.json({ language: `${key} at ${baseUrl}`, items: [] });
  return createClient({ baseUrl, apiKey: key, fetch, ...others });
}

test('two clients share the data in a cache only if address, key and headers are the same', async () => {
  const cache = new QueryClient();
  const languageOf = async (options: ClientOptions) =>
    (
      await cache.fetchQuery({
        ...getSettingsQuery(accountOf(options)),
        staleTime: Infinity,
      })
    ).language;
  const staging = 'http://staging.example';
  expect(await languageOf({})).toBe(`${apiKey} at http://service.example`);
  expect(await languageOf({ apiKey: 'other-key' })).toBe(
    'other-key at http://service.example',
  );
  expect(await languageOf({ baseUrl: staging })).toBe(
    `${apiKey} at ${staging}`,
  );
  expect(
    await languageOf({ headers: { authorization: 'Bearer b' } }),
  ).toContain(apiKey);
  expect(cache.getQueryCache().getAll()).toHaveLength(4);
  expect(await languageOf({ baseUrl: 'http://service.example/' })).toContain(
    apiKey,
  );
  expect(
    await languageOf({ headers: { Authorization: 'Bearer b' }, retries: 0 }),
  ).toContain(apiKey);
  expect(cache.getQueryCache().getAll()).toHaveLength(4);
});

test('headers of a query are part of its key, whatever their case', () => {
  const client = accountOf({});
  const keyWith = (headers: Record<string, string>) =>
    getSettingsQuery(client, { headers }).queryKey;
  expect(keyWith({ 'x-user': 'a' })).not.toEqual(keyWith({ 'x-user': 'b' }));
  expect(keyWith({ 'x-user': 'a' })).toEqual(keyWith({ 'X-User': 'a' }));
});

test('a client and a connection with the same options have the same keys', () => {
  const options = { baseUrl: 'http://service.example', apiKey };
  const [first, second] = [createClient(options), connect(options)];
  expect(getSettingsQuery(first).queryKey).toEqual(
    getSettingsQuery(second).queryKey,
  );
});

test('what is dehydrated on a server serves a client with the same options, and has no secret', async () => {
  const secretHeader = 'Bearer secret-5b1f';
  const options = {
    apiKey: 'key-of-a-user',
    headers: { authorization: secretHeader },
  };
  const server = new QueryClient();
  await server.prefetchQuery(getSettingsQuery(accountOf(options)));
  const keys = shownOf(
    dehydrate(server).queries.map(({ queryKey }) => queryKey),
  );
  expect(keys).toContain('getSettings');
  expect(keys).not.toContain('key-of-a-user');
  expect(keys).not.toContain(secretHeader);
  const page = new QueryClient();
  hydrate(page, dehydrate(server));
  const { queryKey } = getSettingsQuery(accountOf(options));
  expect(page.getQueryData(queryKey)).toMatchObject({
    language: 'key-of-a-user at http://service.example',
  });
});

test('a query and an infinite query with the same input have data of their own', async () => {
  const page = { items: [], next_page_id: null };
  const client = clientOf(await serve(json(page)));
  const cache = new QueryClient();
  const input = { limit: 20 };
  const infinite = searchSandboxesInfiniteQuery(client, input);
  expect((await cache.fetchInfiniteQuery(infinite)).pages).toEqual([page]);
  expect(await cache.fetchQuery(searchSandboxesQuery(client, input))).toEqual(
    page,
  );
  expect((await cache.fetchInfiniteQuery(infinite)).pages).toEqual([page]);
});

test('each operation and each input has a key of its own', () => {
  const client = accountOf({});
  const keys = [
    getSettingsQuery(client),
    searchSandboxesQuery(client),
    searchSandboxesQuery(client, { limit: 5 }),
    searchSandboxesInfiniteQuery(client),
    searchSandboxesInfiniteQuery(client, { limit: 5 }),
  ].map(({ queryKey }) => JSON.stringify(queryKey));
  expect(new Set(keys).size).toBe(keys.length);
});

test('a key without input is a filter for the queries of all inputs', async () => {
  const client = accountOf({});
  const cache = new QueryClient();
  await cache.fetchQuery(searchSandboxesQuery(client, { limit: 5 }));
  await cache.fetchInfiniteQuery(searchSandboxesInfiniteQuery(client));
  await cache.fetchQuery(getSettingsQuery(client));
  await cache.fetchQuery(searchSandboxesQuery(accountOf({ apiKey: 'other' })));
  const { queryKey } = searchSandboxesQuery(client);
  expect(cache.getQueryCache().findAll({ queryKey })).toHaveLength(2);
});

test.each([null, '', undefined])(
  'an infinite query ends at the page id %j',
  async (end) => {
    const first = { items: [], next_page_id: 'page-2' };
    const last = { items: [], next_page_id: end };
    const server = await serve(json(first), json(last));
    const options = {
      ...searchSandboxesInfiniteQuery(clientOf(server)),
      pages: 5,
    };
    const { pages } = await new QueryClient().fetchInfiniteQuery(options);
    expect(pages).toHaveLength(2);
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/api/v1/sandboxes/search',
      '/api/v1/sandboxes/search?page_id=page-2',
    ]);
  },
);

test('a mutation sends its variables, and returns the data', async () => {
  const server = await serve(busy(), json({ success: true }));
  const cache = new QueryClient();
  const observer = new MutationObserver(
    cache,
    pauseSandboxMutation(clientOf(server)),
  );
  expect(await observer.mutate({ sandbox_id: 'sbx-1' })).toEqual({
    success: true,
  });
  const seen = server.requests.map(({ method, url }) => `${method} ${url}`);
  expect(seen).toEqual(Array(2).fill('POST /api/v1/sandboxes/sbx-1/pause'));
});

test('a mutation whose variables are all optional takes none', async () => {
  const server = await serve(json({ id: 'x' }));
  const client = clientOf(server);
  const cache = new QueryClient();
  await new MutationObserver(cache, startSandboxMutation(client)).mutate();
  const start = new MutationObserver(
    cache,
    startAppConversationMutation(client),
  );
  await start.mutate();
  await start.mutate({ body: { title: 'Vouchers' } });
  const seen = server.requests.map(({ url, body }) => `${url} ${body}`);
  expect(seen).toEqual([
    '/api/v1/sandboxes ',
    '/api/v1/app-conversations {}',
    '/api/v1/app-conversations {"title":"Vouchers"}',
  ]);
});

test('a mutation that fails is not repeated by the cache, and its error is that of the client', async () => {
  const server = await serve(json({ detail: 'Sandbox not found' }, 404));
  const mutation = pauseSandboxMutation(clientOf(server));
  const observer = new MutationObserver(new QueryClient(), mutation);
  await expect(observer.mutate({ sandbox_id: 'sbx-1' })).rejects.toMatchObject({
    name: 'NotFoundError',
  });
  expect(server.requests).toHaveLength(1);
  expect(shownOf(mutation)).not.toContain(apiKey);
});

test('every operation has the options of a query or of a mutation', () => {
  const names = Object.values(contract.paths).flatMap((item) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const { operationId } = operation as { readonly operationId?: string };
      return operationId
        ? [`${operationId}${method === 'get' ? 'Query' : 'Mutation'}`]
        : [];
    }),
  );
  expect(Object.keys(queries)).toEqual(expect.arrayContaining(names));
});

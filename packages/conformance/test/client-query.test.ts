import { createClient } from '@agent-conversation/client';
import * as queries from '@agent-conversation/client/query';
import { createMock } from '@agent-conversation/mock';
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/query-core';
import { expect, test } from 'vitest';
import { operations } from '../src/contract.ts';

function setUp() {
  const calls: string[] = [];
  const mock = createMock({ onExchange: ({ operation }) => calls.push(String(operation)) });
  const client = createClient({ baseUrl: 'http://mock', apiKey: 'any', fetch: mock.fetch });
  return { mock, client, calls, cache: new QueryClient() };
}

test('every operation that reads has a query', () => {
  const reading = operations.filter(({ method }) => method === 'get');
  const names = Object.keys(queries).filter((name) => !name.endsWith('InfiniteQuery'));
  expect(names.toSorted()).toEqual(reading.map((it) => `${it.operationId}Query`).toSorted());
});

test('a query is kept under what it was called with', async () => {
  const { client, calls, cache } = setUp();
  const fetch = async (limit?: number) =>
    cache.fetchQuery({
      ...queries.searchSandboxesQuery(client, limit === undefined ? {} : { limit }),
      staleTime: Infinity,
    });
  await client.sandboxes.start();
  expect((await fetch()).items).toHaveLength(1);
  expect((await fetch(1)).items).toHaveLength(1);
  await fetch();
  await fetch(1);
  await cache.fetchQuery(queries.getSettingsQuery(client));
  expect(calls.slice(1)).toEqual(['searchSandboxes', 'searchSandboxes', 'getSettings']);
});

test('an infinite query goes from page to page to the last', async () => {
  const { client, cache } = setUp();
  for (let number = 0; number < 5; number++) await client.sandboxes.start();
  const observer = new InfiniteQueryObserver(
    cache,
    queries.searchSandboxesInfiniteQuery(client, { limit: 2 }),
  );
  const stop = observer.subscribe(() => {});
  let result = await observer.fetchNextPage();
  while (result.hasNextPage) result = await observer.fetchNextPage();
  stop();
  const pages = result.data?.pages ?? [];
  expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1]);
});

test('aborts a query without observers', async () => {
  const signal = await new Promise<AbortSignal>((resolve) => {
    const client = createClient({
      baseUrl: 'http://service',
      apiKey: 'any',
      fetch: async (_, init) => {
        resolve(init.signal!);
        return new Promise(() => {});
      },
    });
    const observer = new QueryObserver(new QueryClient(), queries.getSettingsQuery(client));
    const stop = observer.subscribe(() => {});
    setTimeout(stop);
  });
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  expect(signal.aborted).toBe(true);
});

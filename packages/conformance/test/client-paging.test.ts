import { createClient } from '@agent-conversation/client';
import { createMock } from '@agent-conversation/mock';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

/** A client, and the queries that it has sent. */
function setUp() {
  const queries: string[] = [];
  const mock = createMock();
  const client = createClient({
    baseUrl: 'http://mock',
    apiKey: 'any',
    fetch: async (url, init) => {
      if (init.method === 'GET') queries.push(new URL(url).search);
      return mock.fetch(url, init);
    },
  });
  return { client, queries };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

test('goes through whatever there is, with pages of whatever size', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(12), fc.integer({ min: 1, max: 13 }), async (count, limit) => {
      const { client, queries } = setUp();
      const ids: string[] = [];
      for (let number = 0; number < count; number++) {
        ids.unshift((await client.sandboxes.start()).id);
      }
      const found = await all(client.sandboxes.search({ limit }));
      expect(found.map(({ id }) => id)).toEqual(ids);
      expect(queries).toHaveLength(Math.max(1, Math.ceil(count / limit)));
      const pages = await all(client.sandboxes.search({ limit }).byPage());
      expect(pages.flatMap(({ items }) => items)).toEqual(found);
      expect((await client.sandboxes.search({ limit })).items).toEqual(found.slice(0, limit));
    }),
    { numRuns: 30 },
  );
});

test('sends nothing before it is asked, and no more than it is asked', async () => {
  const { client, queries } = setUp();
  for (let number = 0; number < 5; number++) await client.sandboxes.start();
  const pages = client.sandboxes.search({ limit: 2 });
  await new Promise((resolve) => setTimeout(resolve));
  expect(queries).toEqual([]);

  const [first, again] = [await pages, await pages];
  expect(again).toBe(first);
  expect(queries).toHaveLength(1);

  for await (const sandbox of client.sandboxes.search({ limit: 2 })) {
    if (sandbox.id === first.items[1]?.id) break;
  }
  expect(queries).toHaveLength(2);
});

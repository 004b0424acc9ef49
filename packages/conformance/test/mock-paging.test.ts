/** Pages over HTTP: of every size, while others are made at the same time. */
import { randomUUID } from 'node:crypto';
import { connect, searchSandboxes, startSandbox } from '@agent-conversation/client/operations';
import { createMock, type Listening } from '@agent-conversation/mock';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

const seed = Number(process.env['FC_SEED'] ?? 20261122);

let mock: Listening;
beforeAll(async () => {
  mock = await createMock().listen();
});
afterAll(async () => mock.close());

test('each page is full but the last, and what was there is on one of them, once and in its order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(25),
      fc.integer({ min: 1, max: 9 }),
      fc.array(fc.nat(3), { maxLength: 8 }),
      async (count, limit, made) => {
        const caller = newCaller();
        const before = await caller.start(count);
        const pages = await caller.walk(limit, made);
        expect(pages.flat()).toEqual(before.toReversed());
        expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
        expect(pages.at(-1)!.length).toBeLessThanOrEqual(limit);
      },
    ),
    { seed, numRuns: 60 },
  );
});

test('many who page while many others are made see the same, each once', async () => {
  const caller = newCaller();
  const before = await caller.start(40);
  const making = caller.start(60);
  const walks = await Promise.all(
    [1, 3, 7, 13, 40].map(async (limit) => (await caller.walk(limit)).flat()),
  );
  const after = await making;
  for (const found of walks) {
    expect(new Set(found).size).toBe(found.length);
    // Some may have been made before the first page was asked for.
    expect(found.slice(-before.length)).toEqual(before.toReversed());
    expect(after).toEqual(expect.arrayContaining(found.slice(0, -before.length)));
  }
  expect((await caller.walk(100)).flat().toSorted()).toEqual([...before, ...after].toSorted());
});

/** One with a key of its own, so that nobody else makes anything. */
function newCaller() {
  const connection = connect({ baseUrl: mock.url, apiKey: randomUUID() });
  const startOne = async (): Promise<string> => {
    const result = await startSandbox(connection);
    if (result.status !== 200) throw new Error(`The status is ${result.status}`);
    return result.data.id;
  };
  return {
    /** Starts some, one after the other. */
    async start(count: number): Promise<string[]> {
      const ids: string[] = [];
      while (ids.length < count) ids.push(await startOne());
      return ids;
    },
    /** The ids on each page. @param made how many are started at the same time as each page is asked for */
    async walk(limit: number, made: readonly number[] = []): Promise<string[][]> {
      const pages: string[][] = [];
      let next: string | null | undefined;
      do {
        const query = { limit, ...(next ? { page_id: next } : {}) };
        // Those of the first page come after it, as they would be on it.
        const others = pages.length === 0 ? 0 : (made[pages.length - 1] ?? 0);
        const [result] = await Promise.all([
          searchSandboxes(connection, query),
          ...Array.from({ length: others }, startOne),
        ]);
        if (result.status !== 200) throw new Error(`The status is ${result.status}`);
        pages.push(result.data.items.map(({ id }) => id));
        if (pages.length > 200) throw new Error('The pages have no end');
        next = result.data.next_page_id;
      } while (next);
      return pages;
    },
  };
}

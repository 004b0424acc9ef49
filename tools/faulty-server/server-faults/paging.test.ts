import { expect, test } from 'vitest';
import { type FaultyMock, searched, started, startFaultyMock } from '../testing/faulty-mock.ts';

/** Starts five sandboxes, and tells their ids, newest first. */
async function five(faulty: FaultyMock): Promise<string[]> {
  const ids = [];
  for (let count = 0; count < 5; count++) ids.unshift(await started(faulty));
  return ids;
}

/** The ids on the first pages of two. */
async function pages(faulty: FaultyMock, most: number): Promise<string[][]> {
  const found: string[][] = [];
  let query = '?limit=2';
  while (found.length < most) {
    const { ids, next } = await searched(faulty, query);
    found.push(ids);
    if (!next) break;
    query = `?limit=2&page_id=${encodeURIComponent(next)}`;
  }
  return found;
}

test('E33: a page begins with the last item of the page before', async () => {
  const faulty = await startFaultyMock({ fault: 'E33' });
  const [first, second, , fourth] = await five(faulty);
  expect(await pages(faulty, 9)).toEqual([[first, second], [second, fourth], [fourth]]);
});

test('skip: the last item of a page is on no page', async () => {
  const faulty = await startFaultyMock({ fault: 'skip' });
  const [first, , third, , fifth] = await five(faulty);
  expect(await pages(faulty, 9)).toEqual([[first], [third], [fifth]]);
});

test('cycle: the last page leads back to the second', async () => {
  const faulty = await startFaultyMock({ fault: 'cycle' });
  const [a, b, c, d, e] = await five(faulty);
  const later = [[c, d], [e]];
  expect(await pages(faulty, 7)).toEqual([[a, b], ...later, ...later, ...later]);
});

test('E34: limit is ignored, unless it is invalid', async () => {
  const faulty = await startFaultyMock({ fault: 'E34' });
  const all = await five(faulty);
  expect(await searched(faulty, '?limit=2')).toMatchObject({ ids: all, next: null });
  expect((await faulty.get('/api/v1/sandboxes/search?limit=101')).status).toBe(422);
});

import type { SandboxPage } from '@agent-conversation/types';
import { expect, test } from 'vitest';
import { createMock, type Mock } from '../index.ts';
import { ask } from '../testing/ask.ts';

const path = '/api/v1/sandboxes/search';

const search = async (mock: Mock, query: Readonly<Record<string, string>> = {}) =>
  (await ask<SandboxPage>(mock, 'GET', `${path}?${new URLSearchParams(query).toString()}`)).body;

async function start(mock: Mock, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) await ask(mock, 'POST', '/api/v1/sandboxes');
}

/** The ids of every page, from the first to the last. */
async function walk(mock: Mock, limit: string, between = async () => {}): Promise<string[][]> {
  const pages: string[][] = [];
  for (let next: string | null | undefined; next !== null && pages.length < 1000;) {
    const page = await search(mock, { limit, ...(next === undefined ? {} : { page_id: next }) });
    pages.push(page.items.map(({ id }) => id));
    next = page.next_page_id ?? null;
    await between();
  }
  return pages;
}

const many = createMock({ clock: 'manual' });
await start(many, 250);
const newestFirst = many.state('ada').sandboxes.map(({ id }) => id);

test.each([
  [1, 250, 1],
  [7, 36, 5],
  [100, 3, 50],
])(
  'pages of %j: %j of them, the last of %j, have each sandbox once',
  async (limit, count, last) => {
    const pages = await walk(many, String(limit));
    expect(pages).toHaveLength(count);
    expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
    expect(pages.at(-1)).toHaveLength(last);
    expect(pages.flat()).toEqual(newestFirst);
  },
);

test('sandboxes that are started between two pages move none', async () => {
  const mock = createMock({ clock: 'manual' });
  await start(mock, 50);
  const before = mock.state('ada').sandboxes.map(({ id }) => id);
  const pages = await walk(mock, '7', async () => start(mock, 3));
  expect(pages.flat()).toEqual(before);
  expect(mock.state('ada').sandboxes).toHaveLength(50 + 8 * 3);
});

test.each([
  ['0', 'must be at least 1', 'minimum'],
  ['101', 'must be at most 100', 'maximum'],
  ['-1', 'must be at least 1', 'minimum'],
  ['1.5', 'must be an integer', 'type'],
  ['all', 'must be an integer', 'type'],
  ['', 'must be an integer', 'type'],
])('the limit %j is refused', async (limit, msg, type) => {
  for (const at of [path, '/api/v1/sandbox-specs/search']) {
    const { status, body } = await ask(many, 'GET', `${at}?limit=${limit}`);
    expect(status).toBe(422);
    expect(body).toEqual({
      detail: [expect.objectContaining({ loc: ['query', 'limit'], msg, type }) as object],
    });
  }
});

const encoded = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, '');

test.each([
  '',
  'x',
  '%%%',
  'eyJvZmZzZXQiOjJ9',
  '2',
  encoded({ before: 0 }),
  encoded({ before: -2 }),
  encoded({ before: 1.5 }),
  encoded({ before: '2' }),
  encoded({ before: 1e15 }),
  encoded({ before: 2, more: 1 }),
  btoa('{"before":02}'),
  `${encoded({ before: 2 })} `,
  `${encoded({ before: 2 })}=`,
  'ä',
])('the page id %j is unknown, and gets the first page', async (id) => {
  const query = new URLSearchParams({ page_id: id }).toString();
  for (const at of [path, '/api/v1/sandbox-specs/search']) {
    const { status, text } = await ask(many, 'GET', `${at}?${query}`);
    expect({ status, text }).toEqual({ status: 200, text: (await ask(many, 'GET', at)).text });
  }
});

test('of very many sandboxes the oldest are forgotten, and the pages end where they did', async () => {
  const mock = createMock({ clock: 'manual' });
  await start(mock, 1100);
  const { next_page_id: old } = await search(mock, { limit: '100' });
  await start(mock, 1000);
  const kept = mock.state('ada').sandboxes.map(({ id }) => id);
  expect(kept).toHaveLength(1100);
  expect((await walk(mock, '100')).flat()).toEqual(kept);
  expect((await walk(mock, '7')).flat()).toEqual(kept);
  // Nothing is left below it.
  expect(await search(mock, { page_id: old! })).toEqual({ items: [], next_page_id: null });
});

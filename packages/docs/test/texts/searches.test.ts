/** The search of the built documentation: where the searches of developers lead. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { selectAll } from 'hast-util-select';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { prepareSearch, type SearchEntry } from '../../src/search/find.ts';
import { files, linkFault, pages } from '../support/site.ts';

const page = {
  self: {},
  agentConversationDocs: { searchEntries: [] as SearchEntry[] },
};
page.self = page;
runInNewContext(files.get('scripts/search-index.js')!, page);
const entries = page.agentConversationDocs.searchEntries;
const prepared = prepareSearch(entries);
const withoutOtherNames = prepareSearch(
  entries.map((entry) => ({ ...entry, also: [] })),
);

const read = (path: string): unknown =>
  parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const { names } = read('../../src/search/words.yaml') as {
  names: Record<string, string[]>;
};
const searches = read('searches.yaml') as readonly {
  query: string;
  first: string;
}[];

/** Searches whose first result is another one than the table states. */
const misled: readonly string[] = [];

test('of 82 searches, at least 79 have the right first result', () => {
  const queries = searches.map(({ query }) => query);
  expect(new Set(queries).size).toBe(82);
  expect(queries).toEqual(expect.arrayContaining([...misled]));
  expect(misled.length).toBeLessThanOrEqual(3);
});

test.each(searches)(
  'the search for "$query" leads to $first',
  async ({ query, first }) => {
    const find = await prepared;
    const { href } = find(query).results[0]!;
    const isRight = new RegExp(first).test(href);
    expect({ href, isRight }).toEqual({
      href,
      isRight: !misled.includes(query),
    });
  },
);

test.each(['openapi download', 'postman', 'openapi.json'])(
  'the search for "%s" leads to a section with the files of the contract',
  async (query) => {
    const find = await prepared;
    const { href } = find(query).results[0]!;
    const [path = '', id] = href.split('#');
    const section = selectAll(`#${id} ~ p`, pages.get(path))[0]!;
    const links = selectAll('a', section).map(
      ({ properties }) => properties['href'],
    );
    expect(links).toEqual(['../openapi.json', '../openapi.yaml']);
  },
);

test.each([
  {
    query: 'first conversation',
    first: /^(guides\/getting-started|index)\.html/,
  },
  { query: 'redirects key', first: /^guides\/authentication\.html#/ },
  { query: 'kinds of failures', first: /^guides\/testing-with-the-mock\.html/ },
  { query: 'mock as proxy', first: /^guides\/checking-a-server\.html#/ },
  { query: 'leave legacy', first: /^guides\/legacy\.html/ },
  { query: 'run service machine', first: /^guides\/running-the-service\.html/ },
  { query: 'lifecycle of sandboxes', first: /^guides\/sandboxes\.html/ },
])('the search for "$query" needs no other names', async ({ query, first }) => {
  const find = await withoutOtherNames;
  expect(find(query).results[0]!.href).toMatch(first);
});

test('everything that is found exists, and other names are those of something', () => {
  expect(entries.length).toBeGreaterThan(400);
  const hrefs = entries.map(({ href }) => href);
  expect(hrefs.filter((href) => linkFault('index.html', href))).toEqual([]);
  expect(Object.keys(names).filter((href) => !hrefs.includes(href))).toEqual(
    [],
  );
});

test('every other name leads first to what has it as a name', async () => {
  const find = await prepared;
  const all = Object.values(names).flat();
  expect(all.length).toBeGreaterThan(150);
  const elsewhere = all.filter((name) => {
    const { title, also } = find(name).results[0]!;
    return title !== name && !also.includes(name);
  });
  expect(elsewhere).toEqual([]);
});

test('no results have the same title, and of five suggestions each is a page or a section of its own', async () => {
  const find = await prepared;
  for (const query of ['', ...searches.map((search) => search.query)]) {
    const titles = find(query).results.map(({ title }) => title);
    expect(titles, query).toEqual([...new Set(titles)]);
  }
  expect(find('').results).toHaveLength(5);
  expect(find('xqzwv')).toEqual({ spelled: '', results: find('').results });
});

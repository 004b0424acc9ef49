import { runInNewContext } from 'node:vm';
import { beforeAll, expect, test } from 'vitest';
import { contractEntries } from '../site/search-entries.ts';
import { contract } from '../testing.ts';
import { buildSearchIndex } from './build-index.ts';
import type { SearchEntry } from './entry.ts';
import { type Find, prepareSearch } from './find.ts';
import { parts, splitAtTerms, tokenize } from './tokens.ts';

const entries = contractEntries(contract, (name) => `schemas/${name}`);
const ofKind = (kind: string) => entries.filter((entry) => entry.kind === kind);
const entry = (kind: SearchEntry['kind'], title: string, context: string): SearchEntry => {
  return { kind, title, text: '', context, href: 'a.html' };
};

let find: Find;
beforeAll(async () => {
  find = await prepareSearch([...entries, entry('value', '4010', '')]);
});

/** The titles of a kind that are found. */
function titles(query: string, kind: string): string[] {
  const group = find(query).find((candidate) => candidate.kind === kind);
  return (group?.results ?? []).map((result) => result.entry.title);
}

test.each(ofKind('operation'))(
  '$title is found by its name, parts and path',
  ({ title, context }) => {
    const words = title.replaceAll(/(?=[A-Z])/g, ' ');
    for (const query of [title, title.toLowerCase(), title.slice(0, -3), words, context])
      expect(titles(query, 'operation')[0], query).toBe(title);
    const typo = title.replace(/(?<=[A-Z].)(.)(.)(?=.*$)/, '$2$1');
    expect(titles(typo, 'operation')).toContain(title);
  },
);

test('every property is found by its name, and by its parts as words', () => {
  for (const { title } of ofKind('property')) {
    expect(titles(title, 'property')).toContain(title);
    expect(titles(title.replaceAll('_', ' '), 'property')).toContain(title);
  }
});

test('the best group comes first, with the words that were found', () => {
  expect(find('pause')[0]).toMatchObject({
    kind: 'operation',
    results: [{ entry: { title: 'pauseSandbox' } }, {}],
  });
  expect(find('mcp config')[0]?.kind).not.toBe('operation');
  expect(find('sandbx i')[0]!.results[0]!.terms).toContain('sandbox');
});

test.each(['name id', 'id'])('%j does not name a path that ends with {name_id}', async (query) => {
  const findHere = await prepareSearch([
    entry('operation', 'getEventId', 'GET /api/v1/events/{event_id}/names/{name_id}'),
    entry('property', query.replace(' ', '_'), 'Event'),
  ]);
  expect(findHere(query)[0]!.kind).toBe('property');
});

test('entries that have one word only are found when none has all', () => {
  expect(titles('git provider', 'property')[0]).toBe('git_provider');
  for (const { entry: found } of find('git provider').flatMap(({ results }) => results))
    expect(JSON.stringify(found)).toMatch(/git.*provider|provider.*git/i);
  expect(titles('how would I go and pause it', 'operation')[0]).toBe('pauseSandbox');
});

test('a number is not mistaken for another', () => {
  expect(titles('4011', 'value')).toEqual([]);
  expect(titles('4010', 'value')).toEqual(['4010']);
});

test.each(['', '   ', '{}', 'xqzwv'])('%j finds nothing', (query) => {
  expect(find(query)).toEqual([]);
});

test('the script of the index adds exactly the entries to what other scripts share', () => {
  const page = { agentConversationDocs: { validators: 'kept' }, self: {} };
  page.self = page;
  const searchEntries = [entry('value', '</script> "quoted" \u2028', 'Enum')];
  runInNewContext(buildSearchIndex(searchEntries), page);
  expect(page.agentConversationDocs).toEqual({ validators: 'kept', searchEntries });
});

test.each([
  ['', 'schemas/a.html', "search entry 0 (value '', schemas/a.html): the title is empty"],
  ['a', '/schemas/a.html', 'href must be relative to the root'],
  ['a', '../schemas/a.html', 'href must be relative to the root'],
  ['a', 'https://a.example/', 'href must be relative to the root'],
  ['a', '', 'href must be relative to the root'],
])('rejects the title %j with the address %j', (title, href, reason) => {
  expect(() => buildSearchIndex([{ ...entry('value', title, ''), href }])).toThrow(reason);
});

test.each([
  ['pauseSandbox', ['pause', 'sandbox']],
  ['sandbox_id', ['sandbox', 'id']],
  ['MCPHTTPServer', ['mcphttp', 'server']],
  ['__proto__', ['proto']],
  ['/api/v1/sandboxes/{sandbox_id}/pause', ['api', 'v1', 'sandboxes', 'sandbox', 'id', 'pause']],
  ['Über—größe', ['über', 'größe']],
])('%s has the parts %j', (text, want) => {
  expect(parts(text)).toEqual(want);
});

test('a name of several parts is a token, and so is each part', () => {
  expect(tokenize('GET sandbox_id')).toEqual(['get', 'sandbox_id', 'sandbox', 'id']);
});

test.each([
  ['provider of the id', ['id'], ['id']],
  ['pauseSandbox', ['pause'], ['pause']],
  ['pauseSandbox', ['pausesandbox'], ['pauseSandbox']],
  ['a sandbox_id or two', ['sandbox', 'id'], ['sandbox', 'id']],
  ['nothing of it', ['sandbox'], []],
])('%j has, for the terms %j, the matches %j', (text, terms, want) => {
  const pieces = splitAtTerms(text, terms);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  expect(pieces.filter(({ isMatch }) => isMatch).map((piece) => piece.text)).toEqual(want);
});

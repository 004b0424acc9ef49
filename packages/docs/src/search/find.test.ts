import { type Contract, contractOperations } from '@agent-conversation/contract';
import bundle from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { beforeAll, expect, test } from 'vitest';
import { renderMarkdown } from '../html/render.ts';
import { contractEntries, textEntries } from './entries.ts';
import { prepareSearch, type SearchEntry } from './find.ts';

const contract = bundle as unknown as Contract;
const entries = contractEntries(contract, contractOperations(contract), new Map());
const ofKind = (kind: string) => entries.filter((entry) => entry.kind === kind);
const entry = (kind: SearchEntry['kind'], title: string, context = ''): SearchEntry => {
  return { kind, title, text: '', context, href: 'a.html' };
};

let find: Awaited<ReturnType<typeof prepareSearch>>;
beforeAll(async () => {
  find = await prepareSearch([...entries, entry('property', '4010')]);
});

/** The titles of a kind that are found. */
function titles(query: string, kind: string): string[] {
  return find(query).flatMap((it) => (it.kind === kind ? [it.title] : []));
}

test.each(ofKind('operation'))('$title is found by its name and path', ({ title, context }) => {
  const spaced = title.replaceAll(/(?=[A-Z])/g, ' ');
  for (const query of [title, title.toLowerCase(), title.slice(0, -3), spaced, context])
    expect(titles(query, 'operation')[0], query).toBe(title);
  expect(titles(title.replace(/(?<=[A-Z].)(.)(.)/, '$2$1'), 'operation')).toContain(title);
});

test('every property is found by its name, and by its parts as words', () => {
  for (const { title } of ofKind('property')) {
    expect(titles(title, 'property')).toContain(title);
    expect(titles(title.replaceAll('_', ' '), 'property')).toContain(title);
  }
});

test.each(['name id', 'id'])('%j does not name a path that ends with {name_id}', async (query) => {
  const findHere = await prepareSearch([
    entry('operation', 'getEventId', 'GET /api/v1/events/{event_id}/names/{name_id}'),
    entry('schema', query.replace(' ', '_')),
  ]);
  expect(findHere(query)[0]!.kind).toBe('schema');
});

test('entries that have one word only are found when none has all', () => {
  for (const found of find('git provider'))
    expect(JSON.stringify(found)).toMatch(/git.*provider|provider.*git/i);
  expect(titles('how would I go and pause it', 'operation')[0]).toBe('pauseSandbox');
});

test('of entries with the same words, guides are first, then operations and schemas, decisions late', async () => {
  const ordered = ['guide', 'operation', 'schema', 'lifecycles', 'decisions', 'coverage'] as const;
  const same = ordered.map((kind) => ({ ...entry(kind, 'Pets'), text: 'Feed them daily.' }));
  for (const all of [same, same.toReversed()]) {
    const findHere = await prepareSearch(all);
    expect(findHere('daily').map(({ kind }) => kind)).toEqual(ordered);
  }
});

test('of entries of a kind, those with the word as another name or in the title are first', async () => {
  const fields = ['also', 'title', 'context', 'text'] as const;
  const filled = fields.map((field) => {
    const others = { title: 'Cats', context: 'Dogs', text: 'Birds', also: 'Fish' };
    return { ...entry('guide', ''), ...others, [field]: 'They are fed daily', href: field };
  });
  for (const all of [filled, filled.toReversed()]) {
    const findHere = await prepareSearch(all);
    expect(findHere('daily').map(({ href }) => href)).toEqual(fields);
  }
});

test.each(['', '   ', '{}', 'xqzwv', '4011'])('%j finds nothing', (query) => {
  expect(titles('4010', 'property')).toEqual(['4010']);
  expect(find(query)).toEqual([]);
});

test('a text has an entry for itself and each section, and only if the search lists its kind', () => {
  const page = { title: 'Pets', summary: 'On pets.', group: '', contents: [] };
  const body = renderMarkdown('# Pets\n\n## Feed a pet\n\nDaily,\nwith `food`.');
  const section = { ...entry('guide', 'Feed a pet', 'Pets'), text: 'Daily, with food.' };
  expect(textEntries({ ...page, path: 'guides/pets' }, body)).toEqual([
    { ...entry('guide', 'Pets'), text: 'On pets.', href: 'guides/pets.html' },
    { ...section, href: 'guides/pets.html#feed-a-pet' },
  ]);
  expect(textEntries({ ...page, path: 'schemas' }, body)).toEqual([]);
});

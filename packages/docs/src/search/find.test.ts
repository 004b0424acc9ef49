import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { beforeAll, describe, expect, test } from 'vitest';
import type { SearchEntry } from './entry.ts';
import { type Find, prepareSearch } from './find.ts';

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
}

const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { operationId, description }]): SearchEntry => ({
    kind: 'operation',
    title: operationId,
    text: description,
    href: `operations/${operationId}.html`,
    context: `${method.toUpperCase()} ${path}`,
  })),
);
const schemas = Object.entries(contract.components.schemas as Record<string, Schema>);
const members = schemas.flatMap(([name, { properties = {} }]) =>
  Object.entries(properties).map(([title, { description = '' }]): SearchEntry => ({
    kind: 'member',
    title,
    text: description,
    href: `schemas/shared.html#${name}`,
    context: name,
  })),
);
const entries: SearchEntry[] = [
  ...operations,
  ...members,
  ...schemas.map(([title, { description = '' }]): SearchEntry => ({
    kind: 'schema',
    title,
    text: description,
    href: `schemas/shared.html#${title}`,
    context: '',
  })),
  { kind: 'value', title: '4010', text: 'A port.', href: 'a.html', context: '' },
];

let find: Find;
beforeAll(async () => {
  find = await prepareSearch(entries);
});

/** The titles of a kind that are found. */
function titles(query: string, kind: string): string[] {
  const group = find(query).find((candidate) => candidate.kind === kind);
  return (group?.findings ?? []).map(({ entry }) => entry.title);
}

describe.each(operations)('$title', ({ title, context }) => {
  test.each([
    ['its name', title],
    ['its name in small letters', title.toLowerCase()],
    ['all but the end of its name', title.slice(0, -3)],
    ['its name in words', title.replaceAll(/(?=[A-Z])/g, ' ')],
    ['its method and path', context],
  ])('is the first operation when %s is asked for', (_, query) => {
    expect(titles(query, 'operation')[0]).toBe(title);
  });

  test('is found in spite of two letters that are swapped', () => {
    const typo = title.replace(/(?<=[A-Z].)(.)(.)(?=.*$)/, '$2$1');
    expect(titles(typo, 'operation')).toContain(title);
  });
});

test('every member is found by its name, and by its parts as words', () => {
  const names = [...new Set(members.map((member) => member.title))];
  const lost = names.filter((name) => {
    return [name, name.replaceAll('_', ' ')].some(
      (query) => !titles(query, 'member').includes(name),
    );
  });
  expect(lost).toEqual([]);
});

test('the best group comes first', () => {
  expect(find('pause')[0]).toMatchObject({
    kind: 'operation',
    findings: [{ entry: { title: 'pauseSandbox' } }, {}],
  });
  expect(find('mcp config')[0]?.kind).not.toBe('operation');
});

test.each(['name id', 'id'])(
  'a path is not named %j by the parameter that it ends with',
  async (query) => {
    const entry = { text: '', href: 'a.html' };
    const path = '/api/v1/events/{event_id}/names/{name_id}';
    const findHere = await prepareSearch([
      { ...entry, kind: 'operation', title: 'getEventId', context: `GET ${path}` },
      { ...entry, kind: 'member', title: query.replace(' ', '_'), context: 'Event' },
    ]);
    expect(findHere(query)[0]!.kind).toBe('member');
  },
);

test('returns which words were found', () => {
  const [finding] = find('sandbx i')[0]!.findings;
  expect(finding!.terms).toContain('sandbox');
});

test('entries that have one word only are found when none has all', () => {
  const found = find('git provider').flatMap(({ findings }) => findings);
  const texts = found.map(({ entry }) => JSON.stringify(entry).toLowerCase());
  expect(texts.filter((text) => !text.includes('git') || !text.includes('provider'))).toEqual([]);
  expect(titles('git provider', 'member')[0]).toBe('git_provider');
  expect(titles('how would I go and pause it', 'operation')[0]).toBe('pauseSandbox');
});

test('a number is not mistaken for another', () => {
  expect(titles('4011', 'value')).toEqual([]);
  expect(titles('4010', 'value')).toEqual(['4010']);
});

test.each(['', '   ', '{}', 'xqzwv'])('%j finds nothing', (query) => {
  expect(find(query)).toEqual([]);
});

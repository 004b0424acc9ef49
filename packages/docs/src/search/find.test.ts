import {
  type Contract,
  contractOperations,
} from '@agent-conversation/contract';
import bundle from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { beforeAll, describe, expect, test } from 'vitest';
import { renderMarkdown } from '../html/render.ts';
import { contractEntries, textEntries } from './entries.ts';
import { prepareSearch, type SearchEntry } from './find.ts';

const contract = bundle as unknown as Contract;
const entries = contractEntries(
  contract,
  contractOperations(contract),
  new Map(),
);
const ofKind = (kind: string) => entries.filter((found) => found.kind === kind);

/** Returns an entry whose address is its title. */
function entry(fields: Partial<SearchEntry>): SearchEntry {
  const { title = 'Pets' } = fields;
  const rest = {
    kind: 'Guide',
    weight: 1,
    context: '',
    text: '',
    href: title,
    also: [],
  };
  return { ...rest, title, ...fields };
}

/** Returns the titles that are found among entries, whatever their order. @throws if the order matters */
async function titlesIn(
  all: readonly SearchEntry[],
  query: string,
): Promise<string[]> {
  const [titles, reversed] = await Promise.all(
    [all, all.toReversed()].map(async (each) => {
      const { results } = (await prepareSearch(each))(query);
      return results.map(({ title }) => title);
    }),
  );
  expect(reversed).toEqual(titles);
  return titles!;
}

describe('in the entries of the contract', () => {
  let find: Awaited<ReturnType<typeof prepareSearch>>;
  beforeAll(async () => {
    find = await prepareSearch(entries);
  });
  const titlesOf = (query: string, kind: string) =>
    find(query).results.flatMap((result) =>
      result.kind === kind ? [result.title] : [],
    );

  test.each(ofKind('Operation'))(
    '$title is found by its name and path',
    (operation) => {
      const { title, context } = operation;
      const spaced = title.replaceAll(/(?=[A-Z])/g, ' ');
      const path = context.replace(/^\w+ /, '');
      for (const query of [
        title,
        title.toLowerCase(),
        title.slice(0, -3),
        spaced,
        context,
      ])
        expect(find(query).results[0]!.title, query).toBe(title);
      expect(titlesOf(path, 'Operation'), path).toContain(title);
      const misspelled = title.replace(/(?<=[A-Z].)(.)(.)/, '$2$1');
      expect(titlesOf(misspelled, 'Operation'), misspelled).toContain(title);
    },
  );

  test('every property, value, status and header is found by its name, and by the words of it', () => {
    for (const kind of ['Property', 'Value', 'Status', 'Header']) {
      const titles = ofKind(kind).map(({ title }) => title);
      expect(titles).not.toEqual([]);
      for (const title of titles) {
        const all = (query: string) =>
          find(query).results.map((result) => result.title);
        expect(all(title)).toContain(title);
        expect(all(title.replaceAll(/[_-]/g, ' '))).toContain(title);
      }
    }
  });

  test('what many operations have in common is described once', () => {
    const rejected = ofKind('Status').filter(({ title }) =>
      title.startsWith('422'),
    );
    expect(rejected.length).toBeGreaterThan(3);
    const texts = rejected
      .map(({ text }) => text)
      .filter((text) => text !== '');
    expect(texts).toHaveLength(new Set(texts).size);
  });

  test('blocks of a description, such as the items of a list, are apart', () => {
    const description =
      'Moods:\n\n- `HAPPY`: It is fed.\n- `SAD`: It is not.\n\n| a | b |\n|-|-|\n| c | d |';
    const components = {
      ...contract.components,
      schemas: { Mood: { description } },
    };
    expect(
      contractEntries({ ...contract, components }, [], new Map()),
    ).toMatchObject([
      {
        title: 'Mood',
        text: 'Moods: HAPPY: It is fed. SAD: It is not. a b c d',
      },
    ]);
  });
});

describe('the order of results', () => {
  test('is: the exact name, other names, words of the title, title and context, text', async () => {
    const all = [
      entry({ title: 'PETS_FED', kind: 'Value' }),
      entry({ title: 'Food', also: ['pets fed'] }),
      entry({ title: 'Pets are fed', weight: 1.1 }),
      entry({ title: 'Pets', context: 'Those that are fed' }),
      entry({ title: 'Animals', text: 'Pets, which are fed.', weight: 9 }),
    ];
    const titles = all.map(({ title }) => title);
    expect(await titlesIn(all, 'PETS_FED')).toEqual(titles);
  });

  test('of entries with the same words, those with more weight are first', async () => {
    const all = [3, 2, 1, 0.5].map((weight) =>
      entry({ title: `Pets ${weight}`, text: 'daily', weight }),
    );
    expect(await titlesIn(all, 'daily')).toEqual(all.map(({ title }) => title));
  });

  test('a plain word that is the name of a property by chance does not come first', async () => {
    const all = [
      entry({ title: 'Deadlines', also: ['timeout'] }),
      entry({ title: 'timeout', kind: 'Property' }),
    ];
    expect(await titlesIn(all, 'timeout')).toEqual(['Deadlines', 'timeout']);
  });

  test('entries that have one word only are found when none has all', async () => {
    const all = [
      entry({ title: 'Cats' }),
      entry({ title: 'Dogs' }),
      entry({ title: 'Birds' }),
    ];
    const titles = await titlesIn(all, 'how can I feed cats and dogs');
    expect(titles.toSorted()).toEqual(['Cats', 'Dogs']);
  });

  test('a number that begins with the one in the query is not found', async () => {
    const all = [entry({ title: 'Port 4010' }), entry({ title: 'Status 401' })];
    expect(await titlesIn(all, '401')).toEqual(['Status 401']);
  });
});

describe('the results', () => {
  test('have each title once, with what it belongs to; the place that the query names is first', async () => {
    const places = ['Cat', 'Dog', 'Bird'].map((context) =>
      entry({ title: 'owner_id', context, href: `#${context}` }),
    );
    const find = await prepareSearch(places);
    expect(
      find('owner_id').results.map(({ contexts }) => contexts.toSorted()),
    ).toEqual([['Bird', 'Cat', 'Dog']]);
    expect(find('owner_id bird').results[0]).toMatchObject({ href: '#Bird' });
  });

  test.each([
    { query: 'webhok', spelled: 'webhook' },
    { query: 'Deamon', spelled: 'daemon' },
    { query: 'web hook', spelled: 'web hook' },
    { query: 'webhooks', spelled: 'webhooks' },
    { query: 'Web', spelled: 'Web' },
    { query: '4001', spelled: '' },
  ])('for $query are those for "$spelled"', async ({ query, spelled }) => {
    const find = await prepareSearch([
      entry({ title: 'Webhook' }),
      entry({ title: 'Daemon' }),
      entry({ title: '4010' }),
    ]);
    expect(find(query).spelled).toBe(spelled);
  });

  test.each(['', '   ', '{}', 'xqzwv'])(
    'for %j are the entries that are offered',
    async (query) => {
      const find = await prepareSearch([
        entry({ title: 'Start', also: [''] }),
        entry({}),
      ]);
      const { spelled, results } = find(query);
      expect(spelled).toBe('');
      expect(results.map(({ title }) => title)).toEqual(['Start']);
    },
  );
});

describe('a text', () => {
  const page = { title: 'Pets', summary: 'On pets.', group: '', markdown: '' };
  const markdown =
    '# Pets\n\nOn pets.\n\n## Feed a pet\n\nDaily,\nwith `food`.\n\n- milk\n  - of cows\n- fish\n';
  const body = renderMarkdown(markdown);

  test('has an entry for itself and each section', () => {
    const found = textEntries({ ...page, path: 'guides/pets' }, body);
    expect(found).toMatchObject([
      {
        title: 'Pets',
        context: '',
        text: 'On pets. ',
        href: 'guides/pets.html',
      },
      {
        title: 'Feed a pet',
        context: 'Pets',
        text: 'Daily, with food. milk of cows fish ',
        href: 'guides/pets.html#feed-a-pet',
      },
    ]);
  });

  test('has them also within other elements, and those of items that begin with a name', () => {
    const children = renderMarkdown(
      '## Options\n\n- `--port` *NUMBER*: where it listens',
    );
    const [heading, , items] = children as [ElementLike, unknown, ElementLike];
    heading.properties['id'] = 'options-heading';
    const item = items.children.find(({ tagName }) => tagName === 'li')!;
    item.properties['id'] = 'options.--port';
    const section = {
      type: 'element',
      tagName: 'section',
      properties: {},
      children,
    } as const;
    const found = textEntries({ ...page, path: 'commands/pets' }, [section]);
    const href = 'commands/pets.html#options';
    expect(found.slice(1)).toMatchObject([
      { kind: 'Command', title: 'Options', href },
      {
        title: '--port',
        href: `${href}.--port`,
        text: '--port NUMBER: where it listens',
      },
    ]);
  });

  test.each(['schemas', 'schemas/pets'])(
    'of %s has none, as the contract has them',
    (path) => {
      expect(textEntries({ ...page, path }, body)).toEqual([]);
    },
  );
});

interface ElementLike {
  readonly tagName?: string;
  readonly properties: Record<string, string>;
  readonly children: readonly ElementLike[];
}

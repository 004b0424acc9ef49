import MiniSearch from 'minisearch';

/** One thing that can be found. */
export interface SearchEntry {
  /** What it is, as readers see it: `Operation`. */
  readonly kind: string;
  /** How much it counts, compared with a property of the same name. */
  readonly weight: number;
  /** Its name or heading, such as `pauseSandbox` or `sandbox_id`. */
  readonly title: string;
  /** What it belongs to: the method and path of an operation, or the schema of a property. */
  readonly context: string;
  /** Its description, as plain text. */
  text: string;
  /** Where it is, from the root of the site: `operations/pauseSandbox.html#pauseSandbox`. */
  readonly href: string;
  /** Other names: a search for one leads to the entry. An empty one offers it where nothing else is found. */
  readonly also: readonly string[];
}

/** The best entry of those with the same title. */
export interface SearchResult extends SearchEntry {
  /** What they belong to, the best first. */
  readonly contexts: readonly string[];
}

export interface Findings {
  /** The query, with its spelling corrected if nothing has it. Empty if nothing was found. */
  readonly spelled: string;
  /** At most 20, the best first. */
  readonly results: readonly SearchResult[];
}

/** Makes an index, in steps that leave time for the reader, and returns its search. */
export async function prepareSearch(entries: readonly SearchEntry[]) {
  const index = new MiniSearch({
    fields: ['title', 'also', 'context', 'text'],
    tokenize: words,
    searchOptions: {
      processTerm: stem,
      boost: { title: 4, also: 6, context: 2 },
      boostDocument: (id) => entries[id as number]!.weight,
      // A number that begins with the one in the query is another one.
      prefix: (term) => !/^\d/.test(term),
    },
  });
  const documents = entries.map((entry, id) => {
    // Readers also type `pausesandbox`.
    const title = `${entry.title} ${entry.title.toLowerCase()}`;
    return { ...entry, id, title };
  });
  await index.addAllAsync(documents, { chunkSize: 500 });

  function search(
    sought: readonly string[],
    combineWith: 'AND' | 'OR',
  ): SearchEntry[] {
    const hits = index.search(sought.join(' '), { combineWith });
    // More of them are not worth the time to rank them.
    return hits.slice(0, 100).map(({ id }) => entries[id as number]!);
  }

  /** Returns the nearest word of the index, unless the index has the word. */
  function correct(word: string): string {
    const isKnown = /\d/.test(word) || index.search(word).length > 0;
    if (isKnown) return word;
    for (const fuzzy of [0.1, 0.2, 0.3]) {
      const [nearest] = index.search(word, { fuzzy });
      if (nearest) return nearest.terms[0]!;
    }
    return word;
  }

  return (query: string): Findings => {
    const typed = words(query);
    let hits = search(typed, 'AND');
    const sought = hits.length > 0 ? typed : typed.map(correct);
    if (hits.length === 0) hits = search(sought, 'AND');
    if (hits.length === 0) hits = search(sought, 'OR');
    const byRank = Map.groupBy(hits, (entry) => rankOf(entry, query, sought));
    const ranked = [0, 1, 2, 3, 4].flatMap((rank) => byRank.get(rank) ?? []);
    const offered = entries.filter(({ also }) => also.includes(''));
    const groups = Map.groupBy(
      hits.length > 0 ? ranked : offered,
      ({ title }) => title,
    );
    const results = [...groups.values()].slice(0, 20).map((group) => {
      const contexts = group.flatMap(({ context }) => context || []);
      return { ...group[0]!, contexts };
    });
    let spelled = sought.join(' ');
    if (spelled === typed.join(' ')) spelled = query;
    if (hits.length === 0) spelled = '';
    return { spelled, results };
  };
}

/** Returns how well a query names an entry: 0 exactly, 4 not at all. */
function rankOf(
  { title, context, also, weight }: SearchEntry,
  query: string,
  sought: readonly string[],
): number {
  const key = sought.map(stem).join(' ');
  const isSought = (name: string) => keyOf(name) === key;
  // A plain word such as `timeout` is the name of a property by chance.
  if (/[-_A-Z]/.test(query) && title === query) return 0;
  if (also.some(isSought)) return 1;
  if (weight > 1 && isSought(title)) return 2;
  const text = `${title} ${context}`.toLowerCase();
  return key.split(' ').every((word) => text.includes(word)) ? 3 : 4;
}

/** The words of a name, so that `list-sandboxes` is also named by `List sandbox`. */
function keyOf(name: string): string {
  return words(name).map(stem).join(' ');
}

/** What the forms of a word begin with: `sandboxes` and `sandbox`, `retries` and `retry`. */
export function stem(word: string): string {
  return word.length > 3
    ? word.replace(/(?:ies|es|s|e|(?<![aeiou])y)$/, '')
    : word;
}

/** Words of questions, which nothing is called. */
const stopWords = new Set(
  'a an and are can do does for how i in is it mean means my of on or the to what with'.split(
    ' ',
  ),
);

/** The words of a text, in lower case: those of `pauseSandbox` are `pause` and `sandbox`. */
export function words(text: string): string[] {
  const spaced = text.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ').toLowerCase();
  const parts = spaced.split(/[^\p{L}\p{N}.]+|\.(?!\d)/u);
  return parts.filter((word) => word !== '' && !stopWords.has(word));
}

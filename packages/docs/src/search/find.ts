import MiniSearch from 'minisearch';

/** The kinds of what can be found, as readers see them. */
export const kinds = {
  operation: 'Operation',
  schema: 'Schema',
  property: 'Property',
  lifecycles: 'Lifecycle',
  workflows: 'Workflow',
  guide: 'Guide',
  decisions: 'Decision',
  changelog: 'Release',
  coverage: 'Coverage',
} as const;

/** One thing that can be found. */
export interface SearchEntry {
  readonly kind: keyof typeof kinds;
  /** Its name or heading, such as `pauseSandbox` or `sandbox_id`. */
  readonly title: string;
  /** Its description, as plain text. */
  readonly text: string;
  /** Where it is, from the root of the site: `operations/pauseSandbox.html#pauseSandbox`. */
  readonly href: string;
  /** What it belongs to: the method and path of an operation, or the schema of a property. */
  readonly context: string;
  /** Other words by which readers search for it. */
  readonly also?: string;
}

/** The weight of each kind, compared with a property of the same name. */
const weights: Partial<Record<SearchEntry['kind'], number>> = {
  guide: 3,
  operation: 2,
  schema: 1.5,
  decisions: 0.7,
  coverage: 0.3,
};

/** Makes an index, in steps that leave time for the reader, and returns its search: the best entries first. */
export async function prepareSearch(entries: readonly SearchEntry[]) {
  const index = new MiniSearch<SearchEntry & { id: number }>({
    fields: ['title', 'also', 'context', 'text'],
    tokenize: (text) => [...words(text), ...text.split(/[^\p{L}\p{N}_]+/u)].filter(Boolean),
    searchOptions: {
      tokenize: words,
      boost: { title: 4, also: 6, context: 2 },
      boostDocument: (id) => weights[entries[id as number]!.kind] ?? 1,
      prefix: true,
      // A number that is not quite the one in the query is another one.
      fuzzy: (term) => term.length > 3 && !/\d/.test(term) && 0.25,
    },
  });
  const documents = entries.map((entry, id) => ({ id, ...entry }));
  await index.addAllAsync(documents, { chunkSize: 500 });

  return (query: string): SearchEntry[] => {
    const all = index.search(query, { combineWith: 'AND' });
    const hits = all.length > 0 ? all : index.search(query);
    const found = hits.map(({ id }) => entries[id as number]!);
    const named = found.filter((entry) => isNamed(entry, query));
    return [...new Set([...named, ...found])].slice(0, 20);
  };
}

/** The words of a text, in lower case: those of `pauseSandbox` are `pause` and `sandbox`. */
export function words(text: string): string[] {
  const parts = text.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{L}+|\p{N}+/gu) ?? [];
  return parts.map((part) => part.toLowerCase());
}

/** Whether it is the name of an entry, the path of an operation, or one of the other words for it. */
function isNamed({ kind, title, context, also = '' }: SearchEntry, query: string): boolean {
  const spell = (text: string) => ` ${words(text).join(' ')} `;
  const sought = spell(query);
  if (spell(also).includes(sought)) return true;
  // A plain word such as `timeout` is the name of a property by chance.
  if (kind === 'property') return /[_A-Z]/.test(query) && title === query.trim();
  if (spell(title) === sought) return true;
  // A path that ends with a parameter is not named by it.
  return kind === 'operation' && !context.endsWith('}') && spell(context).endsWith(sought);
}

import MiniSearch from 'minisearch';
import type { SearchEntry, SearchKind } from './entry.ts';
import { parts, tokenize } from './tokens.ts';

/** An entry that was found. */
export interface SearchResult {
  readonly entry: SearchEntry;
  /** The words of the entry that the query matches, in lower case. */
  readonly terms: readonly string[];
}

/** What was found of one kind, best first. */
export interface Group {
  readonly kind: SearchKind;
  readonly results: readonly SearchResult[];
}

/** Searches for a query; groups with the best result come first. */
export type Find = (query: string) => Group[];

/** The most results of a kind. */
const perKind = 8;

/** The weight of each kind, compared with a property of the same name. */
const weights: Partial<Record<SearchKind, number>> = {
  operation: 2,
  schema: 1.5,
  guide: 1.5,
  coverage: 0.5,
};

/** Makes the index, in steps that leave time for what the reader does meanwhile. */
export async function prepareSearch(entries: readonly SearchEntry[]): Promise<Find> {
  const index = new MiniSearch<SearchEntry & { id: number }>({
    fields: ['title', 'context', 'text'],
    tokenize,
    searchOptions: {
      tokenize: parts,
      boost: { title: 4, context: 2 },
      boostDocument: (id) => weights[entries[id as number]!.kind] ?? 1,
      prefix: true,
      // A number that is not quite the one in the query is another one.
      fuzzy: (term) => term.length > 3 && !/\d/.test(term) && 0.25,
    },
  });
  const documents = entries.map((entry, id) => ({ id, ...entry }));
  await index.addAllAsync(documents, { chunkSize: 500 });

  return (query) => {
    const all = index.search(query, { combineWith: 'AND' });
    const hits = all.length > 0 ? all : index.search(query);
    const found = hits.map(({ id, terms }) => ({ entry: entries[id as number]!, terms }));
    const sought = spell(query);
    const named = found.filter(({ entry }) => isNamed(entry, sought));
    const groups = new Map<SearchKind, SearchResult[]>();
    for (const { entry, terms } of new Set([...named, ...found])) {
      const results = groups.get(entry.kind) ?? [];
      groups.set(entry.kind, results);
      if (results.length < perKind) results.push({ entry, terms });
    }
    return [...groups].map(([kind, results]) => ({ kind, results }));
  };
}

/** The parts of a name or path, so that it is the same in whatever spelling. */
function spell(text: string): string {
  return ` ${parts(text).join(' ')}`;
}

/** Whether it is the name of an entry, or the path of an operation, that is sought. */
function isNamed({ kind, title, context }: SearchEntry, sought: string): boolean {
  if (spell(title) === sought) return true;
  // A path that ends with a parameter is not named by it, nor by the end of it.
  const parameter = /\{\w+\}$/.exec(context)?.[0] ?? '';
  return (
    kind === 'operation' && spell(context).endsWith(sought) && !spell(parameter).endsWith(sought)
  );
}

import MiniSearch from 'minisearch';
import type { SearchEntry, SearchKind } from './entry.ts';
import { parts, words } from './words.ts';

/** An entry that was found. */
export interface Finding {
  readonly entry: SearchEntry;
  /** The words of the entry that were asked for, in small letters. */
  readonly terms: readonly string[];
}

/** What was found of one kind, best first. */
export interface Group {
  readonly kind: SearchKind;
  readonly findings: readonly Finding[];
}

/** Finds what a reader asks for; groups with the best finding come first. */
export type Find = (query: string) => Group[];

/** More than this of a kind nobody reads through. */
const perKind = 8;

/** How much sooner than a member of the same name each is wanted. */
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
    tokenize: words,
    searchOptions: {
      tokenize: parts,
      boost: { title: 4, context: 2 },
      boostDocument: (id) => weights[entries[id as number]!.kind] ?? 1,
      prefix: true,
      // A number that is not quite the one that was asked for is another one.
      fuzzy: (term) => term.length > 3 && !/\d/.test(term) && 0.25,
    },
  });
  const documents = entries.map((entry, id) => ({ id, ...entry }));
  await index.addAllAsync(documents, { chunkSize: 500 });

  return (query) => {
    const all = index.search(query, { combineWith: 'AND' });
    const results = all.length > 0 ? all : index.search(query);
    const found = results.map(({ id, terms }) => ({ entry: entries[id as number]!, terms }));
    const sought = spell(query);
    const named = found.filter(({ entry }) => isNamed(entry, sought));
    const groups = new Map<SearchKind, Finding[]>();
    for (const { entry, terms } of new Set([...named, ...found])) {
      const findings = groups.get(entry.kind) ?? [];
      groups.set(entry.kind, findings);
      if (findings.length < perKind) findings.push({ entry, terms });
    }
    return [...groups].map(([kind, findings]) => ({ kind, findings }));
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

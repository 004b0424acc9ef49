import { fromHtml } from 'hast-util-from-html';
import { selectAll } from 'hast-util-select';

/** The operationIds and the names of the component schemas of a contract. */
export interface Names {
  readonly operations: ReadonlySet<string>;
  readonly schemas: ReadonlySet<string>;
}

/**
 * The addresses that a page promises: of the operations, schemas, decisions, lifecycles, workflows and coverages
 * on it, and of the sections of a guide.
 *
 * @param path from the site's root, with extension
 */
export function promisedAnchors(path: string, html: string, names: Names): string[] {
  const kinds: [pages: RegExp, elements: string, isPromised: (id: string) => boolean][] = [
    [/^(index|reference|operations\/.*)\.html$/, '[id]', (id) => names.operations.has(id)],
    [/^schemas\//, '[id]', (id) => names.schemas.has(id)],
    [/^decisions\.html$/, 'main [id]', (id) => /^D\d\d$/.test(id)],
    [/^(lifecycles|workflows|coverage)\.html$/, 'main h2[id]', (id) => /^\w+$/.test(id)],
    [/^guides\//, 'main :is(h2, h3)[id]', () => true],
  ];
  const tree = fromHtml(html);
  return kinds.flatMap(([pages, elements, isPromised]) => {
    if (!pages.test(path)) return [];
    const ids = selectAll(elements, tree).map(({ properties }) => String(properties['id']));
    return ids.filter(isPromised).map((id) => `${path}#${id}`);
  });
}

/** A list of addresses with more of them, each once, sorted. Nothing is ever taken away. */
export function withAnchors(list: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...list, ...more])].toSorted();
}

/** Links that the Markdown of a page does not have. */
import type { ElementContent, Root } from 'hast';
import { toString } from 'hast-util-to-string';
import { h } from 'hastscript';
import { SKIP, visit } from 'unist-util-visit';
import type { Move } from '../pages/moves.ts';

/**
 * Makes links of the names of operations, schemas and decisions, and gives headings the ids of former headings of the
 * same page that they replace.
 *
 * @param targets what a name leads to, from the root of the site
 */
export function addLinks(
  content: ElementContent[],
  page: string,
  root: string,
  targets: ReadonlyMap<string, string>,
  moves: readonly Move[],
): void {
  const tree: Root = { type: 'root', children: content };
  addMovedAnchors(tree, page, moves);
  linkNames(tree, (name) => {
    const target = targets.get(name);
    const isElsewhere = target?.startsWith(`${page}.html`) === false;
    return isElsewhere ? root + target : undefined;
  });
}

/** Makes the links of a page start from the root, for a page that servers show at any depth. */
export function rebaseLinks(content: ElementContent[], root: string): void {
  visit(
    { type: 'root', children: content } as Root,
    'element',
    ({ properties }) => {
      const { href } = properties;
      if (typeof href === 'string' && !/^(#|[a-z]+:)/.test(href))
        properties['href'] = root + href;
    },
  );
}

/** Makes links of names that are code in the text. */
function linkNames(
  tree: Root,
  hrefOf: (name: string) => string | undefined,
): void {
  const kept = new Set(['a', 'pre', 'summary', 'svg', 'h1', 'h2', 'h3', 'h4']);
  visit(tree, 'element', (element, index, parent) => {
    if (kept.has(element.tagName)) return SKIP;
    if (
      element.tagName !== 'code' ||
      element.properties['className'] ||
      !parent
    )
      return undefined;
    const href = hrefOf(toString(element));
    if (href !== undefined) parent.children[index!] = h('a', { href }, element);
    return SKIP;
  });
}

function addMovedAnchors(
  tree: Root,
  page: string,
  moves: readonly Move[],
): void {
  const within = moves.filter(
    ({ from, to }) => from.page === page && to.page === page,
  );
  visit(tree, 'element', (element) => {
    const replaced = within.filter(
      ({ to }) => to.id === element.properties['id'],
    );
    element.children.unshift(
      ...replaced.map(({ from }) => h('span', { id: from.id })),
    );
  });
}

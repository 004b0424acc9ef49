import type { Element, Root } from 'hast';
import { toString } from 'hast-util-to-string';
import { h } from 'hastscript';
import { SKIP, visit } from 'unist-util-visit';
import { relative } from './addresses.ts';

/** Makes links of the names of operations and schemas that stand as code in the text. */
export function linkNames(tree: Root, linkTo: (name: string) => string | undefined): void {
  visit(tree, 'element', (element, index, parent) => {
    if (['a', 'pre', 'summary', 'svg'].includes(element.tagName) || /^h\d$/.test(element.tagName))
      return SKIP;
    if (element.tagName !== 'code' || element.properties['className'] || !parent) return undefined;
    const href = linkTo(toString(element));
    if (href !== undefined) parent.children[index!] = h('a', { href }, element);
    return SKIP;
  });
}

/** Makes the addresses inside the site relative to a page. */
export function makeRelative(tree: Root | Element, root: string): void {
  visit(tree, 'element', ({ properties }) => {
    for (const name of ['href', 'src'] as const) {
      const address = properties[name];
      if (typeof address === 'string') properties[name] = relative(address, root);
    }
  });
}

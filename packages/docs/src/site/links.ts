import type { Root } from 'hast';
import { toString } from 'hast-util-to-string';
import { h } from 'hastscript';
import { SKIP, visit } from 'unist-util-visit';

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

import { posix } from 'node:path';
import type { Root } from 'hast';
import { visit } from 'unist-util-visit';
import { toFile } from '../site/addresses.ts';

/**
 * Leads from page to page where the Markdown leads from Markdown to Markdown.
 *
 * @param path the page on which the Markdown stands
 */
export function htmlLinks(path: string) {
  return (tree: Root): void => {
    visit(tree, 'element', ({ tagName, properties }) => {
      const { href } = properties;
      if (tagName !== 'a' || typeof href !== 'string' || /^(#|[a-z][\w+.-]*:)/i.test(href)) return;
      const target = posix.join(posix.dirname(path), href).replace(/\.md(?=#|$)/, '.html');
      properties['href'] = toFile(target);
    });
  };
}

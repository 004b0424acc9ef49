import { posix } from 'node:path';
import type { ElementContent, Root } from 'hast';
import { selectAll } from 'hast-util-select';
import { toString as textOfHtml } from 'hast-util-to-string';
import { toString as textOfMarkdown } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { memo } from '../memo.ts';
import { toFile } from '../site/addresses.ts';
import { codeFigures } from './code-figures.ts';
import { headingIds } from './heading-ids.ts';

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

/**
 * Makes HTML of GitHub-flavoured Markdown. HTML in it is left out.
 *
 * @param path the page on which it stands, from which its relative links lead
 */
export function renderMarkdown(text: string, path = 'index'): ElementContent[] {
  // Callers may change it.
  return structuredClone(rendered(`${path}\n${text}`, text, path));
}

const rendered = memo((_key, text: string, path: string) => {
  const toHtml = unified()
    .use(remarkRehype)
    .use(headingIds)
    .use(htmlLinks, path)
    .use(codeFigures)
    .use(cellLabels);
  return toHtml.runSync(parser.parse(text)).children as ElementContent[];
});

/** Writes the heading of its column on each cell: a narrow screen shows the cells of a row one below the other. */
function cellLabels() {
  return (tree: Root): void => {
    for (const table of selectAll('table', tree)) {
      const labels = selectAll('thead th', table).map((heading) => textOfHtml(heading));
      for (const row of selectAll('tbody tr', table)) {
        selectAll('td', row).forEach((cell, column) => {
          cell.properties['dataLabel'] = labels[column];
        });
      }
    }
  };
}

/**
 * Leads from page to page where the Markdown leads from Markdown to Markdown.
 *
 * @param path the page on which the Markdown stands
 */
function htmlLinks(path: string) {
  return (tree: Root): void => {
    visit(tree, 'element', ({ tagName, properties }) => {
      const { href } = properties;
      if (tagName !== 'a' || typeof href !== 'string' || /^(#|[a-z][\w+.-]*:)/i.test(href)) return;
      const target = posix.join(posix.dirname(path), href).replace(/\.md(?=#|$)/, '.html');
      properties['href'] = toFile(target);
    });
  };
}

/** What a Markdown text says, in one line. */
export const plainText: (markdown: string) => string = memo((markdown) => {
  const paragraphs = parser.parse(markdown).children.map((paragraph) => textOfMarkdown(paragraph));
  return paragraphs.join(' ').replaceAll(/\s+/g, ' ').trim();
});

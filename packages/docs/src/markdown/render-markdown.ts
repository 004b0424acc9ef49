import type { ElementContent } from 'hast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { cellLabels } from './cell-labels.ts';
import { codeFigures } from './code-figures.ts';
import { headingIds } from './heading-ids.ts';
import { htmlLinks } from './html-links.ts';
import { memo } from '../memo.ts';

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

/**
 * Makes HTML of GitHub-flavoured Markdown. HTML in it is left out.
 *
 * @param path the page on which it stands, from which its relative links lead
 */
export function renderMarkdown(text: string, path = 'index'): ElementContent[] {
  // Whoever gets it may change it.
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

import { blocks, line, link } from './markdown-text.ts';
import type { MarkdownPage as Page } from '../site/page.ts';

/** What `llms.txt` lists of a site. */
export interface Site {
  readonly title: string;
  readonly summary: string;
  readonly pages: readonly Page[];
  /** The contract itself, with paths from the site's root: `openapi.json`. */
  readonly files: readonly { readonly path: string; readonly summary: string }[];
}

const firstSections = ['Guides', 'Operations', 'Schemas', 'Decisions'];

/**
 * What a language model reads first (<https://llmstxt.org>): what the site is about, and its pages by section.
 * Guides, operations, schemas and decisions come first, in this order, then the other sections in the order
 * of the pages, then the contract's files. A section named `Optional` is last: readers in want of room skip it.
 */
export function llmsTxt({ title, summary, pages, files }: Site): string {
  const names = new Set([...firstSections, ...pages.map(({ section }) => section)]);
  names.delete('Optional');
  const entriesOf = (name: string) =>
    pages
      .filter(({ section }) => section === name)
      .map((page) => entry(page.title, `${page.path}.md`, page.summary));
  const contract = files.map((file) => entry(file.path, file.path, file.summary));
  return `${blocks(
    `# ${line(title)}`,
    `> ${line(summary)}`,
    ...[...names].map((name) => list(name, entriesOf(name))),
    list('Contract files', contract),
    list('Optional', entriesOf('Optional')),
  )}\n`;
}

function list(heading: string, entries: readonly string[]): string {
  return entries.length > 0 ? blocks(`## ${heading}`, entries.join('\n')) : '';
}

function entry(title: string, path: string, summary: string): string {
  return `- ${link(title, path)}: ${line(summary)}`;
}

/** All pages in one text, each after a line with its path. Links in a page start from that path. */
export function llmsFullTxt(pages: readonly Page[]): string {
  const texts = pages.map(({ path, markdown }) => blocks(`Page: ${path}.md`, markdown));
  return `${texts.join('\n\n---\n\n')}\n`;
}

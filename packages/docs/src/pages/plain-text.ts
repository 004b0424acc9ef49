import { toString } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

/** Parses Markdown of GitHub, without containers. */
export const parser = unified().use(remarkParse).use(remarkGfm).freeze();

/** Returns what a Markdown text says, in one line. */
export function plainText(markdown: string): string {
  const { children } = parser.parse(markdown);
  const paragraphs = children.map((block) => toString(block));
  return paragraphs.join(' ').replaceAll(/\s+/g, ' ').trim();
}

import { toString } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { memo } from '../memo.ts';

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

/** What a Markdown text says, in one line. */
export const plainText: (markdown: string) => string = memo((markdown) => {
  const paragraphs = parser.parse(markdown).children.map((paragraph) => toString(paragraph));
  return paragraphs.join(' ').replaceAll(/\s+/g, ' ').trim();
});

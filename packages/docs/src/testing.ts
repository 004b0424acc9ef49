import { readFileSync } from 'node:fs';
import type { Nodes } from 'mdast';
import { toString } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { Contract, Schema } from './contract.ts';
import type { LinkTo } from './machines/links.ts';

/** The bundled contract of this repository. */
const bundle = new URL(import.meta.resolve('@agent-conversation/openapi/openapi.json'));

/** The folder of its sources. */
const sources = new URL('.', import.meta.resolve('@agent-conversation/openapi/package.json'));

export const contract = JSON.parse(readFileSync(bundle, 'utf8')) as Contract;

/** A link that shows what it leads to. */
export const linkTo: LinkTo = (kind, name) => `${kind}:${name}`;

/** A file of the contract's folder, and the names of those in a folder of it. */
export function readSource(path: string): string {
  return readFileSync(new URL(path, sources), 'utf8');
}

const parser = unified().use(remarkParse).use(remarkGfm);

/** What stands in a Markdown text, as a parser of GitHub-flavoured Markdown finds it. */
export function read(markdown: string) {
  const tree = parser.parse(markdown);
  const found = {
    text: textOf(tree),
    headings: [] as string[],
    tables: [] as { columns: string[]; rows: string[][] }[],
    links: [] as string[],
    codeSpans: [] as string[],
    json: [] as unknown[],
  };
  visit(tree, (node) => {
    if (node.type === 'heading') found.headings.push(textOf(node));
    if (node.type === 'link') found.links.push(node.url);
    if (node.type === 'inlineCode') found.codeSpans.push(node.value);
    if (node.type === 'code' && node.lang === 'json') found.json.push(JSON.parse(node.value));
    if (node.type === 'table') {
      const [columns = [], ...rows] = node.children.map((row) => row.children.map(textOf));
      found.tables.push({ columns, rows });
    }
  });
  return found;
}

/**
 * The paragraphs of a description as plain text. What the bundle lists of an enumeration is left out, as a
 * table has it.
 */
export function paragraphsOf({
  description = '',
  'x-enumDescriptions': meanings,
}: Pick<Schema, 'description' | 'x-enumDescriptions'>): string[] {
  const { children } = parser.parse(description);
  return children.filter(({ type }) => !(meanings && type === 'list')).map(textOf);
}

function textOf(node: Nodes): string {
  return toString(node).replaceAll(/\s+/g, ' ').trim();
}

import type { Nodes } from 'mdast';
import { toString } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { calls, type Contract, type Schema } from '../contract.ts';
import { linksFrom } from './links.ts';
import { operationMarkdown } from './operation-markdown.ts';
import { schemaGroups } from './schema-groups.ts';
import { schemaPageMarkdown } from './schema-markdown.ts';
import { schemaUses } from './schema-uses.ts';

/** The Markdown pages of a contract's operations and schemas, by path without extension. */
export function pagesOf(document: Contract): Map<string, string> {
  const groups = schemaGroups(document);
  const uses = schemaUses(document);
  const from = linksFrom(groups);
  const operations = calls(document).map((call) => {
    const path = `operations/${call.operation.operationId}`;
    return [path, operationMarkdown(document, call, from(path))] as const;
  });
  const schemas = groups.map((group) => {
    const path = `schemas/${group.slug}`;
    return [path, schemaPageMarkdown(document, group, from(path), uses)] as const;
  });
  return new Map([...operations, ...schemas]);
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

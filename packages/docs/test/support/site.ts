/** The documentation as it was built last, and what readers find there. */
import {
  type Contract,
  contractOperations,
} from '@agent-conversation/contract';
import bundle from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import type { Element, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { selectAll } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import { toString as textOfMarkdown } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { siteBaseUrl } from '../../src/pages/operation.ts';
import { files } from './files.ts';

export { files, samplesOf, source } from './files.ts';

export const contract = bundle as unknown as Contract;
export const operations = contractOperations(contract);

/** The HTML pages, parsed. The one that Redoc renders has tests of its own. */
export const pages: ReadonlyMap<string, Root> = new Map(
  [...files].flatMap(([path, text]) =>
    path.endsWith('.html') && path !== 'reference.html'
      ? [[path, fromHtml(text)]]
      : [],
  ),
);

/** Returns the values of an attribute of all elements that a CSS selector finds. */
export function attributes(
  tree: Root | Element,
  selector: string,
  name: string,
): string[] {
  return selectAll(selector, tree).map(({ properties }) =>
    String(properties[name]),
  );
}

/** The ids in each page. */
const ids = new Map(
  [...pages].map(([path, page]) => [
    path,
    new Set(attributes(page, '[id]', 'id')),
  ]),
);

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Returns the headings, properties and code of a page, without what is repeated in folded elements. */
export function outlineOf(page: Root): string[] {
  const repeated = new Set(selectAll('.expansion *', page));
  const parts = selectAll(
    'main :is(h1, h2, h3, h4, .property-name, pre, .bar)',
    page,
  );
  const shown = parts.filter((part) => !repeated.has(part));
  return shown.map((part) =>
    oneLine(part.tagName === 'div' ? callIn(part) : toString(part)),
  );
}

/** Returns the method and URL in the bar of an operation. */
function callIn(bar: Element): string {
  const [method = '', path = ''] = selectAll(
    ':scope > :is(.method, code)',
    bar,
  ).map((part) => toString(part));
  return `${method} ${siteBaseUrl}${path}`;
}

type MarkdownTree = ReturnType<ReturnType<typeof markdown>['parse']>;
const markdown = () => unified().use(remarkParse).use(remarkGfm);
/** The pages in Markdown that were parsed. */
const markdownTrees = new Map<string, MarkdownTree>();

function parseMarkdown(path: string): MarkdownTree {
  const tree = markdownTrees.get(path) ?? markdown().parse(files.get(path));
  markdownTrees.set(path, tree);
  return tree;
}

/** Returns the same of a page in Markdown. */
export function markdownOutlineOf(path: string): string[] {
  const found: string[] = [];
  visit(parseMarkdown(path), (node) => {
    if (node.type === 'heading') found.push(oneLine(textOfMarkdown(node)));
    if (node.type === 'code' && node.lang !== 'mermaid')
      found.push(oneLine(node.value));
    if (node.type !== 'listItem' || node.children[0]?.type !== 'paragraph')
      return;
    const [name, , type] = node.children[0].children;
    // A property without a type, such as a flag, has its meaning in a paragraph of its own.
    const isProperty = type
      ? type.type === 'emphasis'
      : node.children[1]?.type === 'paragraph';
    if (name?.type === 'inlineCode' && isProperty) found.push(name.value);
  });
  return found;
}

/** Returns the addresses in a file, relative to it. */
export function linksOf(path: string): string[] {
  const page = pages.get(path);
  if (page)
    return ['href', 'src'].flatMap((name) =>
      attributes(page, `[${name}]`, name),
    );
  const links: string[] = [];
  // The one with all pages has the links of each, relative to that page.
  if (!path.endsWith('.md') && path !== 'llms.txt') return links;
  visit(parseMarkdown(path), (node) => {
    if ('url' in node) links.push(node.url);
  });
  return links;
}

const base = 'https://docs.invalid/docs/';

/** Returns why a link leads nowhere, or not from a disk and under any address; undefined if it does. */
export function linkFault(from: string, link: string): string | undefined {
  const { href, pathname, hash, protocol, hostname } = new URL(
    link,
    base + from,
  );
  if (!href.startsWith(base)) {
    const isElsewhere = protocol === 'https:' && hostname !== 'docs.invalid';
    const isHere =
      protocol === 'data:' || ['127.0.0.1', 'localhost'].includes(hostname);
    return isElsewhere || isHere ? undefined : 'is neither relative nor https';
  }
  const path = decodeURIComponent(pathname.slice('/docs/'.length));
  if (!files.has(path)) return 'names no file';
  const anchor = decodeURIComponent(hash.slice(1));
  return anchor === '' || ids.get(path.replace(/\.md$/, '.html'))?.has(anchor)
    ? undefined
    : 'names no anchor';
}

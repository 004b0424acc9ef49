/** Makes HTML of Markdown: the only place that reads it. */
import type { Element, ElementContent, Root } from 'hast';
import { select, selectAll } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import GithubSlugger from 'github-slugger';
import { LRUCache } from 'lru-cache';
import {
  type ContainerDirective,
  directiveFromMarkdown,
} from 'mdast-util-directive';
import { type State, toHast } from 'mdast-util-to-hast';
import { directive } from 'micromark-extension-directive';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { type Processor, unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { codeFigure } from './code.ts';
import { anchor, shapeContainer } from './containers.ts';

/** Containers alone: in a sentence, a colon begins nothing. */
function containers(this: Processor): void {
  const { micromarkExtensions, fromMarkdownExtensions } = this.data();
  const { flow } = directive();
  micromarkExtensions!.push({ flow: flow! });
  fromMarkdownExtensions!.push(directiveFromMarkdown());
}

const parser = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(containers)
  .freeze();

/** The name that a heading consists of, such as `SandboxStatus`, or begins with, as `D07 · Limits` does. */
const nameAtStart = /^[A-Za-z]+[a-z][A-Z]\w*$|^D\d\d(?= · )/;

/** Makes HTML of GitHub-flavored Markdown with containers. HTML in it is left out. */
export function renderMarkdown(text: string): ElementContent[] {
  // Callers may change it.
  return structuredClone(rendered.memo(text));
}

// `npm start` renders the pages again that an edit has changed.
const rendered = new LRUCache({
  max: 2000,
  memoMethod(text: string) {
    const handlers = { containerDirective: containerToHtml };
    const tree = toHast(parser.parse(text), { handlers }) as Root;
    complete(tree);
    return tree.children as ElementContent[];
  },
});

function containerToHtml(
  state: State,
  node: ContainerDirective,
): ElementContent {
  const [first, ...others] = node.children;
  const hasLabel =
    first?.type === 'paragraph' && first.data?.directiveLabel === true;
  const content = hasLabel ? others : node.children;
  return shapeContainer({
    name: node.name,
    attributes: node.attributes ?? {},
    label: hasLabel ? state.all(first) : [],
    content: state.all({ ...node, children: content }),
    line: node.position!.start.line,
  });
}

/** Adds what the HTML of Markdown does not have: anchors, figures of code and labels of cells. */
function complete(tree: Root): void {
  const slugger = new GithubSlugger();
  visit(tree, 'element', (element, index, parent) => {
    const { tagName } = element;
    if (tagName === 'pre') {
      parent!.children[index!] = figureOf(element);
      return SKIP;
    }
    if (tagName === 'table') labelCells(element);
    if (tagName === 'a') leadToHtml(element);
    if (/^h[2-6]$/.test(tagName)) addAnchor(element, slugger);
    return undefined;
  });
}

/** Makes a figure of a block of code, titled by what follows the language. */
function figureOf(block: Element): Element {
  const code = select('code', block)!;
  const [, language = 'text'] =
    /^language-(.+)$/.exec(String(code.properties['className'])) ?? [];
  const { meta } = (code.data ?? {}) as { readonly meta?: string };
  // A block without a language is what the one before it prints.
  const title = language === 'text' ? 'Output' : '';
  // The parser adds a line break; an empty last line, as a diff may have, belongs to the code.
  const text = toString(code).replace(/\n$/, '');
  return codeFigure(text, language, meta ?? title);
}

/** Gives each cell of a table the heading of its column, for windows in which cells stand below each other. */
function labelCells(table: Element): void {
  const labels = selectAll('th', table).map((cell) => toString(cell));
  for (const row of selectAll('tr', table)) {
    const cells = selectAll('td', row);
    for (const [column, cell] of cells.entries()) {
      cell.properties['dataLabel'] = labels[column];
    }
  }
  // What scrolls must be reached by keyboard.
  table.properties['tabIndex'] = 0;
}

/** Makes a link to a Markdown file lead to its page, and removes the address of one that could run a script. */
function leadToHtml({ properties }: Element): void {
  const href = String(properties['href']);
  const [scheme] = /^[a-z][\w+.-]*:/i.exec(href) ?? [];
  if (scheme === undefined) {
    properties['href'] = href.replace(/\.md(?=#|$)/, '.html');
  } else if (!/^(https?|mailto):$/i.test(scheme)) {
    delete properties['href'];
  }
}

/** Gives a heading an id and a link to itself, unless the section around it has the id. */
function addAnchor(heading: Element, slugger: GithubSlugger): void {
  const { properties } = heading;
  if (properties['id'] !== undefined) return;
  const text = toString(heading);
  const [id = slugger.slug(text)] = nameAtStart.exec(text) ?? [];
  properties['id'] = id;
  heading.children.push(anchor(id, text));
}

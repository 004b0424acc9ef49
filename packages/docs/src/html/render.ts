/** Makes HTML of Markdown: the only place that reads it. */
import type { Element, ElementContent, Root } from 'hast';
import { selectAll } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import GithubSlugger from 'github-slugger';
import { LRUCache } from 'lru-cache';
import { type ContainerDirective, directiveFromMarkdown } from 'mdast-util-directive';
import type { State } from 'mdast-util-to-hast';
import { directive } from 'micromark-extension-directive';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { type Processor, unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { codeFigure } from './code.ts';
import { anchor, shapeContainer } from './containers.ts';

/** Containers alone: in a sentence, a colon begins nothing. */
function containers(this: Processor): void {
  const data = this.data();
  const { flow } = directive();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { flow: flow! }];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), directiveFromMarkdown()];
}

const parser = unified().use(remarkParse).use(remarkGfm).use(containers).freeze();

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
    const toHtml = unified().use(remarkRehype, { handlers }).use(anchorsAndLinks).use(figures);
    return toHtml.runSync(parser.parse(text)).children as ElementContent[];
  },
});

function containerToHtml(state: State, node: ContainerDirective): ElementContent {
  const [first, ...others] = node.children;
  const label = first?.type === 'paragraph' && first.data?.directiveLabel ? first : undefined;
  const content = label ? { ...node, children: others } : node;
  return shapeContainer({
    name: node.name,
    attributes: node.attributes ?? {},
    label: label ? state.all(label) : [],
    content: state.all(content),
    line: node.position!.start.line,
  });
}

/** Gives each heading below the first level an id and a link to itself; links from page to page lead to HTML. */
function anchorsAndLinks() {
  return (tree: Root): void => {
    const slugger = new GithubSlugger();
    visit(tree, 'element', (element) => {
      const { tagName, properties } = element;
      const { href } = properties;
      if (tagName === 'table') labelCells(element);
      if (/^h[2-6]$/.test(tagName) && properties['id'] === undefined) {
        const text = toString(element);
        const id = nameIn(text) ?? slugger.slug(text);
        properties['id'] = id;
        element.children.push(anchor(id, text));
      } else if (typeof href === 'string') {
        const isRelative = !/^[a-z][\w+.-]*:/i.test(href);
        if (isRelative) properties['href'] = href.replace(/\.md(?=#|$)/, '.html');
        else if (!/^(https?|mailto):/i.test(href)) delete properties['href'];
      }
    });
  };
}

/** Gives each cell of a table the heading of its column, for windows in which cells stand below each other. */
function labelCells(table: Element): void {
  const labels = selectAll('th', table).map((cell) => toString(cell));
  for (const row of selectAll('tbody > tr', table)) {
    for (const [column, cell] of selectAll(':scope > td', row).entries()) {
      cell.properties['dataLabel'] = labels[column];
    }
  }
  // What scrolls must be reached by keyboard.
  table.properties['tabIndex'] = 0;
}

/** The name that a heading consists of, such as `SandboxStatus`, or begins with, as `D07 · Limits` does. */
function nameIn(text: string): string | undefined {
  return /^([A-Za-z]+[a-z][A-Z]\w*)$/.exec(text)?.[1] ?? /^(D\d\d) · /.exec(text)?.[1];
}

/** Makes figures of blocks of code, titled by what follows the language. */
function figures() {
  return (tree: Root): void => {
    visit(tree, 'element', (element, index, parent) => {
      const [code] = element.children;
      if (element.tagName !== 'pre' || code?.type !== 'element' || !parent) return undefined;
      const language = /^language-(.+)$/.exec(String(code.properties['className']))?.[1] ?? 'text';
      const meta = (code.data as { meta?: string } | undefined)?.meta;
      // A block without a language is what the one before it prints.
      const title = meta ?? (language === 'text' ? 'Output' : '');
      // The parser adds a line break; an empty last line, as a diff may have, belongs to the code.
      const text = toString(code).replace(/\n$/, '');
      parent.children[index!] = codeFigure(text, language, title);
      return SKIP;
    });
  };
}

import { renderMermaidSVG } from 'beautiful-mermaid';
import GithubSlugger from 'github-slugger';
import type { Element, ElementContent, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { select, selectAll } from 'hast-util-select';
import { toString as textOfHtml } from 'hast-util-to-string';
import { h } from 'hastscript';
import { common, createLowlight } from 'lowlight';
import { LRUCache } from 'lru-cache';
import { toString as textOfMarkdown } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { BuildError } from '../build-error.ts';

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

/** Makes HTML of GitHub-flavored Markdown. HTML in it is left out. */
export function renderMarkdown(text: string): ElementContent[] {
  // Callers may change it.
  return structuredClone(rendered.memo(text));
}

const rendered = new LRUCache({
  max: 5000,
  memoMethod(text: string) {
    const toHtml = unified().use(remarkRehype).use(anchorsAndLinks).use(figures);
    return toHtml.runSync(parser.parse(text)).children as ElementContent[];
  },
});

/** Gives each heading below the first level an id and a link to itself; links from page to page lead to HTML. */
function anchorsAndLinks() {
  return (tree: Root): void => {
    const slugger = new GithubSlugger();
    visit(tree, 'element', (element) => {
      const { tagName, properties } = element;
      const { href } = properties;
      // What scrolls must be reached by keyboard.
      if (tagName === 'table') properties['tabIndex'] = 0;
      if (/^h[2-6]$/.test(tagName)) {
        const text = textOfHtml(element);
        const id = nameIn(text) ?? slugger.slug(text);
        properties['id'] = id;
        element.children.push(anchor(id, text));
      } else if (typeof href === 'string' && !/^[a-z][\w+.-]*:/i.test(href)) {
        properties['href'] = href.replace(/\.md(?=#|$)/, '.html');
      }
    });
  };
}

/** A link from which a reader takes the address of a part. */
export function anchor(id: string, text: string): Element {
  return h('a.anchor', { href: `#${id}`, ariaLabel: `Link to ${text}` });
}

/** The name that a heading consists of, such as `SandboxStatus`, or begins with, as `D07 · Limits` does. */
function nameIn(text: string): string | undefined {
  return /^([A-Za-z]+[a-z][A-Z]\w*)$/.exec(text)?.[1] ?? /^(D\d\d) · /.exec(text)?.[1];
}

/** Returns what a Markdown text says, in one line. */
export function plainText(markdown: string): string {
  const paragraphs = parser.parse(markdown).children.map((it) => textOfMarkdown(it));
  return paragraphs.join(' ').replaceAll(/\s+/g, ' ').trim();
}

const lowlight = createLowlight(common);

/** Makes figures of blocks of code, titled by what follows the language, and draws diagrams. */
function figures() {
  return (tree: Root): void => {
    visit(tree, 'element', (element, index, parent) => {
      const [code] = element.children;
      if (element.tagName !== 'pre' || code?.type !== 'element' || !parent) return undefined;
      const language = /^language-(.+)$/.exec(String(code.properties['className']))?.[1] ?? 'text';
      const text = textOfHtml(code).trimEnd();
      const meta = (code.data as { meta?: string } | undefined)?.meta;
      // A block without a language is what the one before it prints.
      const title = meta ?? (language === 'text' ? 'Output' : language);
      parent.children[index!] =
        language === 'mermaid' ? diagram(text) : figure(text, language, title);
      return SKIP;
    });
  };
}

function figure(code: string, language: string, title: string): Element {
  const isKnown = lowlight.registered(language);
  const colored = isKnown ? lowlight.highlight(language, code).children : [code];
  return h('figure.code', { dataLanguage: language }, [
    h('figcaption', [
      h('span', title),
      h('button.copy.needs-js', { type: 'button', ariaLabel: `Copy ${title}` }, 'Copy'),
    ]),
    h('pre', { tabIndex: 0 }, h('code', colored)),
  ]);
}

/** Draws a Mermaid diagram, named by its `accTitle`, in the colors of the site. @throws {BuildError} */
function diagram(text: string): Element {
  const [kind = ''] = text.split('\n');
  const title = /^\s*accTitle: (.+)$/m.exec(text)?.[1] ?? 'Diagram';
  const source = text.replaceAll(/^\s*acc(Title|Descr): .*\n/gm, '');
  let image: string;
  try {
    image = renderMermaidSVG(source, { padding: 12 });
  } catch (error) {
    throw new BuildError(`The diagram "${title}" cannot be drawn: ${(error as Error).message}`);
  }
  const svg = select('svg', fromHtml(image, { fragment: true }))!;
  // Styles in a document are against its policy, and ids must be unique in it.
  svg.children = svg.children.filter((it) => !('tagName' in it && it.tagName === 'style'));
  const id = `${kind.trim()}-${title}`.replaceAll(/\W+/g, '-');
  for (const element of [svg, ...selectAll('*', svg)]) {
    const { properties } = element;
    delete properties['style'];
    for (const [name, value] of Object.entries(properties)) {
      if (name === 'id') properties[name] = `${id}-${String(value)}`;
      else if (name.startsWith('data')) delete properties[name];
      else if (typeof value === 'string')
        properties[name] = value.replace(/^url\(#/, `url(#${id}-`);
    }
  }
  Object.assign(svg.properties, { role: 'img', ariaLabel: title });
  return h('figure.diagram', { tabIndex: 0 }, [svg]);
}

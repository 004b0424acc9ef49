import type { Element, ElementContent, Root } from 'hast';
import { toString } from 'hast-util-to-string';
import { h } from 'hastscript';
import { common, createLowlight } from 'lowlight';
import { SKIP, visit } from 'unist-util-visit';
import { diagram } from './diagrams.ts';

const lowlight = createLowlight(common);

/**
 * Makes each block of code a figure with a title, colors and a copy button, and draws diagrams. What follows the
 * language of a block is its title.
 */
export function figures() {
  return (tree: Root): void => {
    visit(tree, 'element', (element, index, parent) => {
      const [code] = element.children;
      if (element.tagName !== 'pre' || code?.type !== 'element' || !parent) return undefined;
      const language = /^language-(.+)$/.exec(String(code.properties['className']))?.[1] ?? 'text';
      const text = toString(code).trimEnd();
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
  return h('figure.code', { dataLanguage: language }, [
    h('figcaption', [
      h('span', title),
      h('button.copy.needs-js', { type: 'button', ariaLabel: `Copy ${title}` }, 'Copy'),
    ]),
    h('pre', { tabIndex: 0 }, h('code', colors(code, language))),
  ]);
}

function colors(code: string, language: string): ElementContent[] {
  if (!lowlight.registered(language)) return [{ type: 'text', value: code }];
  return lowlight.highlight(language, code).children as ElementContent[];
}

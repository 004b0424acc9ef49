import type { Element, ElementContent, Root } from 'hast';
import { toString } from 'hast-util-to-string';
import { h } from 'hastscript';
import { common, createLowlight } from 'lowlight';
import { SKIP, visit } from 'unist-util-visit';
import { memo } from '../memo.ts';

const lowlight = createLowlight(common);

/** What each language is called. A `text` block shows what the block before it prints. */
const titles: Readonly<Record<string, string>> = {
  diff: 'Change',
  http: 'HTTP',
  js: 'JavaScript',
  json: 'JSON',
  sh: 'Shell',
  text: 'Prints',
  ts: 'TypeScript',
  yaml: 'YAML',
};

/** Makes each block of code a figure with a title, colours and a button that copies it. */
export function codeFigures() {
  return (tree: Root): void => {
    visit(tree, 'element', (element, index, parent) => {
      const [code] = element.children;
      if (element.tagName !== 'pre' || code?.type !== 'element' || !parent) return undefined;
      const language = /^language-(.+)$/.exec(String(code.properties['className']))?.[1] ?? 'text';
      parent.children[index!] = codeFigure(toString(code).trimEnd(), language);
      return SKIP;
    });
  };
}

/**
 * A block of code.
 *
 * @param title what stands above it; by default the name of the language
 */
export function codeFigure(
  code: string,
  language: string,
  title = titles[language] ?? language,
): Element {
  return h('figure.code', { dataLanguage: language }, [
    h('figcaption', [
      h('span', title),
      h('button.copy.needs-js', { type: 'button', ariaLabel: `Copy ${title}` }, 'Copy'),
    ]),
    h('pre', { tabIndex: 0 }, h('code', colours(code, language))),
  ]);
}

function colours(code: string, language: string): ElementContent[] {
  if (!lowlight.registered(language)) return [{ type: 'text', value: code }];
  return structuredClone(highlighted(`${language}\n${code}`, code, language));
}

const highlighted = memo(
  (_key, code: string, language: string) =>
    lowlight.highlight(language, code).children as ElementContent[],
);

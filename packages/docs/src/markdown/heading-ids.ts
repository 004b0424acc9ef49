import GithubSlugger from 'github-slugger';
import type { Element, Root } from 'hast';
import { toString } from 'hast-util-to-string';
import { h } from 'hastscript';
import { visit } from 'unist-util-visit';

/** Gives each heading below the first level an id, and a link to itself. */
export function headingIds() {
  return (tree: Root): void => {
    const slugger = new GithubSlugger();
    visit(tree, 'element', (element) => {
      if (!/^h[2-6]$/.test(element.tagName)) return;
      const text = toString(element);
      const id = nameIn(text) ?? slugger.slug(text);
      element.properties['id'] = id;
      element.children.push(anchor(id, text));
    });
  };
}

/** A link that a reader takes the address of a part from. */
export function anchor(id: string, text: string): Element {
  return h('a', { class: 'anchor', href: `#${id}`, ariaLabel: `Link to ${text}` });
}

/** The name that a heading consists of, such as `SandboxStatus`, or begins with, as `D07 · Limits` does. */
function nameIn(text: string): string | undefined {
  return /^([A-Za-z]+[a-z][A-Z]\w*)$/.exec(text)?.[1] ?? /^(D\d\d) · /.exec(text)?.[1];
}

import type { Element, ElementContent } from 'hast';
import { toString } from 'hast-util-to-string';
import { h } from 'hastscript';
import { SKIP, visit } from 'unist-util-visit';
import { decisionText, type Decision } from '../pages/decisions.ts';
import { renderMarkdown } from './render.ts';

/** Makes links to decisions open them beside the text (Popover API), and returns the notes for that. */
export function decisionNotes(
  body: readonly ElementContent[],
  decisions: readonly Decision[],
  root: string,
): Element[] {
  const used = new Set<Decision>();
  visit({ type: 'root', children: [...body] }, 'element', (element) => {
    if (element.tagName !== 'a') return undefined;
    const id = /decisions\.html#(D\d\d)$/.exec(String(element.properties['href']))?.[1];
    const decision = decisions.find((it) => it.id === id);
    if (!decision) return undefined;
    used.add(decision);
    element.tagName = 'button';
    element.properties = {
      type: 'button',
      className: ['decision'],
      popoverTarget: `note-${decision.id}`,
      title: decision.title,
    };
    element.children = [{ type: 'text', value: toString(element) }];
    return SKIP;
  });
  return [...used].map((decision) => {
    const { id, title } = decision;
    const text = decisionText(decision).replaceAll(/\]\((#D|(?!\w+:))/g, (_, start: string) =>
      start === '#D' ? `](${root}decisions.md#D` : `](${root}`,
    );
    const href = `${root}decisions.html#${id}`;
    return h('aside.note', { id: `note-${id}`, popover: 'auto', ariaLabel: `Decision ${id}` }, [
      h('p.note-title', [h('a', { href }, id), ` ${title}`]),
      ...renderMarkdown(text),
    ]);
  });
}

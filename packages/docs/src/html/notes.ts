/** The notes of decisions: what a page shows beside its text when a reader asks why (Popover API). */
import type { Decision } from '@agent-conversation/cli/decisions';
import type { Element, ElementContent } from 'hast';
import { toString } from 'hast-util-to-string';
import { h } from 'hastscript';
import { SKIP, visit } from 'unist-util-visit';
import { decisionText } from '../pages/decisions.ts';
import { renderMarkdown } from './render.ts';

/** Makes buttons of the links to decisions, and returns the notes that these open. */
export function addDecisionNotes(
  body: readonly ElementContent[],
  decisions: readonly Decision[],
  root: string,
): Element[] {
  const used = new Set<Decision>();
  visit({ type: 'root', children: [...body] }, 'element', (element) => {
    if (element.tagName !== 'a') return undefined;
    const id = /decisions\.html#(D\d\d)$/.exec(
      String(element.properties['href']),
    )?.[1];
    const decision = decisions.find((candidate) => candidate.id === id);
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
  return [...used].map((decision) => note(decision, root));
}

function note(decision: Decision, root: string): Element {
  const { id, title } = decision;
  const target = `note-${id}`;
  // Its links start from the page of the decisions.
  const text = decisionText(decision).replaceAll(
    /\]\((#D|(?!\w+:))/g,
    (_, start: string) =>
      start === '#D' ? `](${root}decisions.md#D` : `](${root}`,
  );
  return h(
    'aside.note',
    { id: target, popover: 'auto', ariaLabel: `Decision ${id}` },
    [
      h('header', [
        h('p.note-title', [
          h('a', { href: `${root}decisions.html#${id}` }, id),
          ` ${title}`,
        ]),
        h(
          'button.close',
          {
            type: 'button',
            popoverTarget: target,
            popoverTargetAction: 'hide',
          },
          'Close',
        ),
      ]),
      ...renderMarkdown(text),
    ],
  );
}

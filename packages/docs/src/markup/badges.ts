import type { Element } from 'hast';
import { h } from 'hastscript';
import type { Sourced } from '../contract.ts';
import { toDecision } from '../site/addresses.ts';

/**
 * How certain a part of the contract is, with links to its decisions; nothing if it has no annotation.
 *
 * @param covers what the annotation covers, such as `: method, path and purpose`
 */
export function badge(part: Sourced, covers = ''): Element[] {
  const { 'x-provenance': provenance, 'x-decision': decision, 'x-assumed': assumed = {} } = part;
  return [
    ...(provenance ? [badgeOf(provenance, `${provenance}${covers}`, decision)] : []),
    ...Object.entries(assumed).map(([aspect, id]) => badgeOf('assumed', `${aspect} assumed`, id)),
  ];
}

function badgeOf(provenance: string, text: string, decision: string | undefined): Element {
  const classes = ['badge', provenance];
  if (decision === undefined) return h('span', { class: classes }, text);
  return h('a', { class: classes, href: toDecision(decision) }, `${text} · ${decision}`);
}

/** Annotates what must never be shown, logged or stored. */
export function secretBadge(): Element {
  return h('span', { class: ['badge', 'secret'] }, 'secret');
}

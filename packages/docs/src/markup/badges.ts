import type { Element } from 'hast';
import { h } from 'hastscript';
import type { Sourced } from '../contract.ts';
import { toDecision } from '../site/addresses.ts';

/** Where a part of the contract comes from, with a link to the decision behind it; nothing if it does not say so. */
export function badge({ 'x-provenance': provenance, 'x-decision': decision }: Sourced): Element[] {
  if (provenance === undefined) return [];
  const classes = ['badge', provenance];
  if (decision === undefined) return [h('span', { class: classes }, provenance)];
  const text = `${provenance} · ${decision}`;
  return [h('a', { class: classes, href: toDecision(decision) }, text)];
}

/** Marks what must never be shown, logged or kept. */
export function secretBadge(): Element {
  return h('span', { class: ['badge', 'secret'] }, 'secret');
}

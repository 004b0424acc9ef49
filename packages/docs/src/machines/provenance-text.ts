import { provenanceText as textOf } from '@agent-conversation/contract';
import { type Sourced, withoutBundleTexts } from '../contract.ts';
import type { LinkTo } from './links.ts';
import { blocks, link } from './markdown-text.ts';

/** What a part means, without what its other properties state. */
export function meaning(part: Sourced): string {
  return withoutBundleTexts({ ...part }).description?.trim() ?? '';
}

/** How certain a part is, with links to the decisions; empty if it has no annotation. */
export function provenanceText(part: Sourced, linkTo: LinkTo, covers = ''): string {
  return textOf(part, covers, (id) => link(id, linkTo('decision', id)));
}

/** What a part means, with its provenance behind it, for a cell of a table. */
export function meaningAndProvenance(part: Sourced, linkTo: LinkTo): string {
  return `${meaning(part)} ${emphasized(part, linkTo)}`.trim();
}

/** What a part means, with its provenance in a paragraph below. */
export function meaningAboveProvenance(part: Sourced, linkTo: LinkTo): string {
  return blocks(meaning(part), emphasized(part, linkTo));
}

function emphasized(part: Sourced, linkTo: LinkTo): string {
  const provenance = provenanceText(part, linkTo);
  return provenance && `*${provenance}*`;
}

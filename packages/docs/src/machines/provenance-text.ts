import { withoutBundleTexts } from '../projection/without-bundle-texts.ts';
import type { Provenance, Sourced } from '../contract.ts';
import type { LinkTo } from './links.ts';
import { blocks, link } from './markdown-text.ts';

const phrases: Readonly<Record<Provenance, string>> = {
  documented: 'Documented',
  observed: 'Observed of running deployments',
  assumed: 'Assumed',
};

/** What a part means, without what its other members say anyway. */
export function meaning(part: Sourced): string {
  return withoutBundleTexts({ ...part }).description?.trim() ?? '';
}

/**
 * A sentence that tells where a part comes from, or nothing if the part does not say.
 *
 * @param what to which side of the part that applies
 */
export function provenanceText(part: Sourced, linkTo: LinkTo, what = ''): string {
  const { 'x-provenance': provenance, 'x-decision': decision } = part;
  if (provenance === undefined) return '';
  const reason = decision && ` (${link(`decision ${decision}`, linkTo('decision', decision))})`;
  return `${phrases[provenance]}${what}${reason ?? ''}.`;
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

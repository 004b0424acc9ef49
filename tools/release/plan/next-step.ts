import type { Review } from '@agent-conversation/diff';

/** What is to be done, or why nothing can be. */
export type NextStep =
  { readonly step: 'propose' | 'publish' | 'nothing' } | { readonly refusal: string };

/** How a commit stands at origin. */
export interface Standing {
  /** Whether there is a tag of its version: it is published. */
  readonly isTagged: boolean;
  /** Whether it is the newest of `main`. */
  readonly isNewest: boolean;
}

/**
 * What is to be done with a commit of `main`. A version is published before the next one is proposed, and without
 * the changes that are meant for the next one: none is passed over, and each is what its changelog tells.
 *
 * @param review of the commit, without complaints
 */
export function nextStep(
  { versions: { current }, planned }: Pick<Review, 'versions' | 'planned'>,
  { isTagged, isNewest }: Standing,
): NextStep {
  const [changeset] = planned.changesets;
  if (!changeset) return { step: isTagged ? 'nothing' : 'publish' };
  // What comes after it decides.
  if (!isNewest) return { step: 'nothing' };
  if (isTagged) return { step: 'propose' };
  return {
    refusal:
      `${changeset.file}: is for the release after ${current}, and origin has no tag v${current}: ` +
      `run the workflow of the commit that made ${current} again, then this one; ` +
      'tools/release/README.md tells what else may be done',
  };
}

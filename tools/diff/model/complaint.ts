import type { Place } from './place.ts';

/** Why a contract may not be released as it is. */
export type ComplaintKind =
  /** A change that needs an approval has none. */
  | 'approval-missing'
  /** An approval speaks of a change that is not there: no longer, or the element changes in another way now. */
  | 'approval-unknown'
  /** The change is there, and is told in another sentence than the approval has. */
  | 'approval-stale'
  | 'approval-expired'
  /** An approval of a change that breaks nobody. */
  | 'approval-needless'
  | 'changeset-missing'
  /** What the changesets plan is less than what the changes need. */
  | 'changeset-too-small'
  /** A changeset that raises no package that is published. */
  | 'changeset-needless'
  /** A changeset without prose. */
  | 'changeset-wordless'
  /** `info.version`, the released version and those of the packages are not one. */
  | 'versions-disagree'
  /** The released contract is not the one that was released. */
  | 'baseline-edited';

/** Something that has to be mended before the contract may be released. */
export interface Complaint {
  readonly kind: ComplaintKind;
  readonly place: Place;
  /** A sentence: what is wrong, and what to do. */
  readonly message: string;
  /** What to write, and into which file, if that mends it. */
  readonly paste: Paste | undefined;
}

/** A text that somebody may write into a file. */
export interface Paste {
  /** Relative to the root of the repository, with `/`. */
  readonly file: string;
  readonly text: string;
}

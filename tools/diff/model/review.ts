import type { Change } from './change.ts';
import type { Complaint } from './complaint.ts';
import type { Place } from './place.ts';
import type { Target } from './version-step.ts';

/** A reviewed record that a breaking change is meant, as it stands in `openapi/approvals.yaml`. */
export interface Approval {
  /** Of the change: 16 hexadecimal digits. */
  readonly fingerprint: string;
  /** The message of the change, for those who review the record. */
  readonly change: string;
  /** Why it is worth breaking somebody; goes into the changelog. */
  readonly reason: string;
  /** What users do about it; goes into the changelog. */
  readonly migration: string;
  /** An e-mail address or a @handle. */
  readonly owner: string;
  /** The last day on which it holds (UTC), as YYYY-MM-DD. */
  readonly expires: string;
  readonly place: Place;
}

/** How a change stands to the approvals. */
export type ApprovalState = 'not needed' | 'missing' | 'stale' | 'expired' | 'approved';

/** A change, and how it stands to the approvals. */
export interface ReviewedChange extends Change {
  readonly approvalState: ApprovalState;
  /** The record with its fingerprint, whatever its state. */
  readonly approval: Approval | undefined;
}

/** What has changed since the last release, what it needs, and what is missing. */
export interface Review {
  /** Sorted by effect, then by pointer. */
  readonly changes: readonly ReviewedChange[];
  /** All records of `openapi/approvals.yaml`. */
  readonly approvals: readonly Approval[];
  readonly versions: Versions;
  /** The least version that tells users of the changes. */
  readonly least: Target;
  /** What the changesets make of the packages. */
  readonly planned: Plan;
  /** Empty if the contract may be released. */
  readonly complaints: readonly Complaint[];
}

/** The versions that have to be one. */
export interface Versions {
  /** `info.version` of the released contract. */
  readonly released: string;
  /** `info.version` of the current one. */
  readonly current: string;
  /** Of the published packages, by their names. */
  readonly packages: Readonly<Record<string, string>>;
}

/** What changesets plans for the published packages. */
export interface Plan extends Target {
  readonly changesets: readonly PlannedChangeset[];
}

/** A file of `.changeset/`. */
export interface PlannedChangeset extends Pick<Target, 'step'> {
  /** Relative to the root of the repository, with `/`. */
  readonly file: string;
  /** Its prose, for the changelog. */
  readonly summary: string;
  /** The packages that it names, in its order. */
  readonly packages: readonly PlannedPackage[];
}

/** A package that a changeset names, with the step that it asks for. */
export interface PlannedPackage extends Pick<Target, 'step'> {
  readonly name: string;
  readonly isPublished: boolean;
}

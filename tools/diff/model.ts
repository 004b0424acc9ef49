/** The types of a comparison and of a review. `review.schema.json` describes the JSON report. */
import type { Location as Position } from '@agent-conversation/cli/source';
import type { Json, Provenance } from '@agent-conversation/contract';

/** Who is affected by a breaking change: clients that send, those that read, or TypeScript that no longer compiles. */
export type Breaks = 'sender' | 'receiver' | 'source';

/**
 * What a change does to users of the released contract, the worst first: `breaking` fails a working program,
 * `compatible` adds or promises more, `editorial` concerns only what people read.
 */
export const effects = ['breaking', 'compatible', 'editorial'] as const;
export type Effect = (typeof effects)[number];

export type Evidence =
  /** A value that is sent, in a request or in a response, and why it is not valid on the other side. */
  | {
      readonly value: Json;
      readonly error: string;
      readonly direction: 'request' | 'response';
    }
  /** The keyword because of which that is unknown. */
  | { readonly undecided: string };

/** A file, relative to the root of the repository, and a line, from 1. */
export type Location = Pick<Position, 'file' | 'line'>;

/** One difference between two contracts, reported once, however many operations it reaches. */
export interface Change {
  /** Permanent id of the rule, as listed in `rules.ts`. */
  readonly rule: string;
  readonly effect: Effect;
  /** Empty unless the effect is `breaking`. */
  readonly breaks: readonly Breaks[];
  /** Whether it breaks something documented or observed; a change of what is only assumed needs no approval. */
  readonly needsApproval: boolean;
  /** Of the element in the current bundle; in the released one, if it was removed. */
  readonly pointer: string;
  /** In the sources of the contract; if it was removed, in the released bundle, or in a commit: `1234567:a.yaml`. */
  readonly location: Location;
  /** The operationIds that it reaches, sorted. */
  readonly operations: readonly string[];
  readonly generation: 'v0' | 'v1' | 'both' | 'none';
  /** Of the released element; of the new one, if it was added. */
  readonly provenance: Provenance;
  readonly message: string;
  /** What users do about it; empty if nothing. */
  readonly migration: string;
  /** 16 hexadecimal digits, stable as long as the same element changes in the same way. */
  readonly fingerprint: string;
  /** A value that shows that a change of a schema breaks, or the keyword because of which that is unknown. */
  readonly evidence: Evidence | undefined;
  /** What of the last release no longer compiles because of it: approved with it. */
  readonly sources: readonly BrokenSource[];
}

/** A sample or a block of a README that no longer compiles. */
export interface BrokenSource {
  readonly name: string;
  readonly location: Location;
  /** What the compiler says, without the types that it spells out. */
  readonly error: string;
}

/** A record of `openapi/approvals.yaml`, whose schema describes it. */
export interface Approval {
  readonly fingerprint: string;
  readonly change: string;
  readonly reason: string;
  readonly migration: string;
  readonly owner: string;
  readonly expires: string;
  readonly location: Location;
}

export interface ReviewedChange extends Change {
  readonly approvalState:
    'not needed' | 'missing' | 'stale' | 'expired' | 'approved';
  /** The record with its fingerprint, whatever its state. */
  readonly approval: Approval | undefined;
}

/** Version steps (Semantic Versioning 2.0.0), the smallest first. */
export const steps = ['none', 'patch', 'minor', 'major'] as const;
export type Step = (typeof steps)[number];

/** A version, and the step that leads to it. */
export interface Target {
  readonly step: Step;
  readonly version: string;
}

/** What changesets plans for the published packages. */
export interface Plan extends Target {
  /** The files of `.changeset/`, and the packages that they name. */
  readonly changesets: readonly {
    readonly file: string;
    readonly step: Step;
    readonly summary: string;
    readonly packages: readonly {
      readonly name: string;
      readonly step: Step;
      readonly isPublished: boolean;
    }[];
  }[];
}

/** Something to fix before the contract can be released. */
export interface Diagnostic {
  readonly kind:
    | `approval-${'missing' | 'unknown' | 'stale' | 'expired' | 'needless'}`
    | `changeset-${'missing' | 'too-small' | 'needless' | 'without-summary'}`
    | 'versions-disagree'
    | 'released-edited';
  readonly location: Location;
  /** What is wrong, and what to do. */
  readonly message: string;
  /** Text that fixes it, and the file where it belongs. */
  readonly paste?: { readonly file: string; readonly text: string };
}

/** What a branch changes. */
export interface Since {
  /** As it was asked for, such as `main`. */
  readonly ref: string;
  /** The last commit that is common with it, abbreviated. */
  readonly commit: string;
  /** Sorted by effect, then by pointer. What was not released yet breaks nobody. */
  readonly changes: readonly ReviewedChange[];
  /** The files of `.changeset/` that the branch adds or edits. */
  readonly changesets: readonly string[];
}

/** What changed since the last release, what it requires, and what is missing. */
export interface Review {
  /** Sorted by effect, then by pointer. */
  readonly changes: readonly ReviewedChange[];
  readonly approvals: readonly Approval[];
  /** `info.version` of both contracts, and the versions of the published packages. */
  readonly versions: {
    readonly released: string;
    readonly current: string;
    readonly packages: Readonly<Record<string, string>>;
  };
  /** The smallest version that announces the changes. */
  readonly least: Target;
  readonly planned: Plan;
  /** Undefined unless it was asked for. */
  readonly since: Since | undefined;
  /** Empty if the contract can be released. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Runs of the checker and what they report. These types are published. */
import type { Edition } from '../oracle/editions.ts';
import type { DeviationName, Exchange, Violation } from '../oracle/exchange.ts';

/** A generation of the interface. */
export type Generation = 'v0' | 'v1';

/** One thing that a run checks. */
export interface PlannedCheck {
  /** The operation and what is checked, such as `searchSandboxes.pages`. */
  readonly id: string;
  /** What has to hold, as a sentence. */
  readonly title: string;
  readonly operation: string;
  readonly generation: Generation;
  /** Whether it changes the state of the server. */
  readonly writes: boolean;
}

/** What a run is going to do, before it sends anything. */
export interface Plan {
  readonly settings: RunSettings;
  /** The checks, in the order in which they are made. */
  readonly checks: readonly PlannedCheck[];
  /** Checks that were selected, and are left out because they change the state of the server. */
  readonly leftOut: readonly PlannedCheck[];
}

/** What is wrong with an exchange, or with several of them together. */
export interface CheckViolation extends Violation {
  /** The exchange that shows it, as an index of the check's exchanges; undefined if there is none. */
  readonly exchange: number | undefined;
}

/** An exchange of a run. */
export interface RecordedExchange extends Exchange {
  readonly startedAt: Date;
  /** In milliseconds. */
  readonly duration: number;
}

/** How a check ended. A check that only has warnings and known deviations has passed. */
export type Outcome = 'passed' | 'failed' | 'skipped';

/** The result of one check. */
export interface CheckResult {
  readonly check: PlannedCheck;
  readonly outcome: Outcome;
  /** Why it was skipped. */
  readonly reason: string | undefined;
  readonly violations: readonly CheckViolation[];
  /** How many more violations there are: those of a response and of a run are limited. */
  readonly omitted: number;
  readonly exchanges: readonly RecordedExchange[];
  /** In milliseconds. */
  readonly duration: number;
  /** A command line that makes the check again, with those that its violations need; undefined if there are none. */
  readonly rerun: string | undefined;
}

/** Something that the run created on the server, and that is still there. */
export interface Leftover {
  readonly kind: 'sandbox' | 'app conversation' | 'legacy conversation';
  readonly id: string;
  /** What could not be done about it, and why. */
  readonly reason: string;
}

/** The settings of a run, as they are reported. */
export interface RunSettings {
  readonly baseUrl: string;
  readonly seed: number;
  readonly write: boolean;
  readonly strict: boolean;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** The bounds of the run. */
  readonly budget: { readonly requests: number; readonly milliseconds: number };
  /** Requests a second at most. */
  readonly rate: number;
  /** The edition to compare with, `auto` to find it out; undefined for the contract alone. */
  readonly edition: Edition | 'auto' | undefined;
}

/** A way in which the edition is known to differ from the contract, and how often the run has seen it. */
export interface KnownDeviation extends DeviationName {
  /** What the edition does, as a sentence. */
  readonly description: string;
  /** How many violations it explains. */
  readonly violations: number;
  /** Whether the run has seen it; also if it left out checks of what the edition does not have. */
  readonly isSeen: boolean;
}

/** A whole run. */
export interface Run {
  readonly settings: RunSettings;
  readonly contractVersion: string;
  readonly startedAt: Date;
  /** In milliseconds. */
  readonly duration: number;
  /** How many requests were sent. */
  readonly requests: number;
  /** How many of them exceeded the rate limit of the server (429); they were sent again. */
  readonly rateLimited: number;
  /** Which generations the server has; undefined for one that was not looked for. */
  readonly generations: Readonly<Record<Generation, boolean | undefined>>;
  /** The edition that the server was compared with; undefined for the contract alone. */
  readonly edition: Edition | undefined;
  /** What that edition is known to do differently; empty without an edition. */
  readonly deviations: readonly KnownDeviation[];
  /** What probably explains many violations, and what to do about it. */
  readonly hints: readonly string[];
  readonly results: readonly CheckResult[];
  readonly leftovers: readonly Leftover[];
  /** The secrets of the exchanges, also of those whose bodies are not kept. No report has them. */
  readonly secrets: readonly string[];
  readonly verdict: Verdict;
}

/** The end of a run: the server conforms, it does not, or that could not be determined. */
export type Verdict =
  | { readonly kind: 'conforms' }
  | { readonly kind: 'violations' }
  | { readonly kind: 'could not run'; readonly reason: string };

import type { CheckFinding, Leftover, Outcome, RunSettings, Verdict } from '../checker/run.ts';
import type { Totals } from './totals.ts';

/**
 * A run as JSON. What is not known or not there is null. Members may be added; for anything else that changes
 * for those who read it, `format` is counted up. The bodies are in the HAR report.
 */
export interface JsonReport {
  readonly format: 1;
  readonly verdict: Verdict['kind'];
  /** Why the run could not find out. */
  readonly reason: string | null;
  /** The version of the contract that the server was held against. */
  readonly contract: string;
  /** As in RFC 3339, in UTC. */
  readonly startedAt: string;
  /** In milliseconds, like all times. */
  readonly duration: number;
  /** How many requests were sent. */
  readonly requests: number;
  /** How many of them exceeded the rate limit of the server (429). */
  readonly rateLimited: number;
  readonly settings: RunSettings;
  /** Which generations the server has. */
  readonly generations: { readonly v0: boolean | null; readonly v1: boolean | null };
  readonly totals: Totals;
  /** In the order in which they were made. */
  readonly checks: readonly JsonCheck[];
  /** What the run made on the server, and could not remove. */
  readonly leftovers: readonly Leftover[];
}

/** One thing that was looked at. */
export interface JsonCheck {
  readonly id: string;
  readonly title: string;
  readonly operation: string;
  readonly generation: 'v0' | 'v1';
  readonly writes: boolean;
  readonly outcome: Outcome;
  /** Why it was skipped. */
  readonly reason: string | null;
  readonly duration: number;
  /** A command line that makes the check again. */
  readonly again: string | null;
  readonly findings: readonly JsonFinding[];
  readonly exchanges: readonly JsonExchange[];
}

/** One place in which an exchange is not as the contract says. */
export type JsonFinding = {
  readonly [Name in keyof CheckFinding]: undefined extends CheckFinding[Name]
    ? Exclude<CheckFinding[Name], undefined> | null
    : CheckFinding[Name];
};

/** A request and the status of its answer. */
export interface JsonExchange {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly startedAt: string;
  readonly duration: number;
}

import type { State } from './goals.ts';

/** One part of the bench: what it measures, and where the results go. */
export interface Part {
  readonly id: string;
  /** The ids of what it measures; no other part has one of them. */
  readonly subjects: readonly string[];
  /** How often each measurement is repeated by default. */
  readonly rounds: number;
  /** The page of results, as the root of the repository sees it. */
  readonly page: string;
  readonly measure: (plan: Plan) => Promise<Outcome>;
}

/** What is to be measured, and how. */
export interface Plan {
  /** The subjects to measure, by id. */
  readonly only: readonly string[];
  /** For how long each load lasts. */
  readonly seconds: number;
  /** How often each measurement is repeated. */
  readonly rounds: number;
  /** The day, of UTC, as in 2026-01-31. */
  readonly day: string;
  readonly machine: string;
}

/** What came of it. */
export interface Outcome {
  /** The page of results, in Markdown. */
  readonly page: string;
  readonly goals: readonly { readonly name: string; readonly state: State }[];
}

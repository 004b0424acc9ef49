/**
 * Exchanges that contradict the contract, beside what the checker knows of an edition: faults of the service that the
 * checker provokes in no other way.
 */
export interface Deviation {
  /** Of the decision that describes it. */
  readonly decision: string;
  readonly why: string;
  /** Names as in decisions: with an edition, or of every edition. */
  readonly exchanges: readonly string[];
}

export const deviations: readonly Deviation[] = [];

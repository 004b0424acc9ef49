import { BudgetSpent } from './budget.ts';

/** Why a run ends early, by what was thrown; undefined where that is a fault of the program. */
export function whyEnded(error: unknown, signal: AbortSignal): string | undefined {
  if (signal.aborted) return 'the run was interrupted';
  return error instanceof BudgetSpent ? error.message : undefined;
}

import type { Outcome, Run } from '../checker/run.ts';

/** How many checks ended how, and how much is wrong. */
export interface Totals extends Readonly<Record<Outcome, number>> {
  readonly errors: number;
  readonly warnings: number;
}

/** Counts the checks and the findings of a run. */
export function totalsOf({ results }: Run): Totals {
  const checks = (wanted: Outcome) => results.filter(({ outcome }) => outcome === wanted).length;
  const findings = results.flatMap((result) => result.findings);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return {
    passed: checks('passed'),
    failed: checks('failed'),
    skipped: checks('skipped'),
    errors,
    warnings: findings.length - errors,
  };
}

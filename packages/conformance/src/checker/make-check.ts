import { againLine } from './again.ts';
import { BudgetSpent } from './budget.ts';
import { type Check, CheckOver, Skipped } from './check.ts';
import { CheckContext } from './check-context.ts';
import { planned } from './plan.ts';
import type { CheckResult, Outcome } from './run.ts';
import type { Session } from './session.ts';

/** What came of a check. */
export interface MadeCheck {
  readonly result: CheckResult;
  /** Why it could not be made within the budget; undefined where it could. */
  readonly spent: string | undefined;
}

/**
 * Makes a check.
 *
 * @throws what the run was aborted with
 */
export async function makeCheck(session: Session, check: Check): Promise<MadeCheck> {
  const context = new CheckContext(session, check);
  const { findings, exchanges } = context;
  const start = performance.now();
  const error = await check.run(context).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const isSkipped = error instanceof BudgetSpent || error instanceof Skipped;
  if (error !== undefined && !isSkipped && !(error instanceof CheckOver)) throw error;
  const outcome: Outcome = findings.some(({ severity }) => severity === 'error')
    ? 'failed'
    : isSkipped
      ? 'skipped'
      : 'passed';
  const result: CheckResult = {
    check: planned(check),
    outcome,
    reason: isSkipped && outcome === 'skipped' ? error.message : undefined,
    findings,
    exchanges,
    duration: performance.now() - start,
    again:
      findings.length > 0
        ? againLine(session.settings, [...context.involved, check.id])
        : undefined,
  };
  return { result, spent: error instanceof BudgetSpent ? error.message : undefined };
}

/** The result of a check that is not made. */
export function skip(check: Check, reason: string): CheckResult {
  return {
    check: planned(check),
    outcome: 'skipped',
    reason,
    findings: [],
    exchanges: [],
    duration: 0,
    again: undefined,
  };
}

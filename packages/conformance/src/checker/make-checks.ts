import type { Check } from './check.ts';
import type { Preflight } from './preflight.ts';
import { makeCheck, skip } from './make-check.ts';
import type { CheckResult } from './run.ts';
import type { Session } from './session.ts';

/** After so many calls in a row without an answer, a server is taken to be gone. */
const mostSilence = 3;

/**
 * Makes checks one after the other.
 *
 * @param onResult called with what came of each
 * @returns why not all of them were made; undefined where they were
 * @throws what the run was aborted with
 */
export async function makeChecks(
  session: Session,
  checks: readonly Check[],
  { absences }: Preflight,
  onResult: (result: CheckResult) => void,
): Promise<string | undefined> {
  let spent: string | undefined;
  for (const check of checks) {
    if (session.silence >= mostSilence) return 'the server does not answer any more';
    const absence = absences.get(check.generation);
    if (absence === undefined) {
      const made = await makeCheck(session, check);
      spent ??= made.spent;
      onResult(made.result);
    } else {
      onResult(skip(check, absence));
    }
  }
  return spent;
}

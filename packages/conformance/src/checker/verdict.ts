import type { CheckResult, Verdict } from './run.ts';

/**
 * The end of a run.
 *
 * @param ended why it ended before every check was made; undefined where it did not
 */
export function verdictOn(results: readonly CheckResult[], ended: string | undefined): Verdict {
  if (results.some(({ outcome }) => outcome === 'failed')) return { kind: 'violations' };
  const made = results.filter(({ outcome }) => outcome === 'passed').length;
  if (ended !== undefined) {
    const reason = `${ended}; by then ${made} of ${results.length} checks were made, and none failed`;
    return { kind: 'could not run', reason };
  }
  if (made > 0) return { kind: 'conforms' };
  const [first] = results;
  return {
    kind: 'could not run',
    reason: `no check could be made: ${first?.reason ?? 'there is none'}`,
  };
}

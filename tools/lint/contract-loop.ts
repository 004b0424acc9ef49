/** What `npm run test:contract` runs, and what it reports. */
import type { Ended } from '@agent-conversation/cli/process';

/** Runs tasks of turbo until they end, or until they are stopped. */
export type RunTasks = (tasks: readonly string[], signal?: AbortSignal) => Promise<Ended>;

/** Written in place of what was not run. */
const skipped = 'Not run until lint passes: the tests of the contract, the diff';

/**
 * Lints the contract, and runs its tests and the diff at the same time. Where lint fails, they are stopped, as they would
 * repeat what it reports.
 *
 * @returns whether all of it passes, and what to print
 */
export async function testContract(
  runTasks: RunTasks,
): Promise<{ readonly ok: boolean; readonly output: string }> {
  const stop = new AbortController();
  const tests = ['@agent-conversation/openapi#test', '@agent-conversation/diff#review'];
  const tested = runTasks(tests, stop.signal);
  const linted = await runTasks(['@agent-conversation/openapi#lint']);
  if (!linted.ok) {
    stop.abort();
    await tested;
    return { ok: false, output: `${linted.output}\n${skipped}\n` };
  }
  const { ok, output } = await tested;
  return { ok, output: ok ? 'The contract passes lint, its tests and the diff\n' : `${output}\n` };
}

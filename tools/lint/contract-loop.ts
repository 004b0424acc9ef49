/** What `npm run test:contract` runs, and what it reports. */
import type { Ended } from '@agent-conversation/shared/process';

/** Runs tasks of turbo. */
export type RunTasks = (tasks: readonly string[]) => Promise<Ended>;

/**
 * Lints the contract, and runs its tests and the diff at the same time. Where lint fails, they are not reported, as
 * they would repeat it. They are not stopped either: a build that is cut off leaves packages without files.
 *
 * @returns whether all of it passes
 */
export async function testContract(
  runTasks: RunTasks,
  out: (text: string) => void,
): Promise<boolean> {
  const others = runTasks([
    '@agent-conversation/openapi#test',
    '@agent-conversation/diff#review',
  ]);
  const lint = await runTasks(['@agent-conversation/openapi#lint']);
  if (!lint.ok) {
    out(
      `${lint.output}\nNot reported until lint passes: the tests of the contract, the diff\n`,
    );
    await others;
    return false;
  }
  const { ok, output } = await others;
  out(
    ok ? 'The contract passes lint, its tests and the diff\n' : `${output}\n`,
  );
  return ok;
}

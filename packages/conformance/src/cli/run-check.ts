import { checkServer } from '../checker/check-server.ts';
import { quoted } from '../checker/again.ts';
import type { Run } from '../checker/run.ts';
import type { CliOptions } from './options.ts';
import { planText } from './plan-text.ts';
import { createProgress } from '../reports/progress.ts';
import { printable } from '../reports/printable.ts';
import { redactRun } from '../reports/redact-run.ts';
import { writeReports } from './write-reports.ts';

/** The exit codes of the program. */
export const exitCodes = { conforms: 0, violations: 1, 'could not run': 2 } as const;

/**
 * Makes a run, shows its progress, and writes its reports.
 *
 * @returns the exit code
 * @throws {OptionError} for an option that is wrong
 * @throws {Error} when a report cannot be written
 */
export async function runCheck({ check, reports, keyFile }: CliOptions): Promise<number> {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // The second one ends the program at once.
    process.once(signal, () => interruption.abort());
  }
  const isForPeople = reports.some(({ kind, file }) => kind === 'pretty' && file === undefined);
  const progress = createProgress(process.stderr);
  const run = await checkServer(
    { ...check, signal: interruption.signal },
    {
      onPlan: (plan) => (isForPeople ? process.stdout : process.stderr).write(planText(plan)),
      onCheck: ({ check: { id } }, done, of) => progress.show(done, of, id),
    },
  );
  progress.clear();
  const secrets = [check.apiKey];
  await writeReports(withKeyFile(run, keyFile), reports, { secrets, output: process.stdout });
  // A server can put the key where the reason tells it.
  const { verdict } = redactRun(run, secrets);
  if (verdict.kind === 'could not run') console.error(printable(verdict.reason));
  return exitCodes[verdict.kind];
}

/** A run whose command lines name the file that has the key. */
function withKeyFile(run: Run, file: string | undefined): Run {
  if (file === undefined) return run;
  const results = run.results.map((result) =>
    result.again === undefined
      ? result
      : { ...result, again: `${result.again} --api-key-file ${quoted(file)}` },
  );
  return { ...run, results };
}

import { getSystemErrorMessage } from 'node:util';
import { CommandError } from '@agent-conversation/cli';
import { replaceFile } from '@agent-conversation/cli/files';
import { checkServer } from '../checker/check-server.ts';
import { type CheckOptions, quoted } from '../checker/options.ts';
import type { Plan, Run } from '../checker/run.ts';
import { measureCoverage } from '../contract-coverage/coverage.ts';
import { coverageLine } from '../contract-coverage/summary.ts';
import { contract } from '../contract.ts';
import { reportHar } from '../reports/har.ts';
import { reportJson } from '../reports/json.ts';
import { reportJunit } from '../reports/junit.ts';
import { type PrettyOptions, reportPretty } from '../reports/pretty.ts';
import { createProgress } from '../reports/progress.ts';
import { redactRun } from '../reports/redact-run.ts';
import { count, duration, printable, wrap } from '../reports/text.ts';
import type { ReportTarget } from './command.ts';

/** The exit codes of the program. */
export const exitCodes = { conforms: 0, violations: 1, 'could not run': 2 } as const;

/**
 * Makes a run, shows its progress, and writes its reports.
 *
 * @param keyFile the file that has the key, for the command lines in the reports
 * @returns the exit code
 * @throws {OptionError} for an option that is wrong
 * @throws {CommandError} when a report cannot be written
 */
export async function runCheck(
  check: CheckOptions,
  reports: readonly ReportTarget[],
  keyFile: string | undefined,
): Promise<number> {
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
  writeReports(withKeyFile(run, keyFile), reports, secrets);
  // The reason can include the key, if the server returns it.
  const { verdict } = redactRun(run, secrets);
  if (verdict.kind === 'could not run') console.error(printable(verdict.reason));
  return exitCodes[verdict.kind];
}

/** A run whose command lines name the file that has the key. */
function withKeyFile(run: Run, file: string | undefined): Run {
  if (file === undefined) return run;
  const results = run.results.map(({ again, ...result }) => ({
    ...result,
    again: again && `${again} --api-key-file ${quoted(file)}`,
  }));
  return { ...run, results };
}

/** A plan, to be read before anything is sent. */
function planText({ settings, checks, leftOut }: Plan): string {
  const { baseUrl, seed, rate, budget, strict } = settings;
  const isWriting = checks.some(({ writes }) => writes);
  const byOperation = Map.groupBy(checks, ({ operation }) => operation);
  const operations = [...byOperation].flatMap(([name, own]) => {
    const kinds = own.map(({ id }) => id.slice(id.indexOf('.') + 1)).join(', ');
    return wrap(`${name} (${own[0]!.generation.toUpperCase()}): ${kinds}`, 100, '  ', '    ');
  });
  return [
    `${baseUrl} is checked against version ${contract.info.version} of the contract${strict ? ', strictly' : ''}.`,
    `${count(checks.length, 'check')}, ${isWriting ? 'which also start and change things on the server' : 'which only read'}:`,
    ...operations,
    ...(leftOut.length > 0 ? [`Left out without --write: ${count(leftOut.length, 'check')}.`] : []),
    `At most ${count(budget.requests, 'request')} in ${duration(budget.milliseconds)}, ${rate} a second. Seed ${seed}.`,
    '',
    '',
  ].join('\n');
}

const writers: Readonly<
  Record<ReportTarget['kind'], (run: Run, options: PrettyOptions) => string>
> = { pretty: reportPretty, json: reportJson, junit: reportJunit, har: reportHar };

/** @throws {CommandError} for a file that cannot be written, after the other reports */
function writeReports(
  run: Run,
  targets: readonly ReportTarget[],
  secrets: readonly string[],
): void {
  const failures: CommandError[] = [];
  const exchanges = run.results.flatMap((result) => result.exchanges);
  const { baseUrl } = run.settings;
  const coverage = coverageLine(measureCoverage(exchanges, { baseUrl }));
  const { stdout } = process;
  const terminal = stdout.isTTY && { color: stdout.getColorDepth() > 1, width: stdout.columns };
  for (const { kind, file } of targets) {
    const options = { secrets, coverage, color: false };
    const text = writers[kind](run, { ...options, ...(file === undefined && terminal) });
    if (file === undefined) {
      if (kind !== 'pretty' || run.results.length > 0) stdout.write(text);
      continue;
    }
    try {
      replaceFile(file, text);
    } catch (error) {
      const { errno = 0 } = error as NodeJS.ErrnoException;
      const reason = getSystemErrorMessage(errno);
      failures.push(new CommandError(`${file} cannot be written: ${reason}`));
    }
  }
  if (failures[0]) throw failures[0];
}

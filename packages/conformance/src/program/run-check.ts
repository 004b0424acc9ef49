import { count, duration, printable, wrap } from '@agent-conversation/cli/text';
import { checkServer } from '../checker/check-server.ts';
import { type CheckOptions, quoted } from '../checker/options.ts';
import type { Plan } from '../checker/run.ts';
import { contract } from '../contract.ts';
import type { Edition } from '../oracle/editions.ts';
import { createProgress } from '../reports/progress.ts';
import { redactRun } from '../reports/redact-run.ts';
import type { ReportTarget } from './targets.ts';
import { writeReports } from './write-reports.ts';

/** The exit codes of the program. */
export const exitCodes = {
  conforms: 0,
  violations: 1,
  'could not run': 2,
} as const;

/**
 * Makes a run, shows its progress, writes its reports, and returns the exit code.
 *
 * @param keyFile the file that has the key, for the command lines in the reports
 */
export async function runCheck(
  check: CheckOptions,
  targets: readonly ReportTarget[],
  keyFile: string | undefined,
): Promise<number> {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // The second one ends the program at once.
    process.once(signal, () => interruption.abort());
  }
  const isForPeople = targets.some(
    ({ kind, file }) => kind === 'pretty' && file === undefined,
  );
  const progress = createProgress(process.stderr);
  const run = await checkServer(
    { ...check, signal: interruption.signal },
    {
      onPlan: (plan) =>
        (isForPeople ? process.stdout : process.stderr).write(planText(plan)),
      onCheck: ({ check: { id } }, done, of) => progress.show(done, of, id),
    },
  );
  progress.clear();
  const option =
    keyFile === undefined ? '' : ` --api-key-file ${quoted(keyFile)}`;
  const results = run.results.map((it) => ({
    ...it,
    rerun: it.rerun && it.rerun + option,
  }));
  const secrets = [check.apiKey];
  const shown = { ...run, results };
  writeReports(shown, targets, secrets);
  // The reason can include the key, if the server returns it.
  const { verdict } = redactRun({ ...run, results: [] }, secrets);
  if (verdict.kind === 'could not run')
    console.error(printable(verdict.reason));
  return exitCodes[verdict.kind];
}

/** A plan, to be read before anything is sent. */
function planText({ settings, checks, leftOut }: Plan): string {
  const { baseUrl, seed, rate, budget, strict, edition } = settings;
  const how = strict ? ', strictly' : '';
  const asEdition =
    edition === undefined ? '' : `, and compared with ${editionText(edition)}`;
  const isWriting = checks.some(({ writes }) => writes);
  const effect = isWriting
    ? 'which also start and change things on the server'
    : 'which only read';
  const byOperation = Map.groupBy(checks, ({ operation }) => operation);
  const operations = [...byOperation].flatMap(([name, own]) => {
    const kinds = own.map(({ id }) => id.slice(id.indexOf('.') + 1)).join(', ');
    return wrap(
      `${name} (${own[0]!.generation.toUpperCase()}): ${kinds}`,
      100,
      '  ',
      '    ',
    );
  });
  return [
    `${baseUrl} is checked against version ${contract.info.version} of the contract${how}${asEdition}.`,
    `${count(checks.length, 'check')}, ${effect}:`,
    ...operations,
    ...(leftOut.length > 0
      ? [`Left out without --write: ${count(leftOut.length, 'check')}.`]
      : []),
    `At most ${count(budget.requests, 'request')} in ${duration(budget.milliseconds)}, ${rate} a second. Seed ${seed}.`,
    '',
    '',
  ].join('\n');
}

function editionText(edition: Edition | 'auto'): string {
  return edition === 'auto'
    ? 'the edition that it seems to be'
    : `edition ${edition}`;
}

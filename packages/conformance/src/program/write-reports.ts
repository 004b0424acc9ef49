/** Writes the reports of a run, to files or to the output of the program. */
import { getSystemErrorMessage } from 'node:util';
import { CommandError } from '@agent-conversation/cli';
import { replaceFile } from '@agent-conversation/cli/files';
import type { Run } from '../checker/run.ts';
import {
  coverageLine,
  measureCoverage,
} from '../contract-coverage/coverage.ts';
import { reportHar } from '../reports/har.ts';
import { reportJson } from '../reports/json.ts';
import { reportJunit } from '../reports/junit.ts';
import { reportPretty } from '../reports/pretty.ts';
import type { ReportTarget } from './targets.ts';

const writers = {
  pretty: reportPretty,
  json: reportJson,
  junit: reportJunit,
  har: reportHar,
};

/**
 * Writes the reports. One that cannot be made or written does not keep the others from being written.
 *
 * @throws {CommandError} for a report that cannot be made or written, after the other reports
 */
export function writeReports(
  run: Run,
  targets: readonly ReportTarget[],
  secrets: readonly string[],
): void {
  const { stdout } = process;
  const terminal = stdout.isTTY && {
    color: stdout.getColorDepth() > 1,
    width: stdout.columns,
  };
  const exchanges = run.results.flatMap((result) => result.exchanges);
  const { baseUrl } = run.settings;
  const coverage = coverageLine(measureCoverage(exchanges, { baseUrl }));
  const failures: CommandError[] = [];
  for (const { kind, file } of targets) {
    const layout = { color: false, ...(file === undefined && terminal) };
    const isEmpty = kind === 'pretty' && run.results.length === 0;
    try {
      const text = writers[kind](run, { secrets, coverage, ...layout });
      if (file !== undefined) replaceFile(file, text);
      else if (!isEmpty) stdout.write(text);
    } catch (error) {
      failures.push(failureOf(kind, file, error));
    }
  }
  if (failures[0]) throw failures[0];
}

function failureOf(
  kind: ReportTarget['kind'],
  file: string | undefined,
  error: unknown,
): CommandError {
  const { errno, name } = error as NodeJS.ErrnoException;
  const isOfSystem = file !== undefined && errno !== undefined;
  if (isOfSystem) {
    return new CommandError(
      `${file} cannot be written: ${getSystemErrorMessage(errno)}`,
    );
  }
  return new CommandError(
    `The ${kind} report cannot be made of this run (${name})`,
  );
}

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
 * Writes the reports. One that cannot be made of a run is made without its exchanges, and does not keep the others from
 * being written.
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
  const coverage = coverageOf(run);
  const failures: CommandError[] = [];
  for (const { kind, file } of targets) {
    const layout = { color: false, ...(file === undefined && terminal) };
    const options = {
      secrets,
      ...layout,
      ...(coverage !== undefined && { coverage }),
    };
    const isEmpty = kind === 'pretty' && run.results.length === 0;
    try {
      const text = reportOf(kind, run, options, failures);
      if (file !== undefined) replaceFile(file, text);
      else if (!isEmpty) stdout.write(text);
    } catch (error) {
      failures.push(failureOf(kind, file, error));
    }
  }
  if (failures[0]) throw failures[0];
}

/** Returns a report; without exchanges if they cannot be reported, which is added to the failures. */
function reportOf(
  kind: ReportTarget['kind'],
  run: Run,
  options: Parameters<typeof reportPretty>[1],
  failures: CommandError[],
): string {
  try {
    return writers[kind](run, options);
  } catch (error) {
    failures.push(failureOf(kind, undefined, error));
    return writers[kind](withoutExchanges(run), options);
  }
}

function withoutExchanges(run: Run): Run {
  const results = run.results.map((result) => ({
    ...result,
    violations: result.violations.map((violation) => ({
      ...violation,
      exchange: undefined,
    })),
    exchanges: [],
  }));
  return { ...run, results };
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

/** Returns a line about what of the contract a run has covered; undefined if that cannot be measured. */
function coverageOf(run: Run): string | undefined {
  const exchanges = run.results.flatMap((result) => result.exchanges);
  try {
    return coverageLine(
      measureCoverage(exchanges, { baseUrl: run.settings.baseUrl }),
    );
  } catch {
    return undefined;
  }
}

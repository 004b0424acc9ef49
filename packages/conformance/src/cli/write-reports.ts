import type { Run } from '../checker/run.ts';
import { measureCoverage } from '../contract-coverage/coverage.ts';
import { coverageLine } from '../contract-coverage/summary.ts';
import { renderReport } from '../reports/render-report.ts';
import { writeWhole } from '../reports/write-file.ts';
import type { ReportTarget } from './report-targets.ts';

/** Where reports that have no file go, such as `process.stdout`. */
export interface Output {
  readonly isTTY?: boolean | undefined;
  /** How wide the terminal is. */
  readonly columns?: number | undefined;
  /** How many colors it has, by the environment: 1 is none. */
  readonly getColorDepth?: (() => number) | undefined;
  write(text: string): unknown;
}

/**
 * Writes the reports that were asked for.
 *
 * @throws {Error} for a file that cannot be written, after the other reports
 */
export async function writeReports(
  run: Run,
  targets: readonly ReportTarget[],
  { secrets, output }: { readonly secrets: readonly string[]; readonly output: Output },
): Promise<void> {
  const failures: Error[] = [];
  const exchanges = run.results.flatMap((result) => result.exchanges);
  const { baseUrl } = run.settings;
  const coverage = coverageLine(measureCoverage(exchanges, { baseUrl }));
  for (const { kind, file } of targets) {
    if (file !== undefined) {
      const text = renderReport(kind, run, { secrets, coverage, color: false });
      await writeWhole(file, text).catch((error: unknown) => failures.push(error as Error));
    } else if (kind !== 'pretty' || run.results.length > 0) {
      const { isTTY = false, getColorDepth, columns } = output;
      const color = isTTY && (getColorDepth?.call(output) ?? 1) > 1;
      const width = columns !== undefined && { width: columns };
      output.write(renderReport(kind, run, { secrets, coverage, color, ...width }));
    }
  }
  if (failures[0]) throw failures[0];
}

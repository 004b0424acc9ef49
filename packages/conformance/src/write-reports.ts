import type { Run } from './checker/run.ts';
import { measureCoverage } from './coverage/coverage.ts';
import { coverageLine } from './coverage/table.ts';
import { reportHar } from './reports/har.ts';
import { reportJson } from './reports/json.ts';
import { reportJunit } from './reports/junit.ts';
import { reportPretty } from './reports/pretty.ts';
import { writeWhole } from './reports/write-file.ts';
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
  for (const { form, file } of targets) {
    if (file !== undefined) {
      const text = textOf(run, form, secrets, undefined);
      await writeWhole(file, text).catch((error: unknown) => failures.push(error as Error));
    } else if (form !== 'pretty' || run.results.length > 0) {
      output.write(textOf(run, form, secrets, output));
    }
  }
  if (failures[0]) throw failures[0];
}

function textOf(
  run: Run,
  form: ReportTarget['form'],
  secrets: readonly string[],
  output: Output | undefined,
): string {
  if (form !== 'pretty') return forPrograms[form](run, { secrets });
  return reportPretty(run, {
    secrets,
    color: output?.isTTY === true && (output.getColorDepth?.() ?? 1) > 1,
    coverage: coverageLine(measureCoverage(exchangesOf(run))),
    ...(output?.columns !== undefined && { width: output.columns }),
  });
}

const forPrograms = { json: reportJson, junit: reportJunit, har: reportHar } as const;

/** The exchanges of a run, as if the server had no path before those of the contract. */
function exchangesOf({ settings: { baseUrl }, results }: Run) {
  const { origin } = new URL(baseUrl);
  return results
    .flatMap(({ exchanges }) => exchanges)
    .map((exchange) => {
      const url = origin + exchange.request.url.slice(baseUrl.length);
      return { ...exchange, request: { ...exchange.request, url } };
    });
}

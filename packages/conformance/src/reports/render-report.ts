import type { Run } from '../checker/run.ts';
import { reportHar } from './har.ts';
import { reportJson } from './json.ts';
import { reportJunit } from './junit.ts';
import type { ReportKind } from './kinds.ts';
import { type PrettyOptions, reportPretty } from './pretty.ts';

const reports: Readonly<Record<ReportKind, (run: Run, options: PrettyOptions) => string>> = {
  pretty: reportPretty,
  json: reportJson,
  junit: reportJunit,
  har: reportHar,
};

/**
 * A run as a report. Only the pretty one looks at options other than the secrets.
 *
 * @example
 * renderReport('junit', run, { secrets: [apiKey], color: false });
 */
export function renderReport(kind: ReportKind, run: Run, options: PrettyOptions): string {
  return reports[kind](run, options);
}

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** The forms of a report. */
export const reportForms = ['pretty', 'json', 'junit', 'har'] as const;

export type ReportForm = (typeof reportForms)[number];

/** A report that is asked for. */
export interface ReportTarget {
  readonly form: ReportForm;
  /** Undefined writes it to the output of the program. */
  readonly file: string | undefined;
}

/**
 * Reads `pretty,junit=report.xml`.
 *
 * @throws {TypeError} for a form that there is not, a folder that there is not, and two reports in one place
 */
export function readReportTargets(texts: readonly string[]): ReportTarget[] {
  const targets = texts.flatMap((text) => text.split(',')).map(readTarget);
  const places = targets.map(({ file }) => file);
  const twice = targets.find(({ file }, at) => places.indexOf(file) < at);
  if (twice) {
    throw new TypeError(
      twice.file === undefined
        ? '--report: only one report can go to the output; name a file for the others, such as junit=report.xml'
        : `--report: two reports cannot go to ${twice.file}`,
    );
  }
  return targets;
}

function readTarget(text: string): ReportTarget {
  const [name = '', ...rest] = text.split('=');
  const form = reportForms.find((it) => it === name);
  if (form === undefined) {
    throw new TypeError(`--report takes ${reportForms.join(', ')}, not '${name}'`);
  }
  if (rest.length === 0) return { form, file: undefined };
  const file = rest.join('=');
  if (file === '') throw new TypeError(`--report ${form}= needs the name of a file`);
  // A run that takes minutes shall not end without its report.
  const folder = dirname(file);
  if (existsSync(folder)) return { form, file };
  throw new TypeError(`--report ${text}: there is no folder ${folder}`);
}

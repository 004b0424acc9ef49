import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ReportKind, reportKinds } from '../reports/kinds.ts';

/** A report that is asked for. */
export interface ReportTarget {
  readonly kind: ReportKind;
  /** Undefined writes it to the output of the program. */
  readonly file: string | undefined;
}

/**
 * Reads `pretty,junit=report.xml`.
 *
 * @throws {TypeError} for a kind that there is not, a folder that there is not, and two reports in one place
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
  const kind = reportKinds.find((it) => it === name);
  if (kind === undefined) {
    throw new TypeError(`--report takes ${reportKinds.join(', ')}, not '${name}'`);
  }
  if (rest.length === 0) return { kind, file: undefined };
  const file = rest.join('=');
  if (file === '') throw new TypeError(`--report ${kind}= needs the name of a file`);
  // A run that takes minutes shall not end without its report.
  const folder = dirname(file);
  if (existsSync(folder)) return { kind, file };
  throw new TypeError(`--report ${text}: there is no folder ${folder}`);
}

/** Where the reports of a run go. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '@agent-conversation/cli';

/** The forms of a report. */
export const reportKinds = ['pretty', 'json', 'junit', 'har'] as const;

/** A report, and the file that it is written to. */
export interface ReportTarget {
  readonly kind: (typeof reportKinds)[number];
  /** Undefined for the output of the program. */
  readonly file: string | undefined;
}

/** Reads `pretty` and `junit=report.xml`. */
export function readTargets(texts: readonly string[]): ReportTarget[] {
  const targets = texts.map((text): ReportTarget => {
    const [, name = '', equals, file = ''] =
      /^([^=]*)(=?)(.*)$/s.exec(text) ?? [];
    const kind = reportKinds.find((it) => it === name);
    if (!kind)
      throw new UsageError(
        `--report takes ${reportKinds.join(', ')}, not '${name}'`,
      );
    if (!equals) return { kind, file: undefined };
    if (file === '')
      throw new UsageError(`--report ${kind}= needs the name of a file`);
    // A run that takes minutes must not end without its report.
    if (existsSync(dirname(file))) return { kind, file };
    throw new UsageError(
      `--report ${text}: there is no folder ${dirname(file)}`,
    );
  });
  for (const [file, { length }] of Map.groupBy(targets, (it) => it.file)) {
    if (length === 1) continue;
    throw new UsageError(
      file === undefined
        ? '--report: only one report can go to the output; name a file for the others, such as junit=report.xml'
        : `--report: two reports cannot go to ${file}`,
    );
  }
  return targets;
}

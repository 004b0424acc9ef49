import {
  accessSync,
  constants,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import { CommandError, UsageError } from '@agent-conversation/cli';
import type { Service } from '../service/service.ts';
import type { StepResult } from '../steps/step.ts';

/** A step that has ended. */
export interface Finished extends StepResult {
  readonly name: string;
}

/** What ran. */
type Subject = Pick<Service, 'version' | 'known'>;

/**
 * Makes sure that a report can be written. A run that takes minutes must not end without it.
 *
 * @throws {CommandError | UsageError} that says why it cannot
 */
export function checkReport(file: string): void {
  const folder = dirname(file);
  try {
    const before = statSync(file, { throwIfNoEntry: false });
    if (before?.isDirectory()) {
      throw new CommandError(`${file} is a folder: name a file with --report`);
    }
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      throw new UsageError(`--report ${file}: there is no folder ${folder}`);
    }
    // A device or a pipe is written to, a file is replaced by one that is made beside it.
    if (before && !before.isFile()) accessSync(file, constants.W_OK);
    else tryToWriteBeside(before ? realpathSync(file) : file);
  } catch (error) {
    const { errno } = error as NodeJS.ErrnoException;
    if (errno === undefined) throw error;
    const reason = getSystemErrorMessage(errno);
    throw new CommandError(
      `--report ${file}: the file cannot be written (${reason})`,
    );
  }
}

/** Permissions alone are not enough: root has all of them, also where nothing can be written. */
function tryToWriteBeside(file: string): void {
  const beside = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`);
  writeFileSync(beside, '');
  rmSync(beside);
}

/** The result for a terminal. */
export function prettyReport(
  subject: Subject,
  finished: readonly Finished[],
): string {
  const lines = finished.flatMap((step) => [
    `  ${wordFor(step)}  ${step.name}: ${step.summary}`,
    ...step.problems.map((problem) => `            ${problem}`),
  ]);
  return `\n${[titleOf(subject, finished), ...lines].join('\n')}\n`;
}

/** The result as Markdown, for the summary of a job. */
export function markdownReport(
  subject: Subject,
  finished: readonly Finished[],
): string {
  const blocks = finished.flatMap((step) => {
    const line = `- **${wordFor(step)}** ${step.name}: ${step.summary}`;
    if (step.problems.length === 0) return [line];
    return [
      line,
      '',
      ...step.problems.map((problem) => `      ${problem}`),
      '',
    ];
  });
  return `${[`### ${titleOf(subject, finished)}`, '', ...blocks].join('\n')}\n`;
}

function titleOf(
  { version, known }: Subject,
  finished: readonly Finished[],
): string {
  const isOk = finished.every(({ problems }) => problems.length === 0);
  const comparedWith =
    version === known.version ? '' : `, compared with ${known.version}`;
  return `Edition ${version}${comparedWith}: ${isOk ? 'passed' : 'FAILED'}`;
}

function wordFor({ problems }: Finished): string {
  return problems.length === 0 ? 'passed' : 'FAILED';
}

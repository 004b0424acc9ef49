import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { getSystemErrorMessage } from 'node:util';
import { CommandError } from '@agent-conversation/cli';
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
 * @throws {CommandError} that says why it cannot
 */
export function checkReport(file: string): void {
  const isNew = !existsSync(file);
  try {
    // Permissions alone are not enough: root has all of them, also where nothing can be written.
    closeSync(openSync(file, 'a'));
  } catch (error) {
    const { errno } = error as NodeJS.ErrnoException;
    const reason = getSystemErrorMessage(errno!);
    throw new CommandError(
      `--report ${file}: the file cannot be written (${reason})`,
    );
  }
  if (isNew) rmSync(file);
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

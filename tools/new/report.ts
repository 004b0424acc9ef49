/** Shows what a command writes. */
import { spawnSync } from 'node:child_process';
import { devNull } from 'node:os';
import { CommandError } from '@agent-conversation/cli';

/** A file that a command writes, with slashes, relative to the root of the repository. */
export interface WrittenFile {
  readonly file: string;
  readonly content: string;
  /** Where its content is now: the file itself, another one that is removed, or undefined if it is new. */
  readonly before: string | undefined;
}

/** Returns a line for each file, in a dry run with its changed lines. */
export function reportOf(
  root: string,
  files: readonly WrittenFile[],
  isDryRun = false,
): string {
  const lines = files.map((written) => {
    const difference = isDryRun ? `\n${differenceOf(root, written)}\n` : '';
    return `${titleOf(written)}${difference}\n`;
  });
  return lines.join('');
}

function titleOf({ file, before }: WrittenFile): string {
  if (before === undefined) return `new  ${file}`;
  return before === file ? `changed  ${file}` : `moved  ${before} -> ${file}`;
}

function differenceOf(
  root: string,
  { content, before = devNull }: WrittenFile,
): string {
  const args = ['diff', '--no-index', '--no-color', '--', before, '-'];
  const options = { cwd: root, input: content, encoding: 'utf8' } as const;
  const { stdout, error } = spawnSync('git', args, options);
  if (error)
    throw new CommandError(`git must be on the PATH: ${error.message}`);
  return stdout
    .split('\n')
    .filter((line) => /^[+ -](?!(\+\+|--) )/.test(line))
    .join('\n');
}

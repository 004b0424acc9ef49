/** Writes the files of a command, or shows what it would write. */
import { spawnSync } from 'node:child_process';
import { devNull } from 'node:os';
import { CommandError } from '@agent-conversation/cli';
import { type FileChange, writeFiles } from '@agent-conversation/cli/files';

/** A file that a command writes, with slashes, relative to the root of the repository. */
export interface WrittenFile {
  readonly file: string;
  readonly content: string;
  /** Where its content is now: the file itself, another one that is removed, or undefined if it is new. */
  readonly before: string | undefined;
}

/** Writes the files, and returns a line for each; a dry run only returns them, with the changed lines. */
export function writeAndReport(
  root: string,
  files: readonly WrittenFile[],
  isDryRun = false,
): string {
  if (isDryRun) {
    const differences = files.map(
      (written) => `${titleOf(written)}\n${differenceOf(root, written)}\n\n`,
    );
    return differences.join('');
  }
  const removed = files.flatMap(({ file, before = file }): FileChange[] =>
    before === file ? [] : [{ file: before, content: undefined }],
  );
  writeFiles(root, [...files, ...removed]);
  return files.map((written) => `${titleOf(written)}\n`).join('');
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

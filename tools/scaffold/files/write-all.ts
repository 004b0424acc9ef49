import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ScaffoldError } from '../scaffold-error.ts';
import type { NewFile } from './file.ts';

/**
 * Demands that git could bring back what is going to be changed.
 *
 * @throws {ScaffoldError} naming the file that has changes which are neither staged nor committed
 */
export function refuseDirty(root: string, files: readonly NewFile[]): void {
  const changed = files.filter((it) => !it.isNew).map((it) => it.file);
  const { status, stdout, stderr } = spawnSync('git', ['diff', '--name-only', '--', ...changed], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new ScaffoldError(`git must know this folder: ${stderr.split('\n')[0]}`);
  const [file] = stdout.split('\n').filter(Boolean);
  if (file === undefined) return;
  throw new ScaffoldError(`${file} has changes that git does not keep: stage or commit them first`);
}

/** Writes all files, or none: first beside their places, then in them. */
export function writeAll(root: string, files: readonly NewFile[]): void {
  const pairs = files.map(({ file }) => [join(root, `${file}.new`), join(root, file)] as const);
  try {
    for (const [index, [beside, place]] of pairs.entries()) {
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(beside, files[index]!.text);
    }
  } catch (error) {
    for (const [beside] of pairs) rmSync(beside, { force: true });
    throw new ScaffoldError(`nothing was written: ${(error as Error).message}`);
  }
  for (const [beside, place] of pairs) renameSync(beside, place);
}

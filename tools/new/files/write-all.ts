import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
  const { status, stdout, stderr, error } = spawnSync(
    'git',
    ['status', '--porcelain', '--untracked-files=all', '--', ...changed],
    { cwd: root, encoding: 'utf8' },
  );
  if (error) throw new ScaffoldError(`git must be on the PATH: ${error.message}`);
  if (status !== 0) throw new ScaffoldError(`git must know this folder: ${stderr.split('\n')[0]}`);
  // The second column is what the working tree has beyond the index: a blank if it has nothing.
  const [file] = stdout.split('\n').flatMap((line) => /^.[^ ] (.+)$/.exec(line)?.[1] ?? []);
  if (file === undefined) return;
  throw new ScaffoldError(`${file} has changes that git does not keep: stage or commit them first`);
}

/**
 * Writes all files, or none: first beside their places, then in them.
 *
 * @throws {ScaffoldError} when one cannot be written; those that were are taken back
 */
export function writeAll(root: string, files: readonly NewFile[]): void {
  const undo: (() => void)[] = [];
  try {
    const pairs = files.map((it) => ({
      ...it,
      place: join(root, it.file),
      beside: join(root, `${it.file}.new`),
    }));
    for (const { place, beside, text } of pairs) {
      const folder = mkdirSync(dirname(place), { recursive: true });
      if (folder !== undefined) undo.push(() => rmSync(folder, { recursive: true }));
      // What somebody else has there is not taken away.
      writeFileSync(beside, '', { flag: 'wx' });
      undo.push(() => rmSync(beside, { force: true }));
      writeFileSync(beside, text);
    }
    for (const { place, beside, isNew } of pairs) {
      const before = isNew ? undefined : readFileSync(place);
      renameSync(beside, place);
      undo.push(() => (before ? writeFileSync(place, before) : rmSync(place)));
    }
  } catch (error) {
    for (const takeBack of undo.toReversed()) takeBack();
    throw new ScaffoldError(`nothing was written: ${(error as Error).message}`);
  }
}

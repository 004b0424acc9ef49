import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CommandError } from './command.ts';

/** What a file is to contain. */
export interface FileChange {
  /** Relative to the root that {@link writeFiles} gets, with `/`. */
  readonly file: string;
  /** Undefined to remove it. */
  readonly content: string | Buffer | undefined;
}

/**
 * Writes and removes files: all of them or none. Each is replaced as a whole, by a rename.
 *
 * @throws {CommandError} with what the file system says; every file is then as it was
 */
export function writeFiles(root: string, changes: readonly FileChange[]): void {
  const undo: (() => void)[] = [];
  try {
    for (const { file, content } of changes) {
      const path = join(root, file);
      const before =
        existsSync(path) && !statSync(path).isDirectory()
          ? readFileSync(path)
          : undefined;
      const folder = mkdirSync(dirname(path), { recursive: true });
      if (folder !== undefined)
        undo.push(() => rmSync(folder, { recursive: true }));
      replace(path, content);
      undo.push(() => replace(path, before));
    }
  } catch (error) {
    for (const takeBack of undo.toReversed()) takeBack();
    throw new CommandError(`Nothing was written: ${(error as Error).message}`);
  }
}

function replace(path: string, content: string | Buffer | undefined): void {
  if (content === undefined) rmSync(path);
  else replaceFile(path, content);
}

/**
 * Writes a file as a whole: what was there before stays until all of the content is on the disk. Links and the
 * mode stay. What is no file, such as a pipe or a device, is written to.
 */
export function replaceFile(path: string, content: string | Buffer): void {
  const target = existsSync(path) ? realpathSync(path) : path;
  const before = statSync(target, { throwIfNoEntry: false });
  if (before && !before.isFile()) return writeFileSync(target, content);
  const beside = join(
    dirname(target),
    `.${basename(target)}.${process.pid}.tmp`,
  );
  try {
    writeFileSync(beside, content, {
      flush: true,
      ...(before && { mode: before.mode }),
    });
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

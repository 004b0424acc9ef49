import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
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
        existsSync(path) && !statSync(path).isDirectory() ? readFileSync(path) : undefined;
      const folder = mkdirSync(dirname(path), { recursive: true });
      if (folder !== undefined) undo.push(() => rmSync(folder, { recursive: true }));
      replace(path, content);
      undo.push(() => replace(path, before));
    }
  } catch (error) {
    for (const takeBack of undo.toReversed()) takeBack();
    throw new CommandError(`Nothing was written: ${(error as Error).message}`);
  }
}

function replace(path: string, content: string | Buffer | undefined): void {
  if (content === undefined) return rmSync(path);
  const beside = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(beside, content);
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a file shall have. */
export interface FileChange {
  /** From the root of the repository, with `/`. */
  readonly file: string;
  /** Undefined to remove it. */
  readonly content: Buffer | undefined;
}

/**
 * Writes and removes files of a repository: all of them, or none. Each is put in place as a whole, by a rename.
 *
 * @param root the root of the repository
 * @throws what the file system says; every file is then as it was
 */
export function writeAll(root: string, changes: readonly FileChange[]): void {
  const done: FileChange[] = [];
  try {
    for (const { file, content } of changes) {
      const path = join(root, file);
      const before = existsSync(path) ? readFileSync(path) : undefined;
      put(path, content);
      done.push({ file, content: before });
    }
  } catch (error) {
    for (const { file, content } of done.toReversed()) put(join(root, file), content);
    throw error;
  }
}

function put(path: string, content: Buffer | undefined): void {
  if (content === undefined) {
    rmSync(path);
    return;
  }
  const stage = `${path}.release-stage`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(stage, content);
    renameSync(stage, path);
  } catch (error) {
    rmSync(stage, { force: true });
    throw error;
  }
}

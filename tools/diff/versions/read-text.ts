import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DiffInputError } from '../model/diff-input-error.ts';
import { firstLine } from '../model/first-line.ts';

/**
 * Reads a file.
 *
 * @param file from the root, or a full path
 * @param wanted what to do when there is no such file
 * @throws {DiffInputError} when it cannot be read
 */
export function readText(root: string, file: string, wanted: string): string {
  try {
    return readFileSync(resolve(root, file), 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const what = isMissing ? `there is no such file: ${wanted}` : firstLine(error);
    throw new DiffInputError(file, 1, what);
  }
}

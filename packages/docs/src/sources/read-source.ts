import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Stops the build. The message says what is wrong and what to do. */
export class BuildError extends Error {}

/**
 * Reads one of the files that the site is made from.
 *
 * @param advice what to do where it is missing
 * @throws {BuildError} naming the file and saying what to do, if it is missing
 */
export function readSource(file: URL, advice = 'Run `npm run build` to make it'): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BuildError(`${fileURLToPath(file)} is missing. ${advice}.`);
  }
}

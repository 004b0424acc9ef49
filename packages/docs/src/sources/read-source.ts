import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BuildError } from '../build-error.ts';

/** Reads a file. @throws {BuildError} naming it and saying what to do, if it is missing */
export function readSource(file: URL, advice = 'Run `npm run build` to make it'): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BuildError(`${fileURLToPath(file)} is missing. ${advice}.`);
  }
}

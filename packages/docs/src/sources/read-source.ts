import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BuildError } from '../build-error.ts';

/** Reads a file. @throws {BuildError} naming it; if it is missing, with what to do */
export function readSource(file: URL, advice = 'Run `npm run build` to make it'): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const path = fileURLToPath(file);
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new BuildError(`${path} is missing. ${advice}.`);
    throw new BuildError(`${path} cannot be read: ${message}.`);
  }
}

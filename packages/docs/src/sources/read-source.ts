import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BuildError } from '../build-error.ts';

/** Reads a file. @throws {BuildError} naming it; if it is missing, with what to do */
export function readSource(
  file: URL,
  advice = 'Run `npm run build` to make it',
): string {
  try {
    // A byte order mark is no part of a text (RFC 8259, section 8.1).
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const path = fileURLToPath(file);
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new BuildError(`${path} is missing. ${advice}.`);
    throw new BuildError(`${path} cannot be read: ${message}.`);
  }
}

/** Parses the text of a file. @throws {BuildError} naming it and the line */
export function parseSource(
  name: string,
  text: string,
  parse: (text: string) => unknown,
): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new BuildError(
      `${name} cannot be parsed: ${(error as Error).message}`,
    );
  }
}

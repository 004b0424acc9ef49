import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The names that oasdiff has for its levels. */
const levels: ReadonlyMap<string, number> = new Map([
  ['err', 3],
  ['warn', 2],
  ['info', 1],
  ['none', 0],
]);

/** Our severity file, in the format of oasdiff's `--severity-levels`. */
export const severityFile = fileURLToPath(new URL('../../oasdiff/severity.txt', import.meta.url));

/**
 * The levels that our severity file gives to oasdiff's checks.
 * @throws {Error} if a line has no level that oasdiff knows.
 */
export function ourSeverities(): ReadonlyMap<string, number> {
  const lines = readFileSync(severityFile, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [check = '', name = ''] = line.split(/\s+/u);
      const level = levels.get(name.toLowerCase());
      if (level === undefined)
        throw new Error(`The severity file says ${line}, which has no level.`);
      return [check, level];
    }),
  );
}

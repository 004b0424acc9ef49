import { spawnSync } from 'node:child_process';
import { isDemanded } from './left-out.ts';

const advice =
  'Python 3 with httpx was not found: run `apt-get install python3-httpx` or `pip install httpx`';

/**
 * Finds a Python that can run programs with httpx. Says so on standard error if there is none.
 *
 * @param programs what cannot be run without it, such as `The samples *.py`
 * @returns its command; undefined if there is none
 * @throws {Error} if there is none and CI demands it
 */
export function findPython(programs: string): string | undefined {
  const commands = ['python3', '/usr/bin/python3'];
  const command = commands.find(
    (name) => spawnSync(name, ['-c', 'import httpx']).status === 0,
  );
  if (command !== undefined) return command;
  if (isDemanded('python3-httpx')) throw new Error(advice);
  console.error(`\n${programs.toUpperCase()} WERE NOT RUN. ${advice}\n`);
  return undefined;
}

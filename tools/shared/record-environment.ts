/**
 * The task `environment`: records for turbo what results depend on beside files. `programs.txt` has the programs that
 * tests run, and without which they are skipped; `day.txt` has the day, on which approvals must be valid.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '@agent-conversation/testing/find-browser';
import { repository } from './process.ts';

// In a worktree of git, turbo has its own folder elsewhere.
const folder = join(repository, '.turbo');
mkdirSync(folder, { recursive: true });

const browser = findBrowser({ ...process.env, CHROME_PATH: undefined });
const curl = versionOf('curl', '--version');
const findHttpx =
  'from importlib.util import find_spec; print(find_spec("httpx").origin)';
const httpx = ['python3', '/usr/bin/python3'].map((python) =>
  versionOf(python, '-c', findHttpx),
);
const programs = { browser, curl, httpx };
writeFileSync(
  join(folder, 'programs.txt'),
  `${JSON.stringify(programs, undefined, 2)}\n`,
);
writeFileSync(
  join(folder, 'day.txt'),
  `${new Date().toISOString().slice(0, 10)}\n`,
);

/** Returns the first line that a program prints; undefined if it is not there. */
function versionOf(
  program: string,
  ...args: readonly string[]
): string | undefined {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n', 1)[0] : undefined;
}

/** Finds a Python that an edition can be installed with. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from '@agent-conversation/cli';

export interface Python {
  readonly program: string;
  /** Such as `3.12.1`. */
  readonly version: string;
}

/**
 * The versions of Python that the package allows, the best first: some wheels, such as that of 0.62.0, are for 3.12
 * alone.
 */
const minorVersions = [12, 13] as const;

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Finds the best Python.
 *
 * @param env the environment to look in, with `PATH`, `HOME` and `PYENV_ROOT`
 * @param chosen the program that the caller has named
 * @throws {CommandError} that says what to install
 */
export async function findPython(
  env: Variables,
  chosen?: string,
): Promise<Python> {
  if (chosen !== undefined) {
    const version = await versionOf(chosen, env);
    if (isSuitable(version)) return { program: chosen, version };
    const actual =
      version === undefined ? 'no Python' : `Python ${String(version)}`;
    throw new CommandError(
      `${chosen} is ${actual}: name a Python 3.12 or 3.13`,
    );
  }
  const pyenv = env['PYENV_ROOT'] ?? join(env['HOME'] ?? '', '.pyenv');
  const candidates = minorVersions.flatMap((minor) => [
    `python3.${minor}`,
    ...pyenvPythons(pyenv, minor),
  ]);
  for (const program of [...candidates, 'python3']) {
    const version = await versionOf(program, env);
    if (isSuitable(version)) return { program, version };
  }
  throw new CommandError(
    'No Python 3.12 or 3.13 was found. Install one (apt-get install python3.12-venv, brew install ' +
      'python@3.12, pyenv install 3.12), or name it with --python PROGRAM.',
  );
}

/** The newest first. */
function pyenvPythons(root: string, minor: number): readonly string[] {
  try {
    const patchOf = (name: string) => Number(name.split('.')[2]);
    return readdirSync(join(root, 'versions'))
      .filter((name) => new RegExp(`^3\\.${minor}\\.\\d+$`).test(name))
      .toSorted((first, second) => patchOf(second) - patchOf(first))
      .map((name) => join(root, 'versions', name, 'bin/python3'));
  } catch {
    return [];
  }
}

function isSuitable(version: string | undefined): version is string {
  return minorVersions.some((minor) => version?.startsWith(`3.${minor}.`));
}

/** Undefined where there is no such program, or where it is a placeholder that does not run, as those of pyenv. */
async function versionOf(
  program: string,
  env: Variables,
): Promise<string | undefined> {
  const options = { env, timeout: 10_000, killSignal: 'SIGKILL' } as const;
  try {
    const { stdout } = await execProgram(program, ['--version'], options);
    return /^Python (\d+\.\d+\.\d+)/.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}

const execProgram = promisify(execFile);

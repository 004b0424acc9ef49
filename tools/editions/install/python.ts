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

/** Where to look. */
export interface PythonSearch {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The program that the caller has named. */
  readonly chosen?: string;
}

/**
 * The versions of Python that the package allows, the best first: some wheels, such as that of 0.62.0, are for 3.12
 * alone.
 */
const minorVersions = [12, 13] as const;

/** Finds the best Python. @throws {CommandError} that says what to install */
export async function findPython(search: PythonSearch): Promise<Python> {
  const { env, chosen } = search;
  if (chosen !== undefined) {
    const version = await versionOf(chosen, env);
    if (isSuitable(version)) return { program: chosen, version };
    const actual =
      version === undefined ? 'no Python' : `Python ${String(version)}`;
    throw new CommandError(
      `${chosen} is ${actual}: name a Python 3.12 or 3.13`,
    );
  }
  for (const program of await candidates(search)) {
    const version = await versionOf(program, env);
    if (isSuitable(version)) return { program, version };
  }
  throw new CommandError(
    'No Python 3.12 or 3.13 was found. Install one (apt-get install python3.12-venv, brew install ' +
      'python@3.12, uv python install 3.12, pyenv install 3.12), or name it with --python PROGRAM.',
  );
}

async function candidates({
  env,
  home,
}: PythonSearch): Promise<readonly string[]> {
  const pyenv = env['PYENV_ROOT'] ?? join(home, '.pyenv');
  const programs: string[] = [];
  for (const minor of minorVersions) {
    programs.push(`python3.${minor}`, ...pyenvPythons(pyenv, minor));
    const managed = await outputOf(
      'uv',
      ['python', 'find', '--offline', `3.${minor}`],
      env,
    );
    if (managed !== undefined) programs.push(managed);
  }
  return [...programs, 'python3', 'python'];
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
  env: PythonSearch['env'],
): Promise<string | undefined> {
  const output = await outputOf(program, ['--version'], env);
  const [, version] = /^Python (\d+\.\d+\.\d+)/.exec(output ?? '') ?? [];
  return version;
}

async function outputOf(
  program: string,
  args: readonly string[],
  env: PythonSearch['env'],
) {
  try {
    const options = {
      env: { ...env },
      timeout: 10_000,
      killSignal: 'SIGKILL',
    } as const;
    const { stdout } = await promisify(execFile)(program, [...args], options);
    return stdout.trim();
  } catch {
    return undefined;
  }
}

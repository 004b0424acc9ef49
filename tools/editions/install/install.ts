/** Installs editions of the service from the package index. */
import {
  globSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { latest } from '../editions.ts';
import type { EndedProgram, Run } from '../processes/run.ts';
import {
  findInstalled,
  type Installed,
  prepareCache,
  pythonOf,
  wayToName,
  writeRecord,
} from './cache.ts';
import { installerEnvironment, uvEnvironment } from './index-settings.ts';
import { constraintsOf } from './lock.ts';
import { findPython } from './python.ts';

export interface InstallOptions {
  /** A version of the package, or `latest`. */
  readonly edition: string;
  readonly cache: string;
  /** The Python to use; one is looked for without it. */
  readonly python?: string;
  readonly env: NodeJS.ProcessEnv;
}

const packageName = 'openhands-ai';

/** The largest edition has 1.3 GB, and the installer unpacks what it downloads. */
const bytesNeeded = 3 * 2 ** 30;

const minute = 60_000;

/** Prints a file out of a wheel, which is a zip archive. Nothing if there is no such file. */
const printFromWheel = `
import sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
if sys.argv[2] in wheel.namelist(): sys.stdout.buffer.write(wheel.read(sys.argv[2]))
`;

/** Returns an edition out of the cache, and installs it before if it is not there. */
export async function provide(
  run: Run,
  options: InstallOptions,
): Promise<Installed> {
  const { edition, cache } = options;
  const installed =
    edition === latest ? undefined : findInstalled(cache, edition);
  return installed ?? install(run, options);
}

/** All steps write to a folder beside the final one, which it becomes by a rename. */
async function install(run: Run, options: InstallOptions): Promise<Installed> {
  const { edition, cache } = options;
  const { progress } = run;
  prepareCache(cache, bytesNeeded);
  // What they leave in their temporary folder goes with the run.
  const env = { ...installerEnvironment(options.env), TMPDIR: run.scratch };
  const search = {
    env,
    home: homedir(),
    ...(options.python && { chosen: options.python }),
  };
  const python = await progress.step('Find Python 3.12 or 3.13', () =>
    run.until(findPython(search)),
  );
  progress.note(`  ${python.program} (${python.version})`);

  const folder = mkdtempSync(join(cache, '.new-'));
  run.removeAtEnd(folder);
  const venv = join(folder, 'venv');
  const venvPython = pythonOf(folder);
  const pip = ['-m', 'pip', '--quiet'];

  await progress.step('Create a virtual environment', async () => {
    const args = ['-m', 'venv', venv];
    const ended = await run.runProgram(python.program, args, {
      env,
      deadlineInMs: 2 * minute,
    });
    demand(ended, 'the virtual environment', cache);
  });
  await progress.step('Install uv in it', async () => {
    const args = [...pip, 'install', 'uv'];
    const ended = await run.runProgram(venvPython, args, {
      env,
      deadlineInMs: 3 * minute,
    });
    demand(ended, 'uv', cache);
  });
  const wanted =
    edition === latest ? packageName : `${packageName}==${edition}`;
  const wheel = await progress.step(`Download ${wanted}`, async () => {
    const target = ['--no-deps', '--only-binary', ':all:', '--dest', folder];
    const args = [...pip, 'download', ...target, wanted];
    const ended = await run.runProgram(venvPython, args, {
      env,
      deadlineInMs: 3 * minute,
    });
    demand(ended, wanted, cache);
    return globSync('openhands_ai-*.whl', { cwd: folder })[0]!;
  });
  const [, version = ''] = wheel.split('-');
  const before = findInstalled(cache, version);
  if (before) return before;

  const constraints = join(folder, 'constraints.txt');
  await progress.step('Read its locked versions', async () => {
    const args = [
      '-c',
      printFromWheel,
      join(folder, wheel),
      'openhands/poetry.lock',
    ];
    const ended = await run.runProgram(venvPython, args, {
      env,
      deadlineInMs: minute,
    });
    demand(ended, basename(wheel), cache);
    const lines = constraintsOf(ended.stdout);
    writeFileSync(constraints, `${lines.join('\n')}\n`);
  });
  await progress.step(`Install ${packageName} ${version}`, async () => {
    const configuration = await run.runProgram(
      venvPython,
      [...pip, 'config', 'list'],
      {
        env,
        deadlineInMs: minute,
      },
    );
    const uvCache = { UV_CACHE_DIR: join(cache, 'uv'), ...env };
    const target = ['--python', venvPython, '--constraint', constraints];
    const args = ['pip', 'install', '--quiet', ...target, join(folder, wheel)];
    const ended = await run.runProgram(join(venv, 'bin/uv'), args, {
      env: uvEnvironment(uvCache, configuration.stdout),
      deadlineInMs: 10 * minute,
    });
    demand(ended, `${packageName} ${version}`, cache);
  });

  writeRecord(folder, { version, python: python.version });
  return complete(cache, folder, version);
}

function complete(cache: string, folder: string, version: string): Installed {
  const target = join(cache, version);
  // Another run may have been quicker. What is there, but not complete, has lost its Python.
  if (!findInstalled(cache, version)) {
    rmSync(target, { recursive: true, force: true });
    renameSync(folder, target);
  }
  return findInstalled(cache, version)!;
}

/** @throws {CommandError} that says why something could not be installed, and what to do */
function demand(
  { isOk, output }: EndedProgram,
  subject: string,
  cache: string,
): void {
  if (isOk) return;
  const lines = withFewVersions(withoutCredentials(output))
    .split('\n')
    .slice(-6);
  throw new CommandError(
    `${adviceFor(output, subject, cache)}\n  ${lines.join('\n  ')}`,
  );
}

interface Cause {
  /** What an installer writes, in lower case. */
  readonly signs: readonly string[];
  /** `FOLDER` stands for how a folder of editions is named. */
  readonly advice: string;
}

/** Why installers fail, and what to do. */
const causes: readonly Cause[] = [
  {
    signs: ['no space left on device', 'os error 28'],
    advice:
      'The disk is full: make room, or name a folder on another disk with FOLDER',
  },
  {
    signs: [
      'ensurepip is not available',
      'no module named venv',
      "no module named 'ensurepip'",
    ],
    advice:
      'This Python cannot make virtual environments: install python3-venv, or use --python',
  },
  {
    signs: [
      'newconnectionerror',
      'connectionerror',
      'connecttimeout',
      'proxyerror',
      'read timed out',
      'name resolution',
      'nodename nor servname',
      'network is unreachable',
      'connection refused',
      'dns error',
      'error sending request',
      'failed to fetch',
    ],
    advice:
      'The package index cannot be reached: check the network, or the index in `pip config list`',
  },
  {
    signs: [`no matching distribution found for ${packageName}==0.62.0`],
    advice: 'The wheel of 0.62.0 is for Python 3.12 on Linux (x86-64) only',
  },
  {
    signs: ['no matching distribution', 'could not find a version'],
    advice: 'There is no such version for this system and Python',
  },
];

function adviceFor(output: string, subject: string, cache: string): string {
  const text = output.toLowerCase();
  const cause = causes.find(({ signs }) =>
    signs.some((sign) => text.includes(sign)),
  );
  const advice =
    cause?.advice.replace('FOLDER', wayToName(cache)) ?? 'The installer says';
  return `Could not install ${subject}. ${advice}:`;
}

/** An index may be named with a user and a password. */
function withoutCredentials(text: string): string {
  return text.replaceAll(/(?<=:\/\/)[^\s/@]+(?=@)/g, '***');
}

/** pip lists all versions that there are, and those that it ignores: the newest few are enough. */
function withFewVersions(text: string): string {
  return text.replaceAll(/(?<=versions[^\n:]*: )[^\n)]+/g, (list) => {
    const versions = list.split(/(?<=[,;]) /);
    return versions.length > 5 ? `… ${versions.slice(-5).join(' ')}` : list;
  });
}

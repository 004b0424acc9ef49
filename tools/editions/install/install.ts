/** Installs editions of the service from the package index. */
import {
  globSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { latest } from '../editions.ts';
import type { Run } from '../processes/run.ts';
import { withoutSecrets } from '../service/redact.ts';
import {
  findInstalled,
  type Installed,
  prepareCache,
  pythonOf,
} from './cache.ts';
import { installerEnvironment, uvEnvironment } from './index-settings.ts';
import { constraintsOf } from './lock.ts';
import { findPython } from './python.ts';

export interface InstallOptions {
  /** A version of the package, or `latest`. */
  readonly edition: string;
  /** The folder of installed editions. */
  readonly cache: string;
  /** The Python to install with; one is looked for without it. */
  readonly python: string | undefined;
}

const packageName = 'openhands-ai';

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
async function install(
  run: Run,
  { edition, cache, python: chosen }: InstallOptions,
): Promise<Installed> {
  prepareCache(cache);
  // What they leave in their temporary folder goes with the run.
  const env = { ...installerEnvironment(process.env), TMPDIR: run.scratch };
  const python = await run.step('Find Python 3.12 or 3.13', minute, () =>
    findPython(process.env, chosen),
  );
  run.write(`  ${python.program} (${python.version})\n`);

  const folder = mkdtempSync(join(cache, '.new-'));
  run.removeAtEnd(folder);
  const venv = join(folder, 'venv');
  const venvPython = pythonOf(folder);
  const pip = ['-m', 'pip', '--quiet'];
  /** Runs an installer. @returns what it prints */
  const demand = async (
    subject: string,
    program: string,
    args: readonly string[],
    variables: Readonly<Record<string, string>> = env,
  ): Promise<string> => {
    const ended = await run.runProgram(program, args, variables);
    if (!ended.ok) throw new CommandError(problemOf(subject, ended.output));
    return ended.stdout;
  };

  await run.step('Create a virtual environment', 2 * minute, () =>
    demand('the virtual environment', python.program, ['-m', 'venv', venv]),
  );
  await run.step('Install uv in it', 3 * minute, () =>
    demand('uv', venvPython, [...pip, 'install', 'uv']),
  );
  const wanted =
    edition === latest ? packageName : `${packageName}==${edition}`;
  await run.step(`Download ${wanted}`, 3 * minute, () => {
    const target = ['--no-deps', '--only-binary', ':all:', '--dest', folder];
    return demand(wanted, venvPython, [...pip, 'download', ...target, wanted]);
  });
  const [wheel = ''] = globSync('openhands_ai-*.whl', { cwd: folder });
  const [, version = ''] = wheel.split('-');
  const before = findInstalled(cache, version);
  if (before) return before;

  const file = join(folder, wheel);
  const constraints = join(folder, 'constraints.txt');
  await run.step('Read its locked versions', minute, async () => {
    const args = ['-c', printFromWheel, file, 'openhands/poetry.lock'];
    const lines = constraintsOf(await demand(wheel, venvPython, args));
    writeFileSync(constraints, `${lines.join('\n')}\n`);
  });
  const subject = `${packageName} ${version}`;
  await run.step(`Install ${subject}`, 10 * minute, async () => {
    const settings = await demand('uv', venvPython, [...pip, 'config', 'list']);
    const uvCache = { UV_CACHE_DIR: join(cache, 'uv'), ...env };
    const target = ['--python', venvPython, '--constraint', constraints];
    const args = ['pip', 'install', '--quiet', ...target, file];
    const uv = join(venv, 'bin/uv');
    await demand(subject, uv, args, uvEnvironment(uvCache, settings));
  });

  const target = join(cache, version);
  // Another run may have been quicker. What is there otherwise has lost its Python.
  if (!findInstalled(cache, version)) {
    rmSync(target, { recursive: true, force: true });
    renameSync(folder, target);
  }
  return { version, folder: target };
}

/** Returns why something could not be installed, and what to do. */
function problemOf(subject: string, output: string): string {
  const text = output.toLowerCase();
  const cause = causes.find(({ signs }) =>
    signs.some((sign) => text.includes(sign)),
  );
  const advice = cause?.advice ?? 'The installer says';
  const lines = withFewVersions(withoutSecrets(output, []))
    .split('\n')
    .slice(-6);
  return `Could not install ${subject}. ${advice}:\n  ${lines.join('\n  ')}`;
}

interface Cause {
  /** What an installer writes, in lower case. */
  readonly signs: readonly string[];
  readonly advice: string;
}

/** Why installers fail, and what to do. */
const causes: readonly Cause[] = [
  {
    signs: ['no space left on device', 'os error 28'],
    advice:
      'The disk is full: make room, or name a folder on another disk with --cache FOLDER',
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

/** pip lists all versions that there are, and those that it ignores: the newest few are enough. */
function withFewVersions(text: string): string {
  return text.replaceAll(/(?<=versions[^\n:]*: )[^\n)]+/g, (list) => {
    const versions = list.split(/(?<=[,;]) /);
    return versions.length > 5 ? `… ${versions.slice(-5).join(' ')}` : list;
  });
}

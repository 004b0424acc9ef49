/** The folder of installed editions, outside the repository. */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { jsonOf, objectOf } from '@agent-conversation/contract';
import { compareVersions } from '@agent-conversation/cli/evidence';

/** The environment variable that names the folder. */
export const cacheVariable = 'AGENT_CONVERSATION_EDITIONS_CACHE';

/** What an installed edition says about itself, in its folder. */
export interface Installed {
  readonly version: string;
  /** The Python that it was installed with, such as `3.12.1`. */
  readonly python: string;
  /** The folder that has all of it. */
  readonly folder: string;
}

/** The file in the folder of an edition. It is there as soon as the edition is complete. */
const recordFile = 'edition.json';

/** Returns the folder of all editions. */
export function cacheFolder(
  chosen: string | undefined,
  env: NodeJS.ProcessEnv,
): string {
  const named = chosen ?? env[cacheVariable];
  if (named) return resolve(named);
  const name = 'agent-conversation-editions';
  if (process.platform === 'darwin')
    return join(homedir(), 'Library/Caches', name);
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), name);
}

/** Returns how a user names another folder than this one: the way in which this one was named. */
export function wayToName(
  cache: string,
  env: NodeJS.ProcessEnv = process.env,
): string {
  const named = env[cacheVariable];
  return named && resolve(named) === cache
    ? `${cacheVariable}=FOLDER`
    : '--cache FOLDER';
}

/** Marks the folder of an edition as complete. */
export function writeRecord(
  folder: string,
  record: Omit<Installed, 'folder'>,
): void {
  writeFileSync(
    join(folder, recordFile),
    `${JSON.stringify(record, null, 2)}\n`,
  );
}

/**
 * Returns an edition that is installed.
 *
 * @throws {CommandError} if its folder cannot be read
 */
export function findInstalled(
  cache: string,
  version: string,
): Installed | undefined {
  const folder = join(cache, version);
  const file = join(folder, recordFile);
  const text = withAdvice(cache, () => {
    const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
    return isFile && existsSync(pythonOf(folder))
      ? readFileSync(file, 'utf8')
      : undefined;
  });
  if (text === undefined) return undefined;
  const record = jsonOf(text);
  // One that cannot be read counts as not installed, and is installed again.
  const { python } = objectOf(record);
  return typeof python === 'string' ? { version, python, folder } : undefined;
}

/**
 * Lists the editions that are installed, from the oldest to the newest.
 *
 * @throws {CommandError} if the folder cannot be read
 */
export function listInstalled(cache: string): readonly Installed[] {
  if (!existsSync(cache)) return [];
  return withAdvice(cache, () => readdirSync(cache))
    .flatMap((name) => findInstalled(cache, name) ?? [])
    .toSorted((first, second) =>
      compareVersions(first.version, second.version),
    );
}

/** The Python of an installed edition. A link to a Python that was removed counts as not installed. */
export function pythonOf(folder: string): string {
  return join(folder, 'venv/bin/python');
}

/** Makes a folder and those above it. `recursive` of Node never ends in /proc, where no folder can be made. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another program can have made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

/** Returns what a use of the folder returns. @throws {CommandError} that says what to do if it fails */
function withAdvice<T>(cache: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    const { message } = error as Error;
    throw new CommandError(
      `${message}. Name another folder with ${wayToName(cache)}.`,
    );
  }
}

/** Makes the folder. @throws {CommandError} if there is too little room in it, or if it cannot be written */
export function prepareCache(cache: string, bytesNeeded: number): void {
  withAdvice(cache, () => {
    makeFolder(cache);
    // It can also be a file.
    readdirSync(cache);
    accessSync(cache, constants.W_OK);
  });
  const { bavail, bsize } = statfsSync(cache);
  const bytesFree = bavail * bsize;
  if (bytesFree >= bytesNeeded) return;
  throw new CommandError(
    `${cache} has ${gigabytes(bytesFree)} of free space, an edition needs ${gigabytes(bytesNeeded)}. ` +
      `Make room, or name a folder on another disk with ${wayToName(cache)}.`,
  );
}

function gigabytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}

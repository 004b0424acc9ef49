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
import { join, resolve } from 'node:path';
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
  const text = withAdvice(() => {
    const isFile = statSync(file, { throwIfNoEntry: false })?.isFile();
    return isFile ? readFileSync(file, 'utf8') : '';
  });
  // One that is no record counts as not installed, and is installed again.
  const { python } = objectOf(jsonOf(text));
  if (typeof python !== 'string' || !existsSync(pythonOf(folder)))
    return undefined;
  return { version, python, folder };
}

/**
 * Lists the editions that are installed, from the oldest to the newest.
 *
 * @throws {CommandError} if the folder cannot be read
 */
export function listInstalled(cache: string): readonly Installed[] {
  if (!existsSync(cache)) return [];
  return withAdvice(() => readdirSync(cache))
    .flatMap((name) => findInstalled(cache, name) ?? [])
    .toSorted((first, second) =>
      compareVersions(first.version, second.version),
    );
}

/** The Python of an installed edition. A link to a Python that was removed counts as not installed. */
export function pythonOf(folder: string): string {
  return join(folder, 'venv/bin/python');
}

/** Returns what a use of the folder returns. @throws {CommandError} that says what to do if it fails */
function withAdvice<T>(use: () => T): T {
  try {
    return use();
  } catch (error) {
    const { message } = error as Error;
    throw new CommandError(
      `${message}. Name another folder with --cache FOLDER.`,
    );
  }
}

/** The largest edition has 1.3 GB, and the installer unpacks what it downloads. */
const bytesNeeded = 3 * 2 ** 30;

/** Makes the folder. @throws {CommandError} if there is too little room in it, or if it cannot be written */
export function prepareCache(cache: string, needed = bytesNeeded): void {
  const { bavail, bsize } = withAdvice(() => {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
    return statfsSync(cache);
  });
  const free = bavail * bsize;
  if (free >= needed) return;
  throw new CommandError(
    `${cache} has ${gigabytes(free)} of free space, an edition needs ${gigabytes(needed)}. ` +
      'Make room, or name a folder on another disk with --cache FOLDER.',
  );
}

function gigabytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}

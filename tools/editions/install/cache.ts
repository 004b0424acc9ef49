/** The folder of installed editions, outside the repository. */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  statfsSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { compareVersions } from '@agent-conversation/cli/evidence';

/** The environment variable that names the folder. */
export const cacheVariable = 'AGENT_CONVERSATION_EDITIONS_CACHE';

/** An edition that is installed: it became so, as a whole, by the rename of its folder. */
export interface Installed {
  readonly version: string;
  /** The folder that has all of it. */
  readonly folder: string;
}

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

/** Returns an edition that is installed. */
export function findInstalled(
  cache: string,
  version: string,
): Installed | undefined {
  const folder = join(cache, version);
  return existsSync(pythonOf(folder)) ? { version, folder } : undefined;
}

/**
 * Lists the editions that are installed, from the oldest to the newest.
 *
 * @throws {CommandError} if the folder cannot be read
 */
export function listInstalled(cache: string): readonly Installed[] {
  if (!existsSync(cache)) return [];
  // One that is being installed has another name.
  return withAdvice(() => readdirSync(cache))
    .filter((name) => /^\d/.test(name))
    .toSorted(compareVersions)
    .flatMap((version) => findInstalled(cache, version) ?? []);
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

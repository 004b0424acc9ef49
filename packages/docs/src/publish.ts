/** Writes the files of a site into a folder, and takes the place of nothing but a former site. */
import { renameSync, rmSync } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BuildError } from './build-error.ts';

/** The signals that end a build. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Replaces a directory as a whole: no page is seen half written or beside one of another build.
 *
 * @throws {BuildError} and leaves the directory as it was
 */
export async function publish(
  files: ReadonlyMap<string, string>,
  directory: URL,
): Promise<void> {
  const path = resolve(fileURLToPath(directory));
  try {
    const former = await readFormerSite(path);
    await replaceSite(files, former ?? path, former !== undefined);
  } catch (error) {
    if (error instanceof BuildError) throw error;
    throw new BuildError(
      `${path} cannot be written: ${(error as Error).message}.`,
    );
  }
}

/** Returns the folder that is replaced, to which a link may lead; undefined if there is none. */
async function readFormerSite(path: string): Promise<string | undefined> {
  const folder = await ifExists(realpath(path));
  if (folder === undefined) return undefined;
  const names = await readdir(folder);
  const isSite =
    names.includes('openapi.json') && names.includes('sitemap.xml');
  const isEmpty = names.length === 0;
  // A repository that holds a site would lose its history.
  const isOther = !(isEmpty || isSite) || names.includes('.git');
  if (isOther) {
    throw new BuildError(
      `${path} holds other files than a site. Choose a folder that is new or empty.`,
    );
  }
  if (folder === process.cwd()) {
    throw new BuildError(
      `${path} is the current folder, which cannot be replaced. Choose another.`,
    );
  }
  return folder;
}

async function ifExists<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

async function replaceSite(
  files: ReadonlyMap<string, string>,
  target: string,
  isThere: boolean,
): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  // Beside the target, as a rename is atomic within one file system only.
  const staging = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
  const stop = (signal: NodeJS.Signals) => {
    rmSync(staging, { recursive: true, force: true });
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.once(signal, stop);
  try {
    const site = join(staging, 'new');
    for (const [name, text] of files) {
      const file = join(site, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    // No signal comes between the two.
    if (isThere) renameSync(target, join(staging, 'old'));
    renameSync(site, target);
  } finally {
    for (const signal of signals) process.off(signal, stop);
    await rm(staging, { recursive: true, force: true });
  }
}

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { ReleaseError } from '../release-error.ts';

/**
 * Fills a new folder: with all that belongs into it, by a rename, or not at all.
 *
 * @param folder is made, with those that it is in
 * @param fill is given a folder beside it
 * @throws {ReleaseError} when something is there that is no empty folder, or no folder can be made
 */
export async function fillFolder<Result>(
  folder: string,
  fill: (stage: string) => Promise<Result>,
): Promise<Result> {
  const isThere = existsSync(folder);
  if (isThere && !(statSync(folder).isDirectory() && readdirSync(folder).length === 0)) {
    throw new ReleaseError(`${folder}: is not an empty folder. Name another one, or remove it`);
  }
  const stage = makeStage(folder);
  try {
    const result = await fill(stage);
    // Windows puts no folder in the place of another.
    if (isThere) rmdirSync(folder);
    renameSync(stage, folder);
    return result;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function makeStage(folder: string): string {
  try {
    mkdirSync(dirname(folder), { recursive: true });
    return mkdtempSync(`${folder}-`);
  } catch (error) {
    throw new ReleaseError(`${folder}: cannot be made: ${(error as Error).message}`);
  }
}

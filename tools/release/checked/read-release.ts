import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReleaseError } from '../release-error.ts';
import { type CheckedRelease, releaseFile } from './checked-release.ts';

/**
 * Reads the tarballs that were packed and checked, and makes sure that they are still those.
 *
 * @param commit that is checked out; they have to be packed from it
 * @throws {ReleaseError} naming the file that is missing or not what was checked
 */
export function readRelease(folder: string, commit: string): CheckedRelease {
  const file = join(folder, releaseFile);
  const release = parseRelease(file, read(file).toString());
  if (release.commit !== commit) {
    throw new ReleaseError(`${file}: was packed from ${release.commit}, and this is ${commit}`);
  }
  for (const { file: name, sha512 } of release.packages) {
    const hash = createHash('sha512')
      .update(read(join(folder, name)))
      .digest('base64');
    if (sha512 !== `sha512-${hash}`) {
      throw new ReleaseError(`${join(folder, name)}: is not what was checked. Pack again`);
    }
  }
  return release;
}

/** The names of the tarballs and of the other files that are told of must be those of files in the folder itself. */
const plainName = /^[\w.-]+$/;

function parseRelease(file: string, text: string): CheckedRelease {
  try {
    const release = JSON.parse(text) as CheckedRelease;
    if (release.packages.length > 0 && release.packages.every((it) => plainName.test(it.file))) {
      return release;
    }
  } catch {
    // Told below, as is any other form that it should not have.
  }
  throw new ReleaseError(`${file}: is not what \`npm run release -- pack\` writes. Pack again`);
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new ReleaseError(
      `${file}: cannot be read. Fill its folder by \`npm run release -- pack\``,
    );
  }
}

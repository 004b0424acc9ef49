import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReleaseError } from '../release-error.ts';
import { type CheckedRelease, releaseFile } from './checked-release.ts';
import { sha512Of } from './sha512.ts';

/**
 * Reads what was packed and checked, tarballs and bills of materials, and makes sure that it is still that.
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
  for (const { file: tarball, sha512, sbom, sbomSha512 } of release.packages) {
    for (const [name, checked] of [
      [tarball, sha512],
      [sbom, sbomSha512],
    ] as const) {
      if (sha512Of(read(join(folder, name))) !== checked) {
        throw new ReleaseError(`${join(folder, name)}: is not what was checked. Pack again`);
      }
    }
  }
  return release;
}

/** The names of tarballs and bills of materials must be those of files in the folder itself. */
const plainName = /^\w[\w.-]*$/;

function parseRelease(file: string, text: string): CheckedRelease {
  try {
    const release = JSON.parse(text) as CheckedRelease;
    const names = release.packages.flatMap(({ file: tarball, sbom }) => [tarball, sbom]);
    if (names.length > 0 && names.every((name) => plainName.test(name))) return release;
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

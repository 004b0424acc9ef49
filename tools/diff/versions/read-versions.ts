import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { getPackages, type Packages } from '@manypkg/get-packages';
import { parse as parseVersion } from 'semver';
import { parse as parseYaml } from 'yaml';
import { DiffInputError } from '../model/diff-input-error.ts';
import { firstLine } from '../model/first-line.ts';
import { lineFinder } from '../model/line-finder.ts';
import type { Place } from '../model/place.ts';

/** A version that stands in a file. */
export interface PlacedVersion {
  readonly version: string;
  readonly place: Place;
}

/** The workspaces of a repository, as changesets wants them. */
export async function readWorkspaces(root: string): Promise<Packages> {
  try {
    return await getPackages(root);
  } catch (error) {
    throw new DiffInputError(
      'package.json',
      1,
      `the workspaces cannot be read: ${firstLine(error)}`,
    );
  }
}

/** The versions of the packages that are published, by their names. */
export function publishedVersions({
  rootDir,
  packages,
}: Packages): ReadonlyMap<string, PlacedVersion> {
  return new Map(
    packages
      .filter(({ packageJson }) => packageJson.private !== true)
      .map(({ dir, packageJson: { name } }) => {
        const file = join(relative(rootDir, dir), 'package.json').replaceAll(sep, '/');
        const text = readFileSync(join(rootDir, file), 'utf8');
        return [name, placedVersion(file, text, ['version'])] as const;
      })
      .toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
}

/**
 * `info.version` of an OpenAPI document.
 *
 * @throws {DiffInputError} when there is no such file, or no version in it
 */
export function contractVersion(file: string, text: string): PlacedVersion {
  return placedVersion(file, text, ['info', 'version']);
}

function placedVersion(file: string, text: string, path: readonly string[]): PlacedVersion {
  const place = { file, line: lineFinder(text)(`/${path.join('/')}`) };
  const version = path.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | null | undefined)?.[key],
    parsed(file, text),
  );
  if (typeof version === 'string' && isPlainVersion(version)) return { version, place };
  throw new DiffInputError(
    file,
    place.line,
    `${path.join('.')} is ${JSON.stringify(version) ?? 'missing'}, which is no version: ` +
      'write three numbers, such as 1.2.3 (Semantic Versioning 2.0.0, section 2)',
  );
}

/** Three numbers: the versions of the contract have neither a pre-release nor a build. */
function isPlainVersion(text: string): boolean {
  const version = parseVersion(text);
  return version?.version === text && version.prerelease.length === 0;
}

function parsed(file: string, text: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    throw new DiffInputError(file, 1, firstLine(error));
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkComplaints } from './link-complaints.ts';
import { mapComplaints } from './map-complaints.ts';
import type { PackedFiles } from './packed-files.ts';
import type { PublishedPackage } from './published-packages.ts';

/** What a package must not have, by the path of a file: what only those who work on it need. */
const ofContributors =
  /(^|\/)(tests?|__tests__|testing|node_modules|\.[^/]+)(\/|$)|\.(test|spec|proof)\.|\.tsbuildinfo$/;

/** Where the files of a package are, and what in them would be this machine's. */
export interface Surroundings {
  /** The folder with the files that are about to be packed, in the folders of their packages. */
  readonly stage: string;
  /** The root of the repository. */
  readonly root: string;
  /** Paths of this machine. */
  readonly machine: readonly string[];
}

/**
 * Tells what is wrong with the files of a package: tests, maps and links that lead nowhere, and paths of this
 * machine, which nobody else has and which differ from build to build.
 *
 * @param paths the files that are packed
 * @returns a line for each
 */
export function contentComplaints(
  { folder }: Pick<PublishedPackage, 'folder'>,
  paths: readonly string[],
  { stage, root, machine }: Surroundings,
): readonly string[] {
  const files: PackedFiles = {
    paths,
    read: (path) => readFileSync(join(stage, folder, path), 'utf8'),
  };
  const complaints = paths.flatMap((path) => [
    ...(ofContributors.test(path) ? [`${path}: is for contributors, and must not be packed`] : []),
    ...machineComplaints(path, files, machine),
    ...mapComplaints(path, files),
    ...linkComplaints(path, files, root),
  ]);
  return complaints.map((complaint) => `${folder}/${complaint}`);
}

function machineComplaints(
  path: string,
  { read }: PackedFiles,
  machine: readonly string[],
): readonly string[] {
  const text = read(path);
  // In JSON and in programs, a backslash is written twice.
  const waysToWrite = (it: string) => [it, it.replaceAll('\\', '/'), it.replaceAll('\\', '\\\\')];
  return machine
    .filter((it) => waysToWrite(it).some((way) => text.includes(way)))
    .map((it) => `${path}: has the path ${it} of this machine`);
}

import { chmodSync, cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildComplaints } from './build-complaints.ts';
import { contentComplaints } from './content-complaints.ts';
import { installScriptComplaints } from './install-script-complaints.ts';
import { manifestComplaints } from './manifest-complaints.ts';
import { type NpmPacked, npmPack } from './npm-pack.ts';
import { PackError } from './pack-error.ts';
import { type PublishedPackage, publishedPackages } from './published-packages.ts';
import { writeSboms } from './sbom/write-sboms.ts';

/** A package, packed as it is published. */
export interface Packed {
  readonly name: string;
  readonly version: string;
  /** The path of its tarball. */
  readonly file: string;
  /** The hash of the tarball, as Subresource Integrity writes it: `sha512-…`. */
  readonly sha512: string;
  /** How many bytes the tarball has. */
  readonly bytes: number;
  /** How many bytes its files have. */
  readonly unpackedBytes: number;
  /** The paths of its files in the package. */
  readonly files: readonly string[];
  /** The path of its software bill of materials, CycloneDX in JSON. */
  readonly sbom: string;
}

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Packs the packages as they are published, from what was built, with the bill of materials of each beside
 * it. The same files give the same bytes, wherever and whenever they are packed.
 *
 * @param into the folder for the tarballs; it is made if need be. When the packing fails, nothing is in it.
 * @param root the root of the repository
 * @throws {PackError} when a package was not built, its build was edited, or it is not fit to be published
 * @throws {ReleaseError} with what npm says, when it fails
 * @example
 * for (const { name, sha512 } of await packPackages('tarballs')) console.log(name, sha512);
 */
export async function packPackages(into: string, root = repository): Promise<readonly Packed[]> {
  const packages = publishedPackages(root);
  refuse(packages.flatMap((it) => manifestComplaints(it, root)));
  refuse(packages.flatMap((it) => installScriptComplaints(it, root)));
  refuse(packages.flatMap((it) => buildComplaints(it, root)));
  mkdirSync(into, { recursive: true });
  const stage = mkdtempSync(join(resolve(into), '.stage-'));
  try {
    const folders = packages.map(({ folder }) => folder);
    const lists = await npmPack(root, folders, '--dry-run');
    for (const it of packages) stagePackage(it, lists, root, stage);
    const surroundings = { stage, root, machine: [resolve(root), homedir() + sep] };
    refuse(packages.flatMap((it) => contentComplaints(it, filesOf(it, lists), surroundings)));
    const packed = await npmPack(stage, folders);
    const sboms = writeSboms({ packages, packed, root, stage });
    return packages.map((it) => {
      const { filename, integrity, size, unpackedSize, files } = entryOf(it, packed);
      return {
        name: it.name,
        version: it.version,
        file: publish(filename),
        sha512: integrity,
        bytes: size,
        unpackedBytes: unpackedSize,
        files: files.map(({ path }) => path),
        sbom: publish(sboms.get(it.name)!),
      };
    });
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }

  /** Moves a file from the stage to where it was asked for. */
  function publish(name: string): string {
    const file = join(resolve(into), name);
    renameSync(join(stage, name), file);
    return file;
  }
}

/**
 * Copies the files of a package. A tarball has the modes of the files, and those depend on who has checked
 * them out: the copies are readable by everybody. npm itself makes programs executable.
 */
function stagePackage(
  it: PublishedPackage,
  lists: readonly NpmPacked[],
  root: string,
  stage: string,
): void {
  for (const path of filesOf(it, lists)) {
    const copy = join(stage, it.folder, path);
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(join(root, it.folder, path), copy);
    chmodSync(copy, 0o644);
  }
}

function filesOf(it: PublishedPackage, lists: readonly NpmPacked[]): readonly string[] {
  return entryOf(it, lists).files.map(({ path }) => path);
}

function entryOf({ name }: PublishedPackage, entries: readonly NpmPacked[]): NpmPacked {
  const entry = entries.find((it) => it.name === name);
  if (!entry) throw new Error(`npm has not packed ${name}`);
  return entry;
}

function refuse(complaints: readonly string[]): void {
  if (complaints.length > 0) throw new PackError(complaints);
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NpmPacked } from '../npm-pack.ts';
import type { PublishedPackage } from '../published-packages.ts';
import { readLockfile } from './lockfile.ts';
import { makeSbom } from './make-sbom.ts';
import { type RuntimePackage, runtimeGraph } from './runtime-graph.ts';

/** What was packed, and where. */
export interface PackedStage {
  readonly packages: readonly PublishedPackage[];
  readonly packed: readonly NpmPacked[];
  /** The root of the repository. */
  readonly root: string;
  /** The folder with the tarballs. */
  readonly stage: string;
}

/**
 * Writes the bill of materials of each package beside its tarball, with the same name but for its end.
 *
 * @returns their names, by the names of the packages
 * @throws {Error} when the lockfile lacks something that a package needs
 */
export function writeSboms({ packages, packed, root, stage }: PackedStage): Map<string, string> {
  const lockfile = readLockfile(root);
  const tarballs = new Map(packed.map((it) => [it.name, it]));
  const integrityOf = ({ name, folder, integrity }: RuntimePackage): string => {
    const hash = integrity ?? tarballs.get(name)?.integrity;
    if (hash === undefined) throw new Error(`package-lock.json has no hash of ${folder}`);
    return hash;
  };
  return new Map(
    packages.map(({ name, folder, manifest }) => {
      const file = tarballs.get(name)!.filename.replace(/\.tgz$/, '.cdx.json');
      const graph = runtimeGraph(lockfile, folder).map((it) => withLicense(it, root));
      const repository = `${manifest.repository?.url}#${folder}`;
      writeFileSync(join(stage, file), makeSbom(graph, integrityOf, repository));
      return [name, file];
    }),
  );
}

/** Packages from before 2015 may tell their licence in a way of their own, which npm does not lock. */
function withLicense(it: RuntimePackage, root: string): RuntimePackage {
  if (it.license !== undefined) return it;
  const text = readFileSync(join(root, it.folder, 'package.json'), 'utf8');
  const { licenses } = JSON.parse(text) as { licenses?: readonly { readonly type: string }[] };
  const license = licenses?.map(({ type }) => type).join(' OR ');
  return license === undefined ? it : { ...it, license };
}

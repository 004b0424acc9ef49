import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { reviewContract } from '@agent-conversation/diff';
import { headOf } from '../git.ts';
import { build } from '../next/build.ts';
import { type Packed, packPackages, publishedPackages } from '../pack/index.ts';
import { ReleaseError } from '../release-error.ts';
import { type CheckedPackage, type CheckedRelease, releaseFile } from './checked-release.ts';
import { fillFolder } from './fill-folder.ts';
import { publishingOrder } from './publishing-order.ts';
import { sha512Of } from './sha512.ts';

/**
 * Builds and packs the packages of a release that was made, and writes down what they are.
 *
 * @param root the root of the repository
 * @param folder where the tarballs go; it is made if need be, and filled as a whole
 * @throws {ReleaseError} when there are changes that no release has, or something is in the folder
 * @throws {PackError} when a package is not fit to be published
 */
export function packRelease(root: string, folder: string): Promise<readonly CheckedPackage[]> {
  return fillFolder(folder, async (stage) => {
    await demandReleased(root);
    await build(
      root,
      publishedPackages(root).map((it) => it.folder),
    );
    const packed = inOrder(await packPackages(stage, root), root);
    const release: CheckedRelease = {
      commit: await headOf(root),
      version: packed[0]!.version,
      packages: packed.map(({ name, version, file, sha512, bytes, sbom }) => ({
        name,
        version,
        file: basename(file),
        sha512,
        bytes,
        sbom: basename(sbom),
        sbomSha512: sha512Of(readFileSync(sbom)),
      })),
    };
    writeFileSync(join(stage, releaseFile), `${JSON.stringify(release, null, 2)}\n`);
    return release.packages;
  });
}

/** Packages in the order in which they are published. */
export function inOrder(packed: readonly Packed[], root: string): readonly Packed[] {
  const order = publishingOrder(publishedPackages(root));
  return packed.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

async function demandReleased(root: string): Promise<void> {
  await build(root, ['openapi']);
  const { changes, complaints, planned } = await reviewContract({ root });
  const [changeset] = planned.changesets;
  const place = complaints[0]?.place.file ?? changes[0]?.place.file ?? changeset?.file;
  if (place === undefined) return;
  throw new ReleaseError(
    `${place}: is in no release yet. Run \`npm run release -- version\`, and pack what it makes`,
  );
}

import { join } from 'node:path';
import type { CheckedPackage, CheckedRelease } from '../checked/checked-release.ts';
import { readRelease } from '../checked/read-release.ts';
import { headOf, taggedCommit, tagHead } from '../git.ts';
import { ReleaseError } from '../release-error.ts';
import { npmRegistry, type Registry } from './registry.ts';

/**
 * Publishes the packages that were packed from this commit and checked, as far as the registry does not have
 * them, and tags the commit. Who begins anew after a failure publishes the rest.
 *
 * @param folder what `packRelease` has filled
 * @param tell takes what was done, a line at a time
 * @throws {ReleaseError} naming what is not what was checked, or with what npm says
 */
export async function publishRelease(
  root: string,
  folder: string,
  tell: (line: string) => void,
): Promise<void> {
  const head = await headOf(root);
  const release = readRelease(folder, head);
  const tag = `v${release.version}`;
  const tagged = await taggedCommit(root, tag);
  if (tagged !== undefined && tagged !== head) {
    throw new ReleaseError(
      `The tag ${tag} is on ${tagged}, and this is ${head}: make a new release`,
    );
  }
  const registry = await npmRegistry(root);
  const missing = await missingFrom(registry, release, tell);
  for (const { name, version, file } of missing) {
    await registry.publish(join(folder, file));
    tell(`${name}@${version}: published`);
  }
  if (tagged === undefined) await tagHead(root, tag);
  tell(`${tag}: ${tagged === undefined ? 'tagged' : 'was tagged before'}`);
}

/** Asks for all before anything is published. */
async function missingFrom(
  registry: Registry,
  { packages }: CheckedRelease,
  tell: (line: string) => void,
): Promise<readonly CheckedPackage[]> {
  const missing: CheckedPackage[] = [];
  for (const checked of packages) {
    const { name, version, sha512 } = checked;
    const there = await registry.integrityOf(name, version);
    if (there === undefined) missing.push(checked);
    else if (there === sha512) tell(`${name}@${version}: skipped, the registry has it`);
    else {
      throw new ReleaseError(
        `${name}@${version}: the registry has another package of this version. Make a new release`,
      );
    }
  }
  return missing;
}

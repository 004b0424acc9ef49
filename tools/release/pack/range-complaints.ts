import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from './manifest.ts';
import type { PublishedPackage } from './published-packages.ts';

/**
 * Tells of dependencies that users could not install, or would get in another version than was tested: our
 * own must be asked for as `^` and their version, and others by their exact one.
 *
 * @returns a line for each
 */
export function rangeComplaints(
  { manifest, folder }: PublishedPackage,
  root: string,
): readonly string[] {
  return (['dependencies', 'optionalDependencies', 'peerDependencies'] as const).flatMap((kind) =>
    Object.entries(manifest[kind] ?? {}).flatMap(([name, range]) => {
      const own = ownManifest(name, root);
      const place = `${folder}/package.json#/${kind}/${name.replace('/', '~1')}`;
      if (own?.private) return [`${place}: is private, so nobody could install it`];
      if (own) {
        return range === `^${own.version}` ? [] : [`${place}: must have "^${own.version}"`];
      }
      return /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range) ? [] : [`${place}: must have one version`];
    }),
  );
}

/** The manifest of a package of this repository. */
function ownManifest(name: string, root: string): Manifest | undefined {
  const [, own] = /^@agent-conversation\/(.+)$/.exec(name) ?? [];
  const file = ['openapi', `packages/${own}`, `tools/${own}`]
    .filter((folder) => own !== undefined && folder.endsWith(own))
    .map((folder) => join(root, folder, 'package.json'))
    .find((path) => existsSync(path));
  return file === undefined ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as Manifest);
}

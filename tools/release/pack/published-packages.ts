import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from './manifest.ts';

/** A workspace whose package is for everybody. */
export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** Its folder, from the root of the repository, with slashes. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/**
 * Finds the packages that are published: the workspaces that are not private, in the order of their names.
 *
 * @param root the root of the repository
 */
export function publishedPackages(root: string): readonly PublishedPackage[] {
  return globSync(['openapi/package.json', '{packages,tools}/*/package.json'], { cwd: root })
    .map((file) => {
      const manifest = JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest;
      const folder = file.replaceAll('\\', '/').replace(/\/package\.json$/, '');
      return { name: manifest.name ?? folder, version: manifest.version ?? '', folder, manifest };
    })
    .filter(({ manifest }) => manifest.private !== true)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

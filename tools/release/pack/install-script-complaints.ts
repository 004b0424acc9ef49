import { readLockfile } from './sbom/lockfile.ts';
import { runtimeGraph } from './sbom/runtime-graph.ts';
import type { PublishedPackage } from './published-packages.ts';

/**
 * Tells of scripts that run where a package is installed: those of what it brings along. `@scarf/scarf`, which
 * tells its makers who installs Prism, is silent for whoever has a package between that has switched it off.
 *
 * @returns a line for each
 * @throws {Error} when the lockfile lacks something that the package needs
 */
export function installScriptComplaints(
  { folder, manifest }: PublishedPackage,
  root: string,
): readonly string[] {
  return runtimeGraph(readLockfile(root), folder)
    .filter(({ hasInstallScript }) => hasInstallScript)
    .filter(({ name }) => name !== '@scarf/scarf' || manifest.scarfSettings?.enabled !== false)
    .map(({ name }) =>
      name === '@scarf/scarf'
        ? `${folder}/package.json#/scarfSettings: must have {"enabled": false}, as it brings ${name}`
        : `${folder}/package.json#/dependencies: bring ${name}, which has an install script`,
    );
}

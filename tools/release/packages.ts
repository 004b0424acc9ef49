/** The published packages, and what publint and attw do not check in their manifests. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getPackagesSync, type Package } from '@manypkg/get-packages';

/** A workspace: its package.json, as far as it is read here, and where that is. */
export interface Workspace extends Readonly<Package['packageJson']> {
  /** Relative to the root of the repository, with `/`. */
  readonly folder: string;
  readonly files?: readonly string[];
  readonly scarfSettings?: { readonly enabled?: boolean };
}

function workspaces(root: string): readonly Workspace[] {
  return getPackagesSync(root).packages.map(({ relativeDir, packageJson }) => ({
    ...packageJson,
    folder: relativeDir.replaceAll('\\', '/'),
  }));
}

/** Finds the workspaces that are not private, each after those that it depends on: the order to publish them in. */
export function publishedPackages(root: string): readonly Workspace[] {
  const published = workspaces(root).filter((it) => it.private !== true);
  const order = new Set<Workspace>();
  const add = (it: Workspace): void => {
    published
      .filter(({ name }) => it.dependencies?.[name] !== undefined)
      .forEach(add);
    order.add(it);
  };
  published.forEach(add);
  return [...order];
}

/** Finds what is missing in a package or is wrong with its dependencies: one line each, location and what to do. */
export function manifestDiagnostics(
  workspace: Workspace,
  root: string,
): readonly string[] {
  const { folder, version, files = ['dist'] } = workspace;
  const all = workspaces(root);
  const diagnostics: string[] = [];
  for (const kind of [
    'dependencies',
    'optionalDependencies',
    'peerDependencies',
  ] as const) {
    for (const [name, range] of Object.entries(workspace[kind] ?? {})) {
      const tested =
        kind === 'peerDependencies'
          ? workspace.devDependencies?.[name]
          : undefined;
      const dependency = all.find((candidate) => candidate.name === name);
      const fault = rangeFault(range, dependency, kind, tested);
      const pointer = `/${kind}/${name.replace('/', '~1')}`;
      if (fault)
        diagnostics.push(`${folder}/package.json#${pointer}: ${fault}`);
    }
  }
  const changelog = join(root, folder, 'CHANGELOG.md');
  const changes = existsSync(changelog) ? readFileSync(changelog, 'utf8') : '';
  if (!changes.includes(`\n## ${version}\n`)) {
    diagnostics.push(`${folder}/CHANGELOG.md: lacks ${version}`);
  }
  for (const file of ['README.md', 'LICENSE', ...files]) {
    if (file.startsWith('!') || existsSync(join(root, folder, file))) continue;
    diagnostics.push(
      `${folder}/${file}: is missing. Restore it, or run npm run build`,
    );
  }
  return diagnostics;
}

/**
 * Users get the versions that were tested: our packages as `^` and their version, others pinned. A peer is theirs to
 * choose, from the tested version on.
 */
function rangeFault(
  range: string,
  workspace: Workspace | undefined,
  kind: string,
  tested: string | undefined,
): string | undefined {
  if (workspace?.private) return 'is private, so nobody could install it';
  if (workspace)
    return range === `^${workspace.version}`
      ? undefined
      : `must be "^${workspace.version}"`;
  if (kind === 'peerDependencies') {
    if (range === `^${tested}`) return undefined;
    return 'must be "^" and the version in devDependencies, which is the one tested';
  }
  const isExact = /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range);
  return isExact ? undefined : 'must be one exact version';
}

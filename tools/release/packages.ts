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
    published.filter(({ name }) => it.dependencies?.[name] !== undefined).forEach(add);
    order.add(it);
  };
  published.forEach(add);
  return [...order];
}

/** Finds what is missing in a package or is wrong with its dependencies: one line each, location and what to do. */
export function manifestDiagnostics(it: Workspace, root: string): readonly string[] {
  const { folder, version } = it;
  const changelog = join(root, folder, 'CHANGELOG.md');
  const changes = existsSync(changelog) ? readFileSync(changelog, 'utf8') : '';
  return [
    ...rangeDiagnostics(it, workspaces(root)).map((text) => `${folder}/package.json#${text}`),
    ...(changes.includes(`\n## ${version}\n`) ? [] : [`${folder}/CHANGELOG.md: lacks ${version}`]),
    ...['README.md', 'LICENSE', ...(it.files ?? ['dist'])]
      .filter((file) => file[0] !== '!' && !existsSync(join(root, folder, file)))
      .map((file) => `${folder}/${file}: is missing. Restore it, or run npm run build`),
  ];
}

/**
 * Users get the versions that were tested: our packages as `^` and their version, others pinned. A peer is theirs to
 * choose, from the tested version on.
 */
function rangeDiagnostics(it: Workspace, all: readonly Workspace[]): readonly string[] {
  const kinds = ['dependencies', 'optionalDependencies', 'peerDependencies'] as const;
  return kinds.flatMap((kind) =>
    Object.entries(it[kind] ?? {}).flatMap(([name, range]) => {
      const own = all.find((each) => each.name === name);
      const at = `/${kind}/${name.replace('/', '~1')}`;
      if (own?.private) return [`${at}: is private, so nobody could install it`];
      if (own) return range === `^${own.version}` ? [] : [`${at}: must be "^${own.version}"`];
      const isExact = /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range);
      if (kind !== 'peerDependencies') return isExact ? [] : [`${at}: must be one exact version`];
      return range === `^${it.devDependencies?.[name]}`
        ? []
        : [`${at}: must be "^" and the version in devDependencies, which is the one tested`];
    }),
  );
}

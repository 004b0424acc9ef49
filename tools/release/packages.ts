/** The published packages, and what must not be published. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { getPackagesSync, type Package } from '@manypkg/get-packages';

/** A workspace: its package.json, and its folder relative to the root of the repository, with `/`. */
export interface Workspace extends Readonly<Package['packageJson']> {
  readonly folder: string;
  readonly files?: readonly string[];
}

/** Finds the workspaces that are not private, each after those that it depends on: the order to publish them in. */
export function publishedPackages(root: string): readonly Workspace[] {
  const published = getPackagesSync(root)
    .packages.filter(({ packageJson }) => !packageJson.private)
    .map(({ relativeDir, packageJson }) => {
      return { ...packageJson, folder: relativeDir.replaceAll('\\', '/') };
    });
  const order = new Set<Workspace>();
  const add = (workspace: Workspace): void => {
    const isNeeded = ({ name }: Workspace) => workspace.dependencies?.[name];
    published.filter(isNeeded).forEach(add);
    order.add(workspace);
  };
  published.forEach(add);
  return [...order];
}

/**
 * Finds dependencies that are not the tested ones: our packages are of this version, others are pinned. A peer is the
 * choice of users, from the tested version on.
 */
export function dependencyDiagnostics(workspace: Workspace): readonly string[] {
  const { folder, version, devDependencies, peerDependencies } = workspace;
  const diagnostics: string[] = [];
  const report = (kind: string, name: string, message: string) =>
    diagnostics.push(
      `${folder}/package.json#/${kind}/${name.replace('/', '~1')}: ${message}`,
    );
  for (const [name, range] of Object.entries(workspace.dependencies ?? {})) {
    if (name.startsWith('@agent-conversation/')) {
      if (range !== `^${version}`)
        report('dependencies', name, `must be "^${version}"`);
    } else if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range)) {
      report('dependencies', name, 'must be one exact version');
    }
  }
  for (const [name, range] of Object.entries(peerDependencies ?? {})) {
    if (range === `^${devDependencies?.[name]}`) continue;
    const tested = 'the version in devDependencies, which is the one tested';
    report('peerDependencies', name, `must be "^" and ${tested}`);
  }
  return diagnostics;
}

const forContributors =
  /(^|\/)(tests?|__tests__|testing|node_modules|\.[^/]+)(\/|$)|\.(test|spec|proof)\.|\.tsbuildinfo$/;
const linkToMain =
  /agent-conversation\/agent-conversation-api\/(?:blob|tree)\/main\/([^\s)#]+)/g;

/** Checks the files that are packed: nothing is missing, no tests, no paths of this machine, no links to lost files. */
export function contentDiagnostics(
  { folder, files = ['dist'] }: Workspace,
  paths: readonly string[],
  root: string,
  machine: readonly string[] = [root, homedir() + sep],
): readonly string[] {
  const diagnostics: string[] = [];
  const report = (path: string, message: string) =>
    diagnostics.push(`${folder}/${path}: ${message}`);
  for (const required of ['README.md', 'LICENSE', 'CHANGELOG.md', ...files]) {
    const isPacked = paths.some((path) =>
      `${path}/`.startsWith(`${required}/`),
    );
    if (!isPacked && !required.startsWith('!'))
      report(required, 'is missing. Restore it, or run npm run build');
  }
  for (const path of paths) {
    if (forContributors.test(path))
      report(path, 'is for contributors, and must not be packed');
    const text = readFileSync(join(root, folder, path), 'utf8');
    for (const location of machine) {
      if (text.includes(location))
        report(path, `contains ${location}, of this machine`);
    }
    for (const [, target = ''] of text.matchAll(linkToMain)) {
      if (!existsSync(join(root, target)))
        report(path, `${target} is not in the repository`);
    }
  }
  return diagnostics;
}

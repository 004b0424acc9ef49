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
export function dependencyDiagnostics({
  folder,
  version,
  dependencies = {},
  peerDependencies = {},
  devDependencies = {},
}: Workspace): readonly string[] {
  const diagnostics: string[] = [];
  const demand = (name: string, range: string, tested: string) => {
    if (range !== tested)
      diagnostics.push(
        `${folder}/package.json: ${name} is "${range}", must be "${tested}", as it is tested`,
      );
  };
  for (const [name, range] of Object.entries(dependencies)) {
    const isOurs = name.startsWith('@agent-conversation/');
    const [pinned = 'one version'] =
      /\d+\.\d+\.\d+(-[\w.]+)?/.exec(range) ?? [];
    demand(name, range, isOurs ? `^${version}` : pinned);
  }
  for (const [name, range] of Object.entries(peerDependencies))
    demand(name, range, `^${devDependencies[name]}`);
  return diagnostics;
}

const forContributors =
  /(^|\/)(tests?|__tests__|testing|node_modules|\.[^/]+)(\/|$)|\.(test|spec|proof)\.|\.tsbuildinfo$/;
const linkToMain =
  /agent-conversation\/agent-conversation-api\/(?:blob|tree)\/main\/([^\s)#]+)/g;

/** Checks the files that are packed: nothing is missing, no tests, no paths of this machine, no links to lost files. */
export function contentDiagnostics(
  { folder, files = [] }: Workspace,
  paths: readonly string[],
  root: string,
  machine: readonly string[] = [root, homedir() + sep],
): readonly string[] {
  const diagnostics: string[] = [];
  const report = (path: string, message: string) =>
    diagnostics.push(`${folder}/${path}: ${message}`);
  for (const required of ['README.md', 'LICENSE', ...files]) {
    if (!paths.some((path) => `${path}/`.startsWith(`${required}/`)))
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

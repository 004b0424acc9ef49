/** The published packages, and what must not be published. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { getPackagesSync, type Package } from '@manypkg/get-packages';

/** A workspace: its package.json, and its folder relative to the root of the repository, with `/`. */
export interface Workspace extends Readonly<Package['packageJson']> {
  readonly folder: string;
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

/** Finds dependencies that users could get in another version than the tested one. */
export function dependencyDiagnostics({
  folder,
  version,
  dependencies = {},
}: Workspace): readonly string[] {
  return Object.entries(dependencies).flatMap(([name, range]) => {
    const isOurs = name.startsWith('@agent-conversation/');
    const isTested = isOurs ? range === `^${version}` : /^\d/.test(range);
    if (isTested) return [];
    const tested = isOurs ? `"^${version}"` : 'one exact version';
    return [`${folder}/package.json: ${name} must be ${tested}, is "${range}"`];
  });
}

interface LockedPackage {
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

/** Finds what users would install that runs a script then. */
export function installScriptDiagnostics(root: string): readonly string[] {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const lock = JSON.parse(text) as { packages: Record<string, LockedPackage> };
  return Object.entries(lock.packages)
    .filter(([, { dev, hasInstallScript }]) => hasInstallScript && !dev)
    .map(([path]) => `package-lock.json: ${path} has an install script`);
}

const forContributors =
  /(^|\/)(tests?|__tests__|testing|node_modules|\.[^/]+)(\/|$)|\.(test|spec|proof)\.|\.tsbuildinfo$/;
const linkToMain =
  /agent-conversation\/agent-conversation-api\/(?:blob|tree)\/main\/([^\s)#]+)/g;

/** Checks the files that are packed: no tests, no paths of this machine, no links to lost files. */
export function contentDiagnostics(
  { folder }: Workspace,
  paths: readonly string[],
  root: string,
  machine: readonly string[] = [root, homedir() + sep],
): readonly string[] {
  const diagnostics: string[] = [];
  const report = (path: string, message: string) =>
    diagnostics.push(`${folder}/${path}: ${message}`);
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

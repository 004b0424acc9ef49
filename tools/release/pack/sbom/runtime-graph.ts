import type { LockedPackage, Lockfile } from './lockfile.ts';

/** A package that another brings along. */
export interface RuntimePackage extends LockedPackage {
  readonly name: string;
  readonly version: string;
  /** The folder in which the lockfile has it. */
  readonly folder: string;
  /** What it needs itself, by the folders. */
  readonly needs: readonly string[];
}

/**
 * Finds what a package of the repository brings along where it is installed: what it depends on, and what that
 * depends on, in the versions that the lockfile has. Whoever installs it later may get newer ones where a
 * package of others asks for a range.
 *
 * @param start the folder of the package's workspace
 * @returns the package itself, and the others after it
 * @throws {Error} when the lockfile lacks something that is needed
 */
export function runtimeGraph(lockfile: Lockfile, start: string): readonly RuntimePackage[] {
  const found = new Map<string, RuntimePackage>();
  const visit = (folder: string): void => {
    if (found.has(folder)) return;
    const locked = lockfile[folder];
    if (!locked?.version) throw new Error(`package-lock.json has no version of ${folder}`);
    const needs = neededBy(locked).flatMap(({ name, optional }) => {
      const place = placeOf(lockfile, folder, name);
      if (place === undefined && !optional) {
        throw new Error(`package-lock.json has no ${name}, which ${folder} needs`);
      }
      return place ?? [];
    });
    const name = locked.name ?? folder.split('node_modules/').at(-1)!;
    found.set(folder, { ...locked, name, version: locked.version, folder, needs });
    for (const need of needs) visit(need);
  };
  visit(start);
  return [...found.values()];
}

function neededBy(locked: LockedPackage): readonly { name: string; optional: boolean }[] {
  const {
    dependencies,
    optionalDependencies = {},
    peerDependencies,
    peerDependenciesMeta,
  } = locked;
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    .filter((name) => peerDependenciesMeta?.[name]?.optional !== true)
    .map((name) => ({ name, optional: name in optionalDependencies }));
}

/** Where Node finds a package from a folder: in the nearest node_modules that has it. */
function placeOf(lockfile: Lockfile, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = parentOf(folder)) {
    const place = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`;
    const locked = lockfile[place];
    if (locked) return locked.link ? locked.resolved : place;
    if (folder === '') return undefined;
  }
}

/** The next folder upwards that may have a node_modules: of a workspace, that is the root. */
function parentOf(folder: string): string {
  const end = folder.lastIndexOf('/node_modules/');
  return end === -1 ? '' : folder.slice(0, end);
}

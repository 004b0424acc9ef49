/** The packages as they are published. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install } from '@agent-conversation/on-demand';
import { packPackages } from '@agent-conversation/release/pack';

const root = join(import.meta.dirname, '../..');

/** Where the tarball of each package is, by the package's name. */
export type Tarballs = Readonly<Record<string, string>>;

/** Packs the packages as they are published, from what was built. */
export async function pack(workshop: string): Promise<Tarballs> {
  const packed = await packPackages(join(workshop, 'tarballs'));
  return Object.fromEntries(packed.map(({ name, file }) => [name, file]));
}

/**
 * Installs packages from their tarballs into an empty project, as their users would, with the others in the
 * versions that the repository has: these are in npm's cache, so no registry is asked.
 *
 * @param names of our packages and of others
 * @returns the folder of the project
 * @throws {Error} when npm fails
 */
export async function installPacked(
  workshop: string,
  tarballs: Tarballs,
  names: readonly string[],
): Promise<string> {
  const project = mkdtempSync(join(workshop, 'installed-'));
  const write = (file: string, content: object) =>
    writeFileSync(join(project, file), JSON.stringify(content));
  const locked = others(tarballs);
  const dependencies = Object.fromEntries(
    names.map((name) => {
      const tarball = tarballs[name];
      return [name, tarball ? `file:${tarball}` : locked[`node_modules/${name}`]!.version];
    }),
  );
  // What our packages need of each other is in no registry either.
  const overrides = Object.fromEntries(
    Object.entries(tarballs).flatMap(([name, file]) =>
      names.includes(name) ? [] : [[name, `file:${file}`]],
    ),
  );
  const manifest = { private: true, type: 'module', dependencies, overrides };
  write('package.json', manifest);
  // npm removes what nobody in the project asks for.
  write('package-lock.json', {
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, ...locked },
  });
  await install(project, 'install');
  return project;
}

interface LockedPackage {
  readonly version?: string;
  readonly link?: boolean;
}

/** What the lockfile of the repository has of other packages, where a project of our packages has it. */
function others(tarballs: Tarballs): Record<string, LockedPackage> {
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lockfile) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.fromEntries(
    Object.entries(packages).flatMap(([path, entry]) => {
      const [, workspace] = /^packages\/([^/]+)\/node_modules\//.exec(path) ?? [];
      const isOurs = workspace !== undefined && tarballs[`@agent-conversation/${workspace}`];
      if (entry.link || !(isOurs || path.startsWith('node_modules/'))) return [];
      return [[path.replace(/^packages\//, 'node_modules/@agent-conversation/'), entry]];
    }),
  );
}

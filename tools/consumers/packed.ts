/** The packages as they are published. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install } from '@agent-conversation/on-demand';
import { succeed } from './run.ts';

const root = join(import.meta.dirname, '../..');
const workspaces = [
  'openapi',
  ...['types', 'validators', 'client', 'mock', 'conformance'].map((it) => `packages/${it}`),
];

/** Where the tarball of each package is, by the package's name without its scope. */
export type Tarballs = ReadonlyMap<string, string>;

/**
 * Packs the packages as they would be published, from what was built.
 *
 * @throws {Error} when npm fails
 */
export async function pack(workshop: string): Promise<Tarballs> {
  const folder = join(workshop, 'tarballs');
  mkdirSync(folder);
  const packages = workspaces.map((workspace) => join(root, workspace));
  await succeed('npm', ['pack', ...packages, '--ignore-scripts', '--pack-destination', folder], {
    cwd: workshop,
  });
  return new Map(
    readdirSync(folder).map((file) => [
      /^agent-conversation-(.+)-\d+\.\d+\.\d+\.tgz$/.exec(file)![1]!,
      join(folder, file),
    ]),
  );
}

/**
 * Installs packages from their tarballs into an empty project, as their users would, with the others in the
 * versions that the repository has: these are in npm's cache, so no registry is asked.
 *
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
  const dependencies = Object.fromEntries(
    names.map((name) => [`@agent-conversation/${name}`, `file:${tarballs.get(name)}`]),
  );
  const manifest = { private: true, type: 'module', dependencies };
  write('package.json', manifest);
  // npm removes what nobody in the project asks for.
  write('package-lock.json', {
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, ...others() },
  });
  await install(project, 'install');
  return project;
}

/** What the lockfile of the repository has of other packages, where a project of our packages has it. */
function others(): Record<string, object> {
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lockfile) as {
    readonly packages: Readonly<Record<string, { readonly link?: boolean }>>;
  };
  return Object.fromEntries(
    Object.entries(packages)
      .filter(([path, { link }]) => /^(?:packages\/[^/]+\/)?node_modules\//.test(path) && !link)
      .map(([path, entry]) => [
        path.replace(/^packages\//, 'node_modules/@agent-conversation/'),
        entry,
      ]),
  );
}

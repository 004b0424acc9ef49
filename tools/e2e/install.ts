/** Packs the packages, and installs them and the peers. */
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.ts';

const root = join(import.meta.dirname, '../..');
const peers = join(import.meta.dirname, 'peers');

/** The path of the tarball of each package, by the name of the package. */
export type Tarballs = Readonly<Record<string, string>>;

/** The path of a file of a peer, which is there after `installPeers`. */
export function peer(path: string): string {
  return join(peers, 'node_modules', path);
}

/** Installs the peers, unless what their lockfile names is there. */
export async function installPeers(): Promise<void> {
  const changed = (file: string) =>
    statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const installed = changed(peer('.package-lock.json'));
  if (installed < changed(join(peers, 'package-lock.json'))) {
    console.error(`Installing the peers of ${import.meta.dirname}`);
    await npm(
      peers,
      'ci',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
    );
  }
}

/** Packs every public package as it is published, from what was built, into a folder. */
export async function packPackages(folder: string): Promise<Tarballs> {
  const { packages } = lockfile();
  const workspaces = Object.keys(packages).filter((path) =>
    /^(openapi|packages\/\w+)$/.test(path),
  );
  const manifests = workspaces.map(
    (path) => readJson(`${path}/package.json`) as Manifest,
  );
  const names = manifests.flatMap((it) => (it.private ? [] : ['-w', it.name]));
  const options = ['--json', '--ignore-scripts', '--pack-destination', folder];
  const output = await npm(root, 'pack', ...options, ...names);
  // An array up to npm 11, an object by name since npm 12.
  const packed = Object.values(
    JSON.parse(output) as Record<
      string,
      { readonly name: string; readonly filename: string }
    >,
  );
  return Object.fromEntries(
    packed.map(({ name, filename }) => [name, join(folder, filename)]),
  );
}

/**
 * Installs packages from their tarballs into an empty project, as their users would, and others in the versions of
 * the repository's lockfile: these are in npm's cache, so no registry is asked.
 *
 * @param names of our packages and of others
 * @returns the folder of the project
 */
export async function installPacked(
  workspace: string,
  tarballs: Tarballs,
  names: readonly string[],
): Promise<string> {
  const project = mkdtempSync(join(workspace, 'installed-'));
  const write = (file: string, content: object) =>
    writeFileSync(join(project, file), JSON.stringify(content));
  const locked = others(tarballs);
  const dependencies = Object.fromEntries(
    names.map((name) => {
      const tarball = tarballs[name];
      return [
        name,
        tarball ? `file:${tarball}` : locked[`node_modules/${name}`]!.version,
      ];
    }),
  );
  // What our packages depend on of each other is in no registry.
  const ours = Object.entries(tarballs).map(
    ([name, file]) => [name, `file:${file}`] as const,
  );
  const overrides = Object.fromEntries(
    ours.filter(([name]) => !names.includes(name)),
  );
  const manifest = { private: true, type: 'module', dependencies, overrides };
  write('package.json', manifest);
  // npm removes what the project does not need.
  const packages = { '': manifest, ...locked };
  write('package-lock.json', { lockfileVersion: 3, requires: true, packages });
  await npm(
    project,
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
  );
  return project;
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
}

interface LockedPackage {
  readonly version?: string;
  readonly link?: boolean;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

const readJson = (path: string) =>
  JSON.parse(readFileSync(join(root, path), 'utf8')) as unknown;
const lockfile = () => readJson('package-lock.json') as Lockfile;

/** The third-party packages of the repository's lockfile, at the locations that they have in a project. */
function others(tarballs: Tarballs): Record<string, LockedPackage> {
  return Object.fromEntries(
    Object.entries(lockfile().packages).flatMap(([path, entry]) => {
      const [, workspace] =
        /^packages\/([^/]+)\/node_modules\//.exec(path) ?? [];
      const isOurs =
        workspace !== undefined && tarballs[`@agent-conversation/${workspace}`];
      if (entry.link || !(isOurs || path.startsWith('node_modules/')))
        return [];
      return [
        [
          path.replace(/^packages\//, 'node_modules/@agent-conversation/'),
          entry,
        ],
      ];
    }),
  );
}

/** Runs npm. @throws {Error} when it fails */
async function npm(cwd: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run('npm', args, { cwd });
  if (code !== 0)
    throw new Error(`npm ${args[0]} failed in ${cwd}:\n${stdout}\n${stderr}`);
  return stdout;
}

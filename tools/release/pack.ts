/** Packs the published packages, the same bytes each time, with their bill of materials (SBOM). */
import { hash } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { releaseNotes } from './changelog.ts';
import { CheckError, type Context, review } from './context.ts';
import {
  contentDiagnostics,
  dependencyDiagnostics,
  publishedPackages,
  type Workspace,
} from './packages.ts';
import { run } from './run.ts';

/** What `release.json` records of the files beside it. */
export interface PackedRelease {
  readonly commit: string;
  readonly version: string;
  /** In the order to publish them in. */
  readonly packages: readonly {
    readonly name: string;
    readonly file: string;
  }[];
  /** By the names of the files, as Subresource Integrity writes them. */
  readonly hashes: Readonly<Record<string, string>>;
}

/** Hashes a file as Subresource Integrity writes it: `sha512-…`. */
export function sha512Of(file: string): string {
  return `sha512-${hash('sha512', fs.readFileSync(file), 'base64')}`;
}

/** What `npm pack --json` prints of a package. */
interface NpmPacked {
  readonly name: string;
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** The bill of materials of all packages. */
const sbomFile = 'sbom.cdx.json';

/** Builds the packages, without files that an earlier build has left. */
export async function buildPackages({ root, runTask }: Context): Promise<void> {
  const folders = publishedPackages(root).map(({ folder }) => folder);
  // Turbo adds the files that it restores to those that are there.
  for (const folder of folders)
    fs.rmSync(join(root, folder, 'dist'), { recursive: true, force: true });
  await runTask(root, 'build', folders);
}

/** Packs what was built, in the order to publish it in. @throws {CheckError} if a package must not be published */
export async function packPackages(
  into: string,
  root: string,
): Promise<readonly NpmPacked[]> {
  const packages = publishedPackages(root);
  const folders = packages.map(({ folder }) => folder);
  const packed = await npmPack(into, root, folders);
  const lock = installedPackages(root);
  fs.writeFileSync(join(into, sbomFile), await npmSbom(lock, packages));
  const diagnostics = packages.flatMap((workspace, index) => {
    const paths = packed[index]!.files.map(({ path }) => path);
    return [
      ...dependencyDiagnostics(workspace),
      ...contentDiagnostics(workspace, paths, root),
    ];
  });
  for (const [path, { hasInstallScript }] of Object.entries(lock.packages)) {
    if (hasInstallScript)
      diagnostics.push(`package-lock.json: ${path} has an install script`);
  }
  if (diagnostics.length > 0) throw new CheckError(diagnostics.join('\n'));
  return packed;
}

/** Packs copies of packages. A tarball has the modes of the files, which depend on who checked them out. */
async function npmPack(
  into: string,
  root: string,
  folders: readonly string[],
): Promise<readonly NpmPacked[]> {
  using stage = fs.mkdtempDisposableSync(join(tmpdir(), 'pack-'));
  for (const folder of folders) {
    fs.cpSync(join(root, folder), join(stage.path, folder), {
      recursive: true,
      filter: (source) => basename(source) !== 'node_modules',
    });
  }
  const copied = { recursive: true, withFileTypes: true } as const;
  for (const entry of fs.readdirSync(stage.path, copied)) {
    if (entry.isFile()) fs.chmodSync(join(entry.parentPath, entry.name), 0o644);
  }
  const paths = folders.map((folder) => `./${folder}`);
  const options = ['--json', '--ignore-scripts', '--pack-destination', into];
  const json = await run(stage.path, 'npm', ['pack', ...paths, ...options]);
  return JSON.parse(json) as readonly NpmPacked[];
}

interface Lockfile {
  readonly packages: Record<string, { readonly hasInstallScript?: boolean }>;
}

/** Reads the lockfile without what is only for development. */
function installedPackages(root: string): Lockfile {
  const text = fs.readFileSync(join(root, 'package-lock.json'), 'utf8');
  const withoutDev = (key: string, value: { dev?: boolean } | null) =>
    key === 'devDependencies' || value?.dev ? undefined : value;
  return JSON.parse(text, withoutDev) as Lockfile;
}

/**
 * Lists what a project installs that depends on packages, in CycloneDX. A lockfile of its own: `npm sbom --omit dev`
 * would also leave out what is not only for development.
 */
async function npmSbom(
  lock: Lockfile,
  packages: readonly Workspace[],
): Promise<string> {
  const { version } = packages[0]!;
  const dependencies = Object.fromEntries(
    packages.map(({ name }) => [name, version]),
  );
  const project = { name: 'agent-conversation', version, dependencies };
  const locked = { ...lock, packages: { ...lock.packages, '': project } };
  using stage = fs.mkdtempDisposableSync(join(tmpdir(), 'sbom-'));
  // npm names the project after its folder.
  const folder = join(stage.path, project.name);
  fs.mkdirSync(folder);
  const write = (name: string, content: object) =>
    fs.writeFileSync(join(folder, name), JSON.stringify(content));
  write('package.json', project);
  write('package-lock.json', locked);
  const options = ['--sbom-format', 'cyclonedx', '--package-lock-only'];
  const sbom = await run(folder, 'npm', ['sbom', ...options]);
  // The same packages have the same one.
  return sbom.replaceAll(/^ *"(serialNumber|timestamp)": .*\n/gm, '');
}

/**
 * Builds and packs a release that was made, and records the commit, the hashes and the notes beside the tarballs. Makes
 * the folder with all of its files, or not at all. Returns one line for each package.
 *
 * @throws {CommandError} if something is in no release yet, or the folder is not empty
 */
export async function packRelease(
  context: Context,
  folder: string,
): Promise<string> {
  const { root } = context;
  // Only an empty folder can be removed like this.
  try {
    if (fs.existsSync(folder)) fs.rmdirSync(folder);
  } catch {
    throw new CommandError(`${folder}: must be a new or empty folder`);
  }
  const { changes, diagnostics, planned, versions } = await review(
    root,
    context,
  );
  const locations = [...diagnostics, ...changes].map(
    ({ location }) => location,
  );
  const [left] = [...locations, ...planned.changesets];
  if (left) {
    const todo = 'Run npm run release -- version, and pack what it makes';
    throw new CommandError(`${left.file}: is not in a release yet. ${todo}`);
  }
  fs.mkdirSync(dirname(folder), { recursive: true });
  using stage = fs.mkdtempDisposableSync(`${folder}-`);
  const write = (name: string, text: string) =>
    fs.writeFileSync(join(stage.path, name), text);
  await buildPackages(context);
  const packed = await packPackages(stage.path, root);
  const version = versions.current;
  write('notes.md', releaseNotes(root, version));
  const hashes: Record<string, string> = {};
  for (const name of fs.readdirSync(stage.path).toSorted())
    hashes[name] = sha512Of(join(stage.path, name));
  const commit = await run(root, 'git', ['rev-parse', 'HEAD']);
  const packages = packed.map(({ name, filename }) => ({
    name,
    file: filename,
  }));
  const release: PackedRelease = { commit, version, packages, hashes };
  write('release.json', `${JSON.stringify(release, null, 2)}\n`);
  fs.renameSync(stage.path, folder);
  return packages
    .map(({ name, file }) => `${name}@${version} ${hashes[file]}\n`)
    .join('');
}

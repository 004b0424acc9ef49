/** Packs the published packages, the same bytes each time, with their bill of materials (SBOM). */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { releaseNotes } from './changelog.ts';
import { CheckError, type Context, demandReview } from './context.ts';
import {
  contentDiagnostics,
  dependencyDiagnostics,
  publishedPackages,
} from './packages.ts';
import { run } from './run.ts';

/** What `release.json` records. */
export interface PackedRelease {
  readonly commit: string;
  readonly version: string;
  /** In the order to publish them in. */
  readonly packages: readonly {
    readonly name: string;
    /** The name of the tarball beside it. */
    readonly file: string;
    /** The hash of the tarball, as registries and Subresource Integrity write it: `sha512-…`. */
    readonly integrity: string;
  }[];
}

/** What `npm pack --json` prints of a package. */
interface NpmPacked {
  readonly name: string;
  readonly filename: string;
  readonly integrity: string;
  readonly files: readonly { readonly path: string }[];
}

/**
 * Builds and packs a release that was made, and records the commit, the hashes and the notes beside the tarballs. Makes
 * the folder with all of its files, or not at all. Returns one line for each package.
 *
 * @throws {CommandError} if something is in no release yet, or the folder exists
 */
export async function packRelease(
  context: Context,
  folder: string,
): Promise<string> {
  const { root, runTask } = context;
  if (fs.existsSync(folder))
    throw new CommandError(`${folder}: must be a new folder`);
  const { planned, versions } = await demandReview(root, context);
  const [left] = planned.changesets;
  if (left) {
    const todo = 'Run npm run release -- version, and pack what it makes';
    throw new CommandError(`${left.file}: is not in a release yet. ${todo}`);
  }
  const folders = publishedPackages(root).map((workspace) => workspace.folder);
  // Turbo adds the files that it restores to those that are there.
  for (const built of folders)
    fs.rmSync(join(root, built, 'dist'), { recursive: true, force: true });
  await runTask(root, 'build', folders);

  fs.mkdirSync(dirname(folder), { recursive: true });
  using stage = fs.mkdtempDisposableSync(`${folder}-`);
  const write = (name: string, text: string) =>
    fs.writeFileSync(join(stage.path, name), text);
  const version = versions.current;
  const release: PackedRelease = {
    commit: await run(root, 'git', ['rev-parse', 'HEAD']),
    version,
    packages: await packPackages(stage.path, root),
  };
  write('release.json', `${JSON.stringify(release, null, 2)}\n`);
  write('notes.md', releaseNotes(root, version));
  fs.renameSync(stage.path, folder);
  return release.packages
    .map(({ name, integrity }) => `${name}@${version} ${integrity}\n`)
    .join('');
}

/**
 * Packs what was built, with the bill of materials of all packages.
 *
 * @throws {CheckError} if a package must not be published
 */
export async function packPackages(
  into: string,
  root: string,
): Promise<PackedRelease['packages']> {
  const packages = publishedPackages(root);
  const lock = installedPackages(root);
  using temporary = fs.mkdtempDisposableSync(join(tmpdir(), 'pack-'));
  // npm names a project after its folder.
  const project = join(temporary.path, 'agent-conversation');
  fs.mkdirSync(project);
  const npm = (...args: readonly string[]) => run(project, 'npm', args);

  // A project that installs the packages.
  const { version } = packages[0]!;
  const names = packages.map(({ name }) => [name, version]);
  const manifest = { version, dependencies: Object.fromEntries(names) };
  const write = (name: string, content: object) =>
    fs.writeFileSync(join(project, name), JSON.stringify(content));
  write('package.json', manifest);
  const locked = { ...lock.packages, '': manifest };
  write('package-lock.json', { ...lock, packages: locked });
  const cyclonedx = ['--sbom-format=cyclonedx', '--package-lock-only'];
  const sbom = await npm('sbom', ...cyclonedx);
  // The same packages have the same one.
  const stable = sbom.replaceAll(/^ *"(serialNumber|timestamp)": .*\n/gm, '');
  fs.writeFileSync(join(into, 'sbom.cdx.json'), stable);

  for (const { folder } of packages)
    copyPackage(join(root, folder), join(project, folder));
  const folders = packages.map(({ folder }) => `./${folder}`);
  const options = ['--json', '--ignore-scripts', '--pack-destination', into];
  const json = await npm('pack', ...folders, ...options);
  const packed = JSON.parse(json) as readonly NpmPacked[];

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
  return packed.map(({ name, filename, integrity }) => ({
    name,
    file: filename,
    integrity,
  }));
}

/** Copies a package. A tarball has the modes of the files, which depend on who checked them out. */
function copyPackage(from: string, to: string): void {
  fs.cpSync(from, to, {
    recursive: true,
    filter: (source) => basename(source) !== 'node_modules',
  });
  const copied = { recursive: true, withFileTypes: true } as const;
  for (const entry of fs.readdirSync(to, copied)) {
    if (entry.isFile()) fs.chmodSync(join(entry.parentPath, entry.name), 0o644);
  }
}

interface Lockfile {
  readonly packages: Record<string, { readonly hasInstallScript?: boolean }>;
}

/**
 * Reads the lockfile without what is only for development: `npm sbom --omit dev` would also leave out what is not only
 * for that.
 */
function installedPackages(root: string): Lockfile {
  const text = fs.readFileSync(join(root, 'package-lock.json'), 'utf8');
  const withoutDev = (key: string, value: { dev?: boolean } | null) =>
    key === 'devDependencies' || value?.dev ? undefined : value;
  return JSON.parse(text, withoutDev) as Lockfile;
}

/** Packs the published packages, the same bytes each time. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { releaseNotes } from './changelog.ts';
import { CheckError, type Context, demandReview } from './context.ts';
import {
  contentDiagnostics,
  dependencyDiagnostics,
  installScriptDiagnostics,
  publishedPackages,
} from './packages.ts';
import { run } from './run.ts';

/** What `release.json` records. */
export interface PackedRelease {
  readonly commit: string;
  readonly version: string;
  /** What `npm pack --json` prints of each package, in the order to publish them in. */
  readonly packages: readonly {
    readonly id: string;
    readonly name: string;
    readonly filename: string;
    readonly integrity: string;
    readonly files: readonly { readonly path: string }[];
  }[];
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
    .map(({ id, integrity }) => `${id} ${integrity}\n`)
    .join('');
}

/** Packs what was built, in the order to publish it in. @throws {CheckError} if a package must not be published */
export async function packPackages(
  into: string,
  root: string,
): Promise<PackedRelease['packages']> {
  const packages = publishedPackages(root);
  using stage = fs.mkdtempDisposableSync(join(tmpdir(), 'pack-'));
  for (const { folder } of packages)
    copyPackage(join(root, folder), join(stage.path, folder));
  const folders = packages.map(({ folder }) => `./${folder}`);
  const options = ['--json', '--ignore-scripts', '--pack-destination', into];
  const json = await run(stage.path, 'npm', ['pack', ...folders, ...options]);
  const packed = JSON.parse(json) as PackedRelease['packages'];

  const diagnostics = packages.flatMap((workspace, index) => {
    const paths = packed[index]!.files.map(({ path }) => path);
    return [
      ...dependencyDiagnostics(workspace),
      ...contentDiagnostics(workspace, paths, root),
    ];
  });
  diagnostics.push(...installScriptDiagnostics(root));
  if (diagnostics.length > 0) throw new CheckError(diagnostics.join('\n'));
  return packed;
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

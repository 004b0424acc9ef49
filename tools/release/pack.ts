/** Packs the published packages, the same bytes each time, with a bill of materials (SBOM) for each. */
import { hash } from 'node:crypto';
import * as fs from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join, posix, resolve, sep } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { releaseNotes } from './changelog.ts';
import { CheckError, type Context } from './context.ts';
import {
  manifestDiagnostics,
  publishedPackages,
  type Workspace,
} from './packages.ts';
import { reviewedPackages, run } from './run.ts';
import { makeSboms } from './sbom.ts';

/** A package, packed as it is published: the names of its tarball and bill of materials, size and number of files. */
export interface Packed {
  readonly name: string;
  readonly version: string;
  readonly file: string;
  readonly sbom: string;
  readonly bytes: number;
  readonly files: number;
}

/** What `release.json` records of the files beside it. */
export interface PackedRelease {
  readonly commit: string;
  readonly version: string;
  /** In the order to publish them in. */
  readonly packages: readonly Packed[];
  /** By the names of the files, as Subresource Integrity writes them. */
  readonly hashes: Readonly<Record<string, string>>;
}

/** Hashes a file as Subresource Integrity writes it: `sha512-…`. */
export function sha512Of(file: string): string {
  return `sha512-${hash('sha512', fs.readFileSync(file), 'base64')}`;
}

/** What `npm pack --json` prints of a package. */
interface NpmPacked {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs what was built, in the order to publish it in. @throws {CheckError} if a package must not be published */
export async function packPackages(
  into: string,
  root: string,
): Promise<readonly Packed[]> {
  const packages = publishedPackages(root);
  check(packages.flatMap((workspace) => manifestDiagnostics(workspace, root)));
  const tarballs = await packTarballs(into, root, packages);
  const paths = tarballs.map(({ filename }) => join(into, filename));
  const sboms = await makeSboms(root, packages, paths);
  check(sboms.flatMap(({ diagnostics }) => diagnostics));
  return tarballs.map(({ filename, size, files }, index) => {
    const { name, version, folder } = packages[index]!;
    const packedPaths = files.map(({ path }) => path);
    check(contentDiagnostics(folder, packedPaths, root));
    const sbom = filename.replace(/\.tgz$/, '.cdx.json');
    fs.writeFileSync(join(into, sbom), sboms[index]!.text);
    return {
      name,
      version,
      file: filename,
      bytes: size,
      files: files.length,
      sbom,
    };
  });
}

/** Packs copies of packages. A tarball has the modes of the files, which depend on who checked them out. */
async function packTarballs(
  into: string,
  root: string,
  packages: readonly Workspace[],
): Promise<readonly NpmPacked[]> {
  using stage = fs.mkdtempDisposableSync(join(tmpdir(), 'pack-'));
  const filter = (source: string) => basename(source) !== 'node_modules';
  for (const { folder } of packages) {
    fs.cpSync(join(root, folder), join(stage.path, folder), {
      recursive: true,
      filter,
    });
  }
  for (const entry of fs.readdirSync(stage.path, {
    recursive: true,
    withFileTypes: true,
  })) {
    if (entry.isFile()) fs.chmodSync(join(entry.parentPath, entry.name), 0o644);
  }
  const folders = packages.map(({ folder }) => `./${folder}`);
  const options = ['--json', '--ignore-scripts', '--pack-destination', into];
  const json = await run(stage.path, 'npm', ['pack', ...folders, ...options]);
  return JSON.parse(json) as readonly NpmPacked[];
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
  const { root, build } = context;
  demandFree(folder);
  await demandReleased(context);
  // Without what an earlier build has written, and this one would not.
  const folders = publishedPackages(root).map((workspace) => workspace.folder);
  for (const packed of folders) {
    fs.rmSync(join(root, packed, 'dist'), { recursive: true, force: true });
  }
  await build(root, folders);

  fs.mkdirSync(dirname(folder), { recursive: true });
  using stage = fs.mkdtempDisposableSync(`${folder}-`);
  const packages = await packPackages(stage.path, root);
  const { version } = packages[0]!;
  fs.writeFileSync(join(stage.path, 'notes.md'), releaseNotes(root, version));
  const hashes: Record<string, string> = {};
  for (const name of fs.readdirSync(stage.path).toSorted()) {
    hashes[name] = sha512Of(join(stage.path, name));
  }
  const commit = await run(root, 'git', ['rev-parse', 'HEAD']);
  const release: PackedRelease = { commit, version, packages, hashes };
  fs.writeFileSync(
    join(stage.path, 'release.json'),
    `${JSON.stringify(release, null, 2)}\n`,
  );
  fs.rmSync(folder, { recursive: true, force: true });
  fs.renameSync(stage.path, folder);
  return packages
    .map(({ name, file }) => `${name}@${version} ${hashes[file]}\n`)
    .join('');
}

function demandFree(folder: string): void {
  if (!fs.existsSync(folder)) return;
  const isEmpty =
    fs.statSync(folder).isDirectory() && fs.readdirSync(folder).length === 0;
  if (!isEmpty)
    throw new CommandError(`${folder}: must be a new or empty folder`);
}

async function demandReleased({ root, build, review }: Context): Promise<void> {
  await build(root, reviewedPackages);
  const { changes, diagnostics, planned } = await review(root);
  const unreleased = [...diagnostics, ...changes].map(
    ({ location }) => location,
  );
  const [left] = [...unreleased, ...planned.changesets];
  if (left === undefined) return;
  const todo = 'Run npm run release -- version, and pack what it makes';
  throw new CommandError(`${left.file}: is not in a release yet. ${todo}`);
}

function check(diagnostics: readonly string[]): void {
  if (diagnostics.length > 0) throw new CheckError(diagnostics.join('\n'));
}

const code = /^(```+)[^]*?^\1|`[^`\n]+`/gm;
const link = /(?<=\]\()[^)\s]+|(?<=^\[[^\]]+\]: +)\S+/gm;
const forContributors =
  /(^|\/)(tests?|__tests__|testing|node_modules|\.[^/]+)(\/|$)|\.(test|spec|proof)\.|\.tsbuildinfo$/;
const main =
  /^https:\/\/github\.com\/agent-conversation\/agent-conversation-api\/(blob|tree)\/main\//;

/** Checks the files that are packed: no tests, no paths of this machine, no links that lead nowhere. */
export function contentDiagnostics(
  folder: string,
  paths: readonly string[],
  root: string,
  machine: readonly string[] = [resolve(root), homedir() + sep],
): readonly string[] {
  const diagnostics: string[] = [];
  for (const path of paths) {
    const report = (message: string) =>
      diagnostics.push(`${folder}/${path}: ${message}`);
    if (forContributors.test(path))
      report('is for contributors, and must not be packed');

    const text = fs.readFileSync(join(root, folder, path), 'utf8');
    // In JSON and in programs, a backslash is written twice.
    const plain = text.replaceAll('\\\\', '\\');
    for (const location of machine) {
      if (plain.includes(location))
        report(`contains ${location}, of this machine`);
    }

    const prose = path.endsWith('.md') ? text.replaceAll(code, '') : '';
    for (const [address] of prose.matchAll(link)) {
      const isInPackage = (target: string) =>
        paths.includes(posix.join(posix.dirname(path), target));
      if (isDead(address, root, isInPackage)) {
        report(`${address} is not in the package or the repository`);
      }
    }
  }
  return diagnostics;
}

function isDead(
  address: string,
  root: string,
  isInPackage: (target: string) => boolean,
): boolean {
  const [target = ''] = address.split('#');
  if (main.test(target))
    return !fs.existsSync(join(root, target.replace(main, '')));
  if (target === '' || /^(https?|mailto):/.test(target)) return false;
  return !isInPackage(target);
}

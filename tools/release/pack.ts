/** Packs the published packages, the same bytes each time, with a bill of materials (SBOM) for each. */
import { hash } from 'node:crypto';
import * as fs from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join, posix, resolve, sep } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { releaseNotes } from './changelog.ts';
import { CheckError, type Context } from './context.ts';
import { manifestDiagnostics, publishedPackages } from './packages.ts';
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

type NpmPacked = { filename: string; size: number; files: { path: string }[] };

/** Packs what was built, in the order to publish it in. @throws {CheckError} if a package must not be published */
export async function packPackages(into: string, root: string): Promise<readonly Packed[]> {
  const packages = publishedPackages(root);
  check(packages.flatMap((it) => manifestDiagnostics(it, root)));
  using stage = fs.mkdtempDisposableSync(join(tmpdir(), 'pack-'));
  const filter = (from: string) => basename(from) !== 'node_modules';
  for (const { folder } of packages) {
    fs.cpSync(join(root, folder), join(stage.path, folder), { recursive: true, filter });
  }
  // A tarball has the modes of the files, and those depend on who checked them out.
  for (const it of fs.readdirSync(stage.path, { recursive: true, withFileTypes: true })) {
    if (it.isFile()) fs.chmodSync(join(it.parentPath, it.name), 0o644);
  }
  const folders = packages.map(({ folder }) => `./${folder}`);
  const options = ['--json', '--ignore-scripts', '--pack-destination', into];
  const json = await run(stage.path, 'npm', ['pack', ...folders, ...options]);
  const packed = JSON.parse(json) as readonly NpmPacked[];
  const tarballs = packed.map(({ filename }) => join(into, filename));
  const sboms = await makeSboms(root, packages, tarballs);
  check(sboms.flatMap(({ diagnostics }) => diagnostics));
  return packed.map(({ filename: file, size: bytes, files }, index) => {
    const { name, version, folder } = packages[index]!;
    const paths = files.map(({ path }) => path);
    check(contentDiagnostics(folder, paths, root));
    const sbom = file.replace(/\.tgz$/, '.cdx.json');
    fs.writeFileSync(join(into, sbom), sboms[index]!.text);
    return { name, version, file, bytes, files: files.length, sbom };
  });
}

/**
 * Builds and packs a release that was made, and records the commit, the hashes and the notes beside the tarballs. Makes
 * the folder with all of its files, or not at all. Returns one line for each package.
 *
 * @throws {CommandError} if something is in no release yet, or the folder is not empty
 */
export async function packRelease(context: Context, folder: string): Promise<string> {
  const { root, build, review } = context;
  const isFree =
    !fs.existsSync(folder) || (fs.statSync(folder).isDirectory() && !fs.readdirSync(folder)[0]);
  if (!isFree) throw new CommandError(`${folder}: must be a new or empty folder`);
  await build(root, reviewedPackages);
  const { changes, diagnostics, planned } = await review(root);
  const unreleased = [...diagnostics, ...changes].map(({ location }) => location);
  const [left] = [...unreleased, ...planned.changesets];
  if (left) {
    const todo = 'Run npm run release -- version, and pack what it makes';
    throw new CommandError(`${left.file}: is not in a release yet. ${todo}`);
  }
  const folders = publishedPackages(root).map((it) => it.folder);
  // turbo restores what a build writes, but leaves files that an earlier build has written.
  for (const it of folders) fs.rmSync(join(root, it, 'dist'), { recursive: true, force: true });
  await build(root, folders);
  fs.mkdirSync(dirname(folder), { recursive: true });
  using stage = fs.mkdtempDisposableSync(`${folder}-`);
  const packages = await packPackages(stage.path, root);
  const { version } = packages[0]!;
  const commit = await run(root, 'git', ['rev-parse', 'HEAD']);
  fs.writeFileSync(join(stage.path, 'notes.md'), releaseNotes(root, version));
  const files = fs.readdirSync(stage.path).toSorted();
  const hashes = Object.fromEntries(files.map((it) => [it, sha512Of(join(stage.path, it))]));
  const release: PackedRelease = { commit, version, packages, hashes };
  fs.writeFileSync(join(stage.path, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.renameSync(stage.path, folder);
  return packages.map(({ name, file }) => `${name}@${version} ${hashes[file]}\n`).join('');
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
  return paths.flatMap((path) => {
    const text = fs.readFileSync(join(root, folder, path), 'utf8');
    const isDead = (address: string) => {
      const [target = ''] = address.split('#');
      if (main.test(target)) return !fs.existsSync(join(root, target.replace(main, '')));
      if (target === '' || /^(https?|mailto):/.test(target)) return false;
      return !paths.includes(posix.join(posix.dirname(path), target));
    };
    const prose = path.endsWith('.md') ? text.replaceAll(code, '') : '';
    const links = [...prose.matchAll(link)].map(([target]) => target).filter(isDead);
    // In JSON and in programs, a backslash is written twice.
    const plain = text.replaceAll('\\\\', '\\');
    return [
      ...(forContributors.test(path) ? ['is for contributors, and must not be packed'] : []),
      ...machine.filter((it) => plain.includes(it)).map((it) => `contains ${it}, of this machine`),
      ...links.map((it) => `${it} is not in the package or the repository`),
    ].map((message) => `${folder}/${path}: ${message}`);
  });
}

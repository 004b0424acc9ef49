/** Packs the published packages, the same bytes each time, with a bill of materials (SBOM) for each. */
import * as fs from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, posix, resolve, sep } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { releaseNotes } from './changelog.ts';
import type { Context } from './command.ts';
import { manifestDiagnostics, publishedPackages, type Workspace } from './packages.ts';
import { type CheckedRelease, sha512Of } from './publish.ts';
import { repository, run } from './run.ts';
import { makeSboms } from './sbom.ts';

/** A package, packed as it is published. */
export interface Packed {
  readonly name: string;
  readonly version: string;
  /** The path of its tarball. */
  readonly file: string;
  /** The hash of the tarball, as Subresource Integrity writes it: `sha512-…`. */
  readonly sha512: string;
  /** The size of the tarball. */
  readonly bytes: number;
  /** The paths of its files in the package. */
  readonly files: readonly string[];
  /** The path of its bill of materials: CycloneDX in JSON. */
  readonly sbom: string;
}

/** A check failed: exit code 1. Each line of the message names a location and what to do. */
export class CheckError extends CommandError {}

/** What npm reports of a package that it packs. */
interface NpmPacked {
  readonly name: string;
  readonly filename: string;
  readonly integrity: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/**
 * Packs the packages as they are published, from what was built, in the order to publish them in.
 *
 * @param into the folder for the tarballs, created if it is missing; nothing is left in it on failure
 * @param root the root of the repository
 * @throws {CheckError} if a package is not built or must not be published
 * @example
 * for (const { name, sha512 } of await packPackages('tarballs')) console.log(name, sha512);
 */
export async function packPackages(into: string, root = repository): Promise<readonly Packed[]> {
  const packages = publishedPackages(root);
  check(packages.flatMap((it) => manifestDiagnostics(it, root)));
  fs.mkdirSync(into, { recursive: true });
  const stage = fs.mkdtempSync(join(resolve(into), '.stage-'));
  try {
    const listed = await npmPack(root, packages, '--dry-run');
    for (const { name, folder } of packages) {
      const paths = listed.get(name)!.files.map(({ path }) => path);
      check(contentDiagnostics(folder, paths, root));
      for (const path of paths) {
        const copy = join(stage, folder, path);
        fs.mkdirSync(dirname(copy), { recursive: true });
        fs.cpSync(join(root, folder, path), copy);
        // A tarball has the modes of the files, and those depend on who checked them out.
        fs.chmodSync(copy, 0o644);
      }
    }
    const packed = await npmPack(stage, packages);
    const sboms = await makeSboms(root, packages, (name) => packed.get(name)!.integrity);
    check(sboms.diagnostics);
    return packages.map(({ name, version }) => {
      const { filename, integrity, size, files } = packed.get(name)!;
      const file = join(resolve(into), filename);
      const sbom = file.replace(/\.tgz$/, '.cdx.json');
      fs.renameSync(join(stage, filename), file);
      fs.writeFileSync(sbom, sboms.texts.get(name)!);
      const paths = files.map(({ path }) => path);
      return { name, version, file, sha512: integrity, bytes: size, files: paths, sbom };
    });
  } finally {
    fs.rmSync(stage, { recursive: true, force: true });
  }
}

/**
 * Builds and packs a release that was made, and records the commit, the hashes and the notes beside the tarballs.
 *
 * @param folder is created with all of its files, or not at all
 * @returns one line for each package
 * @throws {CommandError} if something is in no release yet, or the folder cannot be created
 */
export async function packRelease(
  { root, build, review }: Context,
  folder: string,
): Promise<string> {
  const stage = createStage(folder);
  try {
    await build(root, ['openapi']);
    const { changes, diagnostics, planned } = await review(root);
    const [unreleased] = [...diagnostics, ...changes].map(({ location }) => location);
    const left = unreleased?.file ?? planned.changesets[0]?.file;
    if (left !== undefined) {
      const todo = 'Run npm run release -- version, and pack what it makes';
      throw new CommandError(`${left}: is not in a release yet. ${todo}`);
    }
    const folders = publishedPackages(root).map((it) => it.folder);
    // turbo restores what a build writes, but leaves files that an earlier build has written.
    for (const it of folders) fs.rmSync(join(root, it, 'dist'), { recursive: true, force: true });
    await build(root, folders);
    const packed = await packPackages(stage, root);
    const { version } = packed[0]!;
    const release: CheckedRelease = {
      commit: await run(root, 'There is no commit yet', ['git', 'rev-parse', 'HEAD']),
      version,
      packages: packed.map(({ name, file, sha512, bytes, sbom }) => {
        const names = { name, version, file: basename(file), sbom: basename(sbom) };
        return { ...names, sha512, bytes, sbomSha512: sha512Of(sbom) };
      }),
    };
    fs.writeFileSync(join(stage, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
    fs.writeFileSync(join(stage, 'notes.md'), releaseNotes(root, version));
    fs.renameSync(stage, folder);
    return packed.map(({ name, sha512 }) => `${name}@${version} ${sha512}\n`).join('');
  } finally {
    fs.rmSync(stage, { recursive: true, force: true });
  }
}

/** Creates a folder beside the one to fill, which must be empty or not exist. */
function createStage(folder: string): string {
  try {
    if (fs.existsSync(folder)) fs.rmdirSync(folder);
    fs.mkdirSync(dirname(folder), { recursive: true });
    return fs.mkdtempSync(`${folder}-`);
  } catch (error) {
    throw new CommandError(`${folder}: must be a new or empty folder: ${(error as Error).message}`);
  }
}

async function npmPack(cwd: string, packages: readonly Workspace[], ...options: string[]) {
  const folders = packages.map(({ folder }) => `./${folder}`);
  const command = ['npm', 'pack', ...folders, '--json', '--ignore-scripts', ...options] as const;
  const packed = JSON.parse(await run(cwd, 'npm did not pack', command)) as readonly NpmPacked[];
  return new Map(packed.map((it) => [it.name, it]));
}

function check(diagnostics: readonly string[]): void {
  if (diagnostics.length > 0) throw new CheckError(diagnostics.join('\n'));
}

const forContributors =
  /(^|\/)(tests?|__tests__|testing|node_modules|\.[^/]+)(\/|$)|\.(test|spec|proof)\.|\.tsbuildinfo$/;
const main = 'https://github.com/agent-conversation/agent-conversation-api/(blob|tree)/main/';

/**
 * Checks the files of a package: no tests, no paths of this machine, no links that lead nowhere.
 *
 * @param paths the files that are packed
 * @returns one line for each problem: the file and what is wrong
 */
export function contentDiagnostics(
  folder: string,
  paths: readonly string[],
  root: string,
  machine: readonly string[] = [resolve(root), homedir() + sep],
): readonly string[] {
  return paths.flatMap((path) => {
    const text = fs.readFileSync(join(root, folder, path), 'utf8');
    const leads = (to: string) => paths.includes(posix.join(posix.dirname(path), to));
    // In JSON and in programs, a backslash is written twice.
    const plain = text.replaceAll('\\\\', '\\');
    const links = (path.endsWith('.md') ? linksOf(text) : []).filter((link) => {
      const [target = ''] = link.split('#');
      const ours = target.replace(new RegExp(`^${main}`), '');
      if (ours !== target) return !fs.existsSync(join(root, ours));
      return target !== '' && !/^(https?|mailto):/.test(target) && !leads(target);
    });
    return [
      ...(forContributors.test(path) ? ['is for contributors, and must not be packed'] : []),
      ...machine.filter((it) => plain.includes(it)).map((it) => `contains ${it}, of this machine`),
      ...links.map((link) => `${link} is not in the package or the repository`),
    ].map((message) => `${folder}/${path}: ${message}`);
  });
}

function linksOf(markdown: string): readonly string[] {
  const prose = markdown.replaceAll(/^(```+)[^]*?^\1|`[^`\n]+`/gm, '');
  const links = prose.matchAll(/(?<=\]\()[^)\s]+|(?<=^\[[^\]]+\]: +)\S+/gm);
  return [...links].map(([link]) => link);
}

/** Publishes what `npm run release -- pack` has packed, and nothing else. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import type { Packed } from './pack.ts';
import { run, RunError } from './run.ts';

/** What `release.json` records of the files beside it. */
export interface CheckedRelease {
  /** The commit that they were packed from. */
  readonly commit: string;
  readonly version: string;
  /** In the order to publish them in. `file` and `sbom` are names. */
  readonly packages: readonly (Omit<Packed, 'files'> & { readonly sbomSha512: string })[];
}

/** Hashes a file as Subresource Integrity writes it. */
export function sha512Of(file: string): string {
  return `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
}

/**
 * Publishes the packages that the registry does not have, and tags the commit. Running it again after a failure
 * publishes the rest.
 *
 * @param folder what `pack` has filled
 * @param report gets a line for each step
 * @throws {CommandError} if a file is not what was checked, or with what npm reports
 */
export async function publishRelease(
  root: string,
  folder: string,
  report: (line: string) => void,
): Promise<void> {
  const git = (...args: readonly string[]) => run(root, `git ${args[0]} failed`, ['git', ...args]);
  const head = await git('rev-parse', 'HEAD');
  const { version, packages } = readRelease(folder, head);
  const tag = `v${version}`;
  const isTagged = (await git('tag', '--list', tag)) !== '';
  if (isTagged && (await git('tag', '--list', tag, '--points-at', 'HEAD')) === '') {
    throw new CommandError(`The tag ${tag} is not on the commit ${head}: make a new release`);
  }
  // Asks for all of them before the first one is published.
  const missing: (typeof packages)[number][] = [];
  for (const checked of packages) {
    const { name, sha512 } = checked;
    const there = await integrityOf(root, `${name}@${version}`);
    if (there === undefined) missing.push(checked);
    else if (there === sha512) report(`${name}@${version}: skipped, the registry has it`);
    else {
      throw new CommandError(
        `${name}@${version}: the registry has another package of this version. Make a new release`,
      );
    }
  }
  if (missing.length > 0) await publishTarballs(root, folder, missing);
  for (const { name } of missing) report(`${name}@${version}: published`);
  if (!isTagged) await git('tag', tag);
  report(`${tag}: ${isTagged ? 'was tagged before' : 'tagged'}`);
}

/** Asks the registry for the hash of a package; undefined if it does not have this version. */
async function integrityOf(root: string, id: string): Promise<string | undefined> {
  const command = ['npm', 'view', id, 'dist.integrity', '--json', '--loglevel=error'] as const;
  try {
    const text = await run(root, `${id}: the registry does not report whether it has it`, command);
    return text === '' ? undefined : (JSON.parse(text) as string);
  } catch (error) {
    if (error instanceof RunError && /\bE404\b/.test(error.message)) return undefined;
    throw error;
  }
}

/** Has changesets publish tarballs one after the other, so that each finds what it depends on. */
async function publishTarballs(root: string, folder: string, packages: CheckedRelease['packages']) {
  const plan = packages.map(({ name, version, file, sha512 }) => {
    const tarball = { path: resolve(folder, file), integrity: sha512 };
    return [{ kind: 'publish', name, version, access: 'public', tag: 'latest', tarball }];
  });
  const registry = await run(root, 'npm has no registry', ['npm', 'config', 'get', 'registry']);
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(registry).hostname);
  const directory = mkdtempSync(join(tmpdir(), 'publish-plan-'));
  try {
    writeFileSync(join(directory, 'publish-plan.json'), JSON.stringify({ version: 1, plan }));
    const command = ['changeset', 'publish', '--from-pack-dir', directory, '--no-git-tag'] as const;
    // npm states where a package was built, which it can only do in CI and for a public registry.
    const env = { NPM_CONFIG_PROVENANCE: String(!isLocal) };
    await run(root, 'Not all packages were published', command, env);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Reads `release.json` and checks that the files beside it are those that were packed from a commit. */
function readRelease(folder: string, commit: string): CheckedRelease {
  const file = join(folder, 'release.json');
  const release = parseRelease(file);
  if (release.commit !== commit) {
    throw new CommandError(`${file}: was packed from ${release.commit}, and HEAD is ${commit}`);
  }
  for (const { file: tarball, sha512, sbom, sbomSha512 } of release.packages) {
    for (const [name, hash] of [[tarball, sha512] as const, [sbom, sbomSha512] as const]) {
      const isChecked = unlessFails(() => sha512Of(join(folder, name))) === hash;
      if (!isChecked) throw new CommandError(`${join(folder, name)}: is not what was packed`);
    }
  }
  return release;
}

function parseRelease(file: string): CheckedRelease {
  const release = unlessFails(() => JSON.parse(readFileSync(file, 'utf8')) as CheckedRelease);
  const names = unlessFails(() => release?.packages.flatMap(({ file: it, sbom }) => [it, sbom]));
  // Names of files in the folder itself.
  if (release && names?.[0] && names.every((name) => /^\w[\w.-]*$/.test(name))) return release;
  throw new CommandError(`${file}: is not what npm run release -- pack writes. Pack again`);
}

function unlessFails<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

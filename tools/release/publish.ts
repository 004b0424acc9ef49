/** Publishes what `npm run release -- pack` has packed, and nothing else. */
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { type PackedRelease, sha512Of } from './pack.ts';
import { run } from './run.ts';

interface Tarball {
  readonly name: string;
  readonly path: string;
  readonly integrity: string;
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
  const git = (...args: readonly string[]) => run(root, 'git', args);
  const head = await git('rev-parse', 'HEAD');
  const { version, packages, hashes } = readRelease(folder, head);
  const tag = `v${version}`;
  const isTagged = (await git('tag', '--list', tag)) !== '';
  if (isTagged && (await git('tag', '--list', tag, '--points-at', 'HEAD')) === '') {
    throw new CommandError(`The tag ${tag} is not on the commit ${head}: make a new release`);
  }
  // Asks for all of them before the first one is published.
  const missing: Tarball[] = [];
  for (const { name, file } of packages) {
    const integrity = hashes[file]!;
    const there = await integrityOf(root, `${name}@${version}`);
    if (there === undefined) missing.push({ name, path: join(folder, file), integrity });
    else if (there === integrity) report(`${name}@${version}: skipped, the registry has it`);
    else {
      throw new CommandError(
        `${name}@${version}: the registry has another package of this version. Make a new release`,
      );
    }
  }
  if (missing.length > 0) await publishTarballs(root, version, missing);
  for (const { name } of missing) report(`${name}@${version}: published`);
  if (!isTagged) await git('tag', tag);
  report(`${tag}: ${isTagged ? 'was tagged before' : 'tagged'}`);
}

/** Has changesets publish tarballs one after the other, so that each finds what it depends on. */
async function publishTarballs(root: string, version: string, tarballs: readonly Tarball[]) {
  const plan = tarballs.map(({ name, ...tarball }) => [
    { kind: 'publish', name, version, access: 'public', tag: 'latest', tarball },
  ]);
  using directory = mkdtempDisposableSync(join(tmpdir(), 'publish-plan-'));
  const planFile = join(directory.path, 'publish-plan.json');
  writeFileSync(planFile, JSON.stringify({ version: 1, plan }));
  const { hostname } = new URL(await run(root, 'npm', ['config', 'get', 'registry']));
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  const args = ['publish', '--from-pack-dir', directory.path, '--no-git-tag'];
  // npm states where a package was built, which it can only do in CI and for a public registry.
  await run(root, 'changeset', args, { NPM_CONFIG_PROVENANCE: String(!isLocal) });
}

/** Asks the registry for the hash of a package; undefined if it does not have this version. */
async function integrityOf(root: string, id: string): Promise<string | undefined> {
  try {
    const text = await run(root, 'npm', ['view', id, 'dist.integrity', '--json']);
    return text === '' ? undefined : (JSON.parse(text) as string);
  } catch (error) {
    if (/\bE404\b/.test(String(error))) return undefined;
    throw error;
  }
}

/** Reads `release.json` and checks that the files beside it are those that were packed from a commit. */
function readRelease(folder: string, commit: string): PackedRelease {
  const file = join(folder, 'release.json');
  const release = unlessFails(() => JSON.parse(readFileSync(file, 'utf8')) as PackedRelease);
  const names = unlessFails(() => release!.packages.flatMap((it) => [it.file, it.sbom]));
  if (
    !release ||
    !names?.[0] ||
    !names.every((name) => basename(name) === name && release.hashes[name])
  ) {
    throw new CommandError(`${file}: is not what npm run release -- pack writes. Pack again`);
  }
  if (release.commit !== commit) {
    throw new CommandError(`${file}: was packed from ${release.commit}, and HEAD is ${commit}`);
  }
  for (const [name, sha512] of Object.entries(release.hashes)) {
    const isPacked = unlessFails(() => sha512Of(join(folder, name))) === sha512;
    if (!isPacked) throw new CommandError(`${join(folder, name)}: is not what was packed`);
  }
  return release;
}

function unlessFails<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

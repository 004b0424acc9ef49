/** Publishes what `npm run release -- pack` has packed, and nothing else. */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempDisposableSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { type PackedRelease, sha512Of } from './pack.ts';
import { run } from './run.ts';

/**
 * Publishes the packages of a packed release that the registry does not have, and tags the commit. Running it again
 * after a failure publishes the rest.
 *
 * @throws {CommandError} if a file is not what was packed, or with what npm reports
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
  if (
    isTagged &&
    (await git('tag', '--list', tag, '--points-at', 'HEAD')) === ''
  ) {
    throw new CommandError(
      `The tag ${tag} is not on the commit ${head}: make a new release`,
    );
  }
  // Asks for all of them before the first one is published.
  const missing = [];
  for (const { name, file } of packages) {
    const id = `${name}@${version}`;
    const tarball = { path: join(folder, file), integrity: hashes[file] };
    const publishedIntegrity = await integrityOf(root, id);
    if (publishedIntegrity === '') {
      missing.push({
        kind: 'publish',
        name,
        version,
        access: 'public',
        tag: 'latest',
        tarball,
      });
      continue;
    }
    if (publishedIntegrity !== tarball.integrity) {
      const problem =
        'the registry has another package of this version. Make a new release';
      throw new CommandError(`${id}: ${problem}`);
    }
    report(`${id}: skipped, the registry has it`);
  }
  if (missing.length > 0) await publishTarballs(root, missing);
  for (const { name } of missing) report(`${name}@${version}: published`);
  if (!isTagged) await git('tag', tag);
  report(`${tag}: ${isTagged ? 'was tagged before' : 'tagged'}`);
}

/** Has changesets publish tarballs one after the other, so that each finds what it depends on. */
async function publishTarballs(
  root: string,
  releases: readonly object[],
): Promise<void> {
  const plan = releases.map((release) => [release]);
  using directory = mkdtempDisposableSync(join(tmpdir(), 'publish-plan-'));
  const planFile = join(directory.path, 'publish-plan.json');
  writeFileSync(planFile, JSON.stringify({ version: 1, plan }));
  const { hostname } = new URL(
    await run(root, 'npm', ['config', 'get', 'registry']),
  );
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  const args = ['publish', '--from-pack-dir', directory.path, '--no-git-tag'];
  // npm states where a package was built, which it can only do in CI and for a public registry.
  await run(root, 'changeset', args, {
    NPM_CONFIG_PROVENANCE: String(!isLocal),
  });
}

/** Asks the registry for the hash of a package; empty if it does not have this version. */
async function integrityOf(root: string, id: string): Promise<string> {
  return run(root, 'npm', ['view', id, 'dist.integrity']).catch(
    (error: unknown) => {
      if (/\bE404\b/.test(String(error))) return '';
      throw error;
    },
  );
}

/** Reads `release.json` and checks that the files beside it are those that were packed from a commit. */
function readRelease(folder: string, commit: string): PackedRelease {
  const file = join(folder, 'release.json');
  let release: PackedRelease;
  try {
    release = JSON.parse(readFileSync(file, 'utf8')) as PackedRelease;
    const names = release.packages.flatMap((it) => [it.file, it.sbom]);
    const isHashed = (name: string) =>
      basename(name) === name && name in release.hashes;
    assert(names.length > 0 && names.every(isHashed));
  } catch {
    throw new CommandError(
      `${file}: is not what npm run release -- pack writes. Pack again`,
    );
  }
  if (release.commit !== commit) {
    throw new CommandError(
      `${file}: was packed from ${release.commit}, and HEAD is ${commit}`,
    );
  }
  for (const [name, sha512] of Object.entries(release.hashes)) {
    const path = join(folder, name);
    const isPacked = existsSync(path) && sha512Of(path) === sha512;
    if (!isPacked) throw new CommandError(`${path}: is not what was packed`);
  }
  return release;
}

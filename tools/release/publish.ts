/** Publishes what `npm run release -- pack` has packed, and nothing else. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { jsonOf } from '@agent-conversation/contract';
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
  const tagsOfHead = await git('tag', '--points-at', 'HEAD');
  if (isTagged && !tagsOfHead.split('\n').includes(tag)) {
    throw new CommandError(
      `The tag ${tag} is not on the commit ${head}: make a new release`,
    );
  }
  // Asks for all of them before the first one is published.
  const missing = [];
  for (const { name, file } of packages) {
    const id = `${name}@${version}`;
    const published = await integrityOf(root, id);
    if (published === '') {
      missing.push({ id, tarball: join(folder, file) });
    } else if (published === hashes[file]) {
      report(`${id}: skipped, the registry has it`);
    } else {
      const problem =
        'the registry has another package of this version. Make a new release';
      throw new CommandError(`${id}: ${problem}`);
    }
  }
  for (const { id, tarball } of missing) {
    await run(root, 'npm', ['publish', tarball, '--access', 'public']);
    report(`${id}: published`);
  }
  if (!isTagged) await git('tag', tag);
  report(`${tag}: ${isTagged ? 'was tagged before' : 'tagged'}`);
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
  const release = existsSync(file)
    ? (jsonOf(readFileSync(file, 'utf8')) as Partial<PackedRelease> | undefined)
    : undefined;
  if (!isPackedRelease(release)) {
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

/** Whether there are packages, each a file beside it whose hash is checked. */
function isPackedRelease(
  release: Partial<PackedRelease> | undefined,
): release is PackedRelease {
  const { packages = [], hashes = {} } = release ?? {};
  const areHashed = packages.every(
    ({ file }) => basename(file) === file && Object.hasOwn(hashes, file),
  );
  return packages.length > 0 && areHashed;
}

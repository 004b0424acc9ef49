/** Publishes what `npm run release -- pack` has packed, and nothing else. */
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { jsonOf } from '@agent-conversation/contract';
import type { PackedRelease } from './pack.ts';
import { run } from './run.ts';

/**
 * Publishes the packages of a packed release that the registry does not have. After a failure, running it again
 * publishes the rest.
 *
 * @param report receives a line for each package
 * @throws {CommandError} if a tarball is not what was packed, or with what npm reports
 */
export async function publishRelease(
  root: string,
  folder: string,
  report: (line: string) => void,
): Promise<void> {
  const head = await run(root, 'git', ['rev-parse', 'HEAD']);
  const { packages } = readRelease(folder, head);
  // Asks for all of them before the first one is published.
  const published = new Set<string>();
  for (const { id, integrity } of packages) {
    const existing = await integrityOf(root, id);
    if (existing === '') continue;
    if (existing !== integrity) {
      throw new CommandError(
        `${id}: the registry has another package of this version. Make a new release`,
      );
    }
    published.add(id);
  }
  for (const { id, filename } of packages) {
    if (published.has(id)) {
      report(`${id}: skipped, the registry has it\n`);
      continue;
    }
    await run(root, 'npm', ['publish', join(folder, filename)]);
    report(`${id}: published\n`);
  }
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

/** Reads `release.json` and checks that the tarballs beside it are those that were packed from a commit. */
function readRelease(folder: string, commit: string): PackedRelease {
  const file = join(folder, 'release.json');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const release = jsonOf(text) as PackedRelease | undefined;
  if (release?.commit !== commit) {
    throw new CommandError(
      `${file}: is not what npm run release -- pack writes of ${commit}. Pack again`,
    );
  }
  for (const { filename, integrity } of release.packages) {
    const tarball = join(folder, filename);
    const content = existsSync(tarball) ? readFileSync(tarball) : '';
    if (`sha512-${hash('sha512', content, 'base64')}` !== integrity)
      throw new CommandError(`${tarball}: is not what was packed`);
  }
  return release;
}

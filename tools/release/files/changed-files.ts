import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from '../run.ts';
import type { FileChange } from './write-all.ts';

/**
 * What has changed in a copy of the repository since it was made, in the order of the names. What git ignores
 * is left out.
 */
export async function changedFiles(copy: string): Promise<readonly FileChange[]> {
  const list = (...options: readonly string[]) =>
    mustRun(copy, 'The changed files are not known', ['git', ...options, '-z']);
  const names = [
    await list('diff', '--name-only'),
    await list('ls-files', '--others', '--exclude-standard'),
  ].flatMap((text) => text.split('\0').filter((name) => name !== ''));
  return [...new Set(names)].toSorted().map((file) => {
    const path = join(copy, file);
    return { file, content: existsSync(path) ? readFileSync(path) : undefined };
  });
}

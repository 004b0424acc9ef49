import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The hash of each line of each file that a build has made, by the file's path in its workspace. */
type Seal = Readonly<Record<string, readonly string[]>>;

const sealFile = '.seal.json';

/** Forgets what the last build of a workspace made, because it is about to be made anew. */
export function breakSeal(workspace: string): void {
  rmSync(join(workspace, sealFile), { force: true });
}

/** Records every file below the given folders of a workspace as made by its build. */
export function closeSeal(workspace: string, folders: readonly string[]): void {
  const files = folders
    .flatMap((folder) => globSync(`${folder}/**`, { cwd: workspace }))
    .filter((file) => statSync(join(workspace, file)).isFile())
    .toSorted();
  const seal: Seal = Object.fromEntries(
    files.map((file) => [file, hashLines(join(workspace, file))]),
  );
  writeFileSync(join(workspace, sealFile), `${JSON.stringify(seal)}\n`);
}

/**
 * The places in a workspace's made files that are not as its build has left them, as `file:line`, the
 * first of each file. A file that is gone counts for nothing: the next build makes it anew.
 */
export function brokenPlaces(workspace: string): string[] {
  const path = join(workspace, sealFile);
  if (!existsSync(path)) return [];
  const seal = JSON.parse(readFileSync(path, 'utf8')) as Seal;
  return Object.entries(seal).flatMap(([file, sealed]) => {
    const made = join(workspace, file);
    if (!existsSync(made)) return [];
    const line = firstDifference(sealed, hashLines(made));
    return line === undefined ? [] : [`${made}:${line}`];
  });
}

function hashLines(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => createHash('sha256').update(line).digest('base64url').slice(0, 8));
}

/** The number, from 1, of the first line in which two files differ. */
function firstDifference(a: readonly string[], b: readonly string[]): number | undefined {
  for (let line = 0; line < Math.max(a.length, b.length); line++) {
    if (a[line] !== b[line]) return line + 1;
  }
  return undefined;
}

import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The hash of each line of each file that a build has made, by the file's path in its workspace. */
type Seal = Readonly<Record<string, readonly string[]>>;

const sealFile = '.seal.json';

/**
 * Forgets what the last build of a workspace made, because it is about to be made anew.
 *
 * @param folders those to be emptied: a build leaves what only a former one has made
 */
export function breakSeal(workspace: string, folders: readonly string[] = []): void {
  rmSync(join(workspace, sealFile), { force: true });
  for (const folder of folders) rmSync(join(workspace, folder), { recursive: true, force: true });
}

/** Records every file below the given folders of a workspace as made by its build. */
export function closeSeal(workspace: string, folders: readonly string[]): void {
  const files = folders.flatMap((folder) => filesBelow(workspace, folder)).toSorted();
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

/**
 * The files below a folder of a workspace that are not exactly as its build has left them: changed, gone, or
 * never made. All of them, where the workspace has no seal.
 */
export function unsealedFiles(workspace: string, folder: string): string[] {
  const path = join(workspace, sealFile);
  const seal = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Seal) : {};
  const sealed = Object.keys(seal).filter((file) => file.startsWith(`${folder}/`));
  const present = filesBelow(workspace, folder);
  const isWhole = (file: string) =>
    seal[file] !== undefined &&
    present.includes(file) &&
    firstDifference(seal[file], hashLines(join(workspace, file))) === undefined;
  return [...new Set([...sealed, ...present])].filter((file) => !isWhole(file)).toSorted();
}

/** The files below a folder of a workspace, from the workspace, with slashes. */
function filesBelow(workspace: string, folder: string): string[] {
  return globSync(`${folder}/**`, { cwd: workspace })
    .filter((file) => statSync(join(workspace, file)).isFile())
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
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

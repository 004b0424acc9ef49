import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { textsFrom } from '../engine/needs.ts';
import type { Workspace } from '../engine/workspaces.ts';

/**
 * The files outside of its workspace that a file of tests, and what it imports, name by a relative path.
 *
 * @param file from the root
 * @returns from the root
 */
export function inputsOutside(
  root: string,
  { folder }: Workspace,
  file: string,
): readonly string[] {
  const found = new Set<string>();
  for (const [path, text] of textsFrom(root, folder, file)) {
    for (const [, name = ''] of text.matchAll(/['"`]((?:\.\.\/)+[\w.][^'"`$*?\s]*)['"`]/g)) {
      const absolute = join(root, dirname(path), name);
      const inRoot = relative(root, absolute);
      const isOwn = inRoot.startsWith(`${folder}/`) || /^\.\.|^node_modules\//.test(inRoot);
      if (!isOwn && existsSync(absolute) && statSync(absolute).isFile()) found.add(inRoot);
    }
  }
  return [...found].toSorted();
}

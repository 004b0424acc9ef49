import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Workspace, workspaceOf } from './workspaces.ts';

/**
 * The folders of the workspaces whose builds a test file takes: those that it and the files it imports
 * name, and its own where it names a folder of what is built. What it does not name is built clean: a
 * fault there is not seen by it, and survives.
 *
 * @param file from the root
 */
export function needsOf(
  root: string,
  workspaces: readonly Workspace[],
  file: string,
): readonly string[] {
  const own = workspaceOf(workspaces, file);
  const folders = new Set<string>();
  for (const text of textsFrom(root, own.folder, file).values()) {
    for (const { name, folder } of workspaces) {
      if (names(text, name) || (folder !== own.folder && leadsTo(text, folder)))
        folders.add(folder);
    }
    if (isBuiltBy(own, text)) folders.add(own.folder);
  }
  return [...folders].toSorted();
}

/**
 * The texts of a file of tests and of those of its workspace that it imports, by their paths from the root.
 *
 * @param folder of the workspace
 */
export function textsFrom(root: string, folder: string, file: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const paths = [file, join(folder, 'vitest.config.ts'), join(folder, 'setup.ts')];
  for (const path of paths) {
    if (texts.has(path) || !existsSync(join(root, path))) continue;
    const text = readFileSync(join(root, path), 'utf8');
    texts.set(path, text);
    for (const [, specifier = ''] of text.matchAll(/(?:from|import\(?) ?'(\.[^']+)'/g)) {
      const next = relative(root, join(root, dirname(path), specifier));
      if (next.startsWith(`${folder}/`)) paths.push(next);
    }
  }
  return texts;
}

/** Whether a text has a path to what the build of its own workspace makes. */
function isBuiltBy({ scripts: { build = '' } }: Workspace, text: string): boolean {
  const made = build.includes('generated') ? /(\.\/|src\/|')(dist|generated)\b/ : /(\.\/|')dist\b/;
  return build !== '' && made.test(text);
}

function names(text: string, workspace: string): boolean {
  return new RegExp(`${workspace}(?![\\w#-])`).test(text);
}

/** Whether a text has a path to a folder of another workspace, such as `../../x/` for `packages/x`. */
function leadsTo(text: string, folder: string): boolean {
  const last = folder.slice(folder.lastIndexOf('/') + 1);
  return new RegExp(`\\.\\./(packages/|tools/)?${last}(?![\\w-])`).test(text);
}

import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A workspace of the repository. */
export interface Workspace {
  readonly name: string;
  /** Its folder, from the root. */
  readonly folder: string;
  readonly scripts: Readonly<Record<string, string>>;
}

/** The workspaces of a repository. */
export function readWorkspaces(root: string): readonly Workspace[] {
  return globSync(['openapi/package.json', '{packages,tools}/*/package.json'], { cwd: root })
    .toSorted()
    .map((file) => {
      const { name, scripts = {} } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
        name: string;
        scripts?: Record<string, string>;
      };
      return { name, folder: dirname(file), scripts };
    });
}

/**
 * The workspace of a file, by its path from the root.
 *
 * @throws {Error} when it is in none
 */
export function workspaceOf(workspaces: readonly Workspace[], file: string): Workspace {
  const found = workspaces.find(({ folder }) => file.startsWith(`${folder}/`));
  if (!found) throw new Error(`${file} is in no workspace.`);
  return found;
}

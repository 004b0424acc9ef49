import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The folder of node_modules with the links to the workspaces themselves. */
const scope = '@agent-conversation';

/**
 * Copies the repository, as it is in the working tree, into a folder of its own. The installed packages
 * are linked, the workspaces are the copy's own.
 *
 * @returns the copy's root, to be removed with {@link removeWorktree}
 */
export function copyWorktree(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'scratch-copy-'));
  for (const file of filesIn(root)) cpSync(join(root, file), join(copy, file));

  for (const folder of globSync(
    ['node_modules', '{packages,tools}/*/node_modules'],
    {
      cwd: root,
    },
  )) {
    mkdirSync(join(copy, folder), { recursive: true });
    for (const name of readdirSync(join(root, folder))) {
      if (name !== scope)
        symlinkSync(join(root, folder, name), join(copy, folder, name));
    }
  }
  mkdirSync(join(copy, 'node_modules', scope));
  for (const manifest of globSync(
    ['openapi/package.json', '{packages,tools}/*/package.json'],
    {
      cwd: copy,
    },
  )) {
    const workspace = dirname(manifest);
    const name = workspace.slice(workspace.lastIndexOf('/') + 1);
    symlinkSync(join(copy, workspace), join(copy, 'node_modules', scope, name));
  }
  // turbo asks git which files there are.
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
  execFileSync('git', ['add', '--all'], { cwd: copy });
  return copy;
}

/** Lists the files that git knows or would add, each once. */
export function filesIn(root: string): readonly string[] {
  const args = ['ls-files', '-coz', '--exclude-standard', '--deduplicate'];
  const files = execFileSync('git', args, { cwd: root }).toString().split('\0');
  return files.filter((file) => file && existsSync(join(root, file)));
}

/** Removes a copy; what its links lead to stays. */
export function removeWorktree(copy: string): void {
  rmSync(copy, { recursive: true, force: true });
}

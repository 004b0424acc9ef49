import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';

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
  const files = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: root })
    .toString()
    .split('\0')
    .filter((file) => file && existsSync(join(root, file)));
  for (const file of files) cpSync(join(root, file), join(copy, file));

  for (const folder of globSync(['node_modules', '{packages,tools}/*/node_modules'], {
    cwd: root,
  })) {
    mkdirSync(join(copy, folder), { recursive: true });
    for (const name of readdirSync(join(root, folder))) {
      if (name !== scope) symlinkSync(join(root, folder, name), join(copy, folder, name));
    }
  }
  mkdirSync(join(copy, 'node_modules', scope));
  for (const manifest of globSync(['openapi/package.json', '{packages,tools}/*/package.json'], {
    cwd: copy,
  })) {
    const workspace = dirname(manifest);
    const name = workspace.slice(workspace.lastIndexOf('/') + 1);
    symlinkSync(join(copy, workspace), join(copy, 'node_modules', scope, name));
  }
  // turbo asks git which files there are.
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
  execFileSync('git', ['add', '--all'], { cwd: copy });
  return copy;
}

/** Removes a copy; what its links lead to stays. */
export function removeWorktree(copy: string): void {
  rmSync(copy, { recursive: true, force: true });
}

/**
 * Runs a shell command in the root of a copy, with all that it starts in a process group of its own.
 *
 * @param minutes after which it is ended
 * @param signal ends it, and then rejects with its reason
 */
export async function runInWorktree(
  copy: string,
  command: string,
  minutes: number,
  signal: AbortSignal,
): Promise<{ readonly passed: boolean; readonly output: string }> {
  signal.throwIfAborted();
  const child = spawn('sh', ['-c', `exec 2>&1\n${command}`], {
    cwd: copy,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      // Snapshots are not written, and `test.only` fails.
      CI: 'true',
      NO_COLOR: '1',
      DO_NOT_TRACK: '1',
      PATH: [join(copy, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    },
  });
  const end = () => spawnSync('kill', ['-KILL', '--', `-${child.pid}`]);
  const timeout = AbortSignal.timeout(minutes * 60_000);
  const stop = AbortSignal.any([signal, timeout]);
  stop.addEventListener('abort', end);
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  stop.removeEventListener('abort', end);
  signal.throwIfAborted();
  const note = timeout.aborted ? `\nended after ${minutes} minutes\n` : '';
  return { passed: child.exitCode === 0, output: stripVTControlCharacters(output + note) };
}

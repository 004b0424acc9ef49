import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyWorktree, removeWorktree } from '@agent-conversation/cli/worktree';
import { approvalsFile } from '../approvals/read-approvals.ts';
import { baselineFile, digestFile, digestOf } from '../versions/baseline.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const bundleFile = 'openapi/dist/openapi.yaml';

/** How a program has ended, and what it has said. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A clone of the repository with commits of its own, in which nothing has changed since the last release. */
export interface ReleasedClone {
  readonly root: string;
  read(file: string): string;
  write(file: string, text: string): void;
  remove(file: string): void;
  /** Replaces what stands in a file exactly once. */
  edit(file: string, from: string, to: string): void;
  /** Makes the bundle of the contract anew. */
  bundle(): void;
  /** Commits everything. */
  commit(message: string): void;
  /** Goes back to the release. The bundle stays as it is. */
  reset(): void;
  /** What is not committed: empty, or a line for each file. */
  uncommitted(): string;
  /** Runs a program of Node, named from the root. */
  run(program: string, ...args: readonly string[]): Ended;
  /** Deletes it. */
  dispose(): void;
}

/** Clones the working tree, whatever has changed in it, as if it had just been released. */
export function releasedClone(): ReleasedClone {
  const root = copyWorktree(repository);
  const path = (file: string) => join(root, file);
  const git = (...args: readonly string[]) =>
    execFileSync('git', [...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  const clone: ReleasedClone = {
    root,
    read: (file) => readFileSync(path(file), 'utf8'),
    write: (file, text) => writeFileSync(path(file), text),
    remove: (file) => rmSync(path(file)),
    edit(file, from, to) {
      const parts = clone.read(file).split(from);
      if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`);
      clone.write(file, parts.join(to));
    },
    bundle() {
      execFileSync('npm', ['run', 'build', '--silent'], {
        cwd: path('openapi'),
        stdio: 'pipe',
        shell: process.platform === 'win32',
      });
    },
    commit(message) {
      git('add', '--all');
      git('commit', '--quiet', '--no-verify', '--message', message);
    },
    reset() {
      git('reset', '--quiet', '--hard', 'released');
      git('clean', '--quiet', '-d', '--force');
    },
    uncommitted: () => git('status', '--porcelain'),
    run(program, ...args) {
      const options = {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, NO_COLOR: '1' },
      } as const;
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
      return { status, stdout, stderr };
    },
    dispose: () => removeWorktree(root),
  };
  for (const [name, value] of [
    ['user.name', 'Ada'],
    ['user.email', 'ada@example.com'],
    ['commit.gpgsign', 'false'],
  ] as const) {
    git('config', name, value);
  }
  clone.bundle();
  copyFileSync(path(bundleFile), path(baselineFile));
  clone.write(digestFile, digestOf(clone.read(baselineFile)));
  clone.write(approvalsFile, 'approvals: []\n');
  for (const file of globSync('.changeset/*.md', { cwd: root })) {
    if (!file.endsWith('README.md')) clone.remove(file);
  }
  clone.commit('A release');
  git('tag', 'released');
  return clone;
}

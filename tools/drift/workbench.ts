/** Copies of the repository, to break things in them. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FileChange, writeFiles } from '@agent-conversation/cli/files';
import { runProgram } from '@agent-conversation/shared/process';
import {
  copyWorktree,
  removeWorktree,
} from '@agent-conversation/shared/worktree';
import * as diff from '@agent-conversation/diff';
import type { GateRun } from './mutant.ts';

/** Where gates run: a copy of the repository, or a replacement in tests. */
export interface Workbench {
  /** Runs a shell command. */
  run(command: string): Promise<GateRun>;
  /** @returns how to undo the changes */
  write(changes: readonly FileChange[]): () => void;
  remove(): void;
}

/** Copies the repository. @param stop ends what runs in the copy */
export function openWorkbench(root: string, stop: AbortSignal): Workbench {
  const copy = copyWorktree(root);
  release(root, copy);
  const env = {
    // Vitest in CI writes no snapshots, and fails if a test is focused.
    CI: 'true',
    NO_COLOR: '1',
    // What was built before is read; what is built with a fault is not kept.
    TURBO_CACHE: 'local:r',
    TURBO_CACHE_DIR: join(root, '.turbo/cache'),
  };

  async function run(command: string): Promise<GateRun> {
    // A gate that hangs is ended.
    const signal = AbortSignal.any([stop, AbortSignal.timeout(300_000)]);
    const { ok, output } = await runProgram('sh', ['-c', command], {
      cwd: copy,
      env,
      signal,
    });
    stop.throwIfAborted();
    return { passed: ok, output };
  }

  const isBuilt = run('turbo run build --filter=./packages/client');
  return {
    async run(command) {
      await isBuilt;
      return run(command);
    },
    write(changes) {
      const before = changes.map(({ file }) => ({
        file,
        content: readIn(copy, file),
      }));
      writeFiles(copy, changes);
      return () => writeFiles(copy, before);
    },
    remove: () => removeWorktree(copy),
  };
}

/** Returns what a file contains; undefined where there is none. */
export function readIn(root: string, file: string): Buffer | undefined {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path) : undefined;
}

/** Makes the contract, as it was built, the released one: then every change of it needs a changeset. */
function release(root: string, copy: string): void {
  const content = readIn(root, 'openapi/dist/openapi.yaml')?.toString();
  if (content === undefined) return;
  const changesets = globSync('.changeset/*.md', {
    cwd: copy,
    exclude: ['**/README.md'],
  });
  writeFiles(copy, [
    { file: diff.releasedFile, content },
    { file: diff.digestFile, content: diff.digestOf(content) },
    { file: diff.sourcesFile, content: diff.sourcesOf(copy) },
    { file: diff.approvalsFile, content: 'approvals: []\n' },
    ...changesets.map((file) => ({ file, content: undefined })),
  ]);
}

import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { runInWorktree } from './worktree.ts';

const { signal } = new AbortController();

test('returns what a command prints, and whether it passed', async () => {
  const run = await runInWorktree(tmpdir(), 'echo out && echo err >&2 && exit 3', 1, signal);
  expect(run).toEqual({ passed: false, output: 'out\nerr\n' });
});

test('ends a command that takes too long, with all that it started', async () => {
  const run = await runInWorktree(tmpdir(), 'sleep 60 & echo started; wait', 0.01, signal);
  expect(run).toEqual({ passed: false, output: 'started\n\nended after 0.01 minutes\n' });
});

test('rejects with the reason of the signal', async () => {
  const stop = new AbortController();
  const run = runInWorktree(tmpdir(), 'sleep 60', 1, stop.signal);
  stop.abort(new Error('interrupted'));
  await expect(run).rejects.toThrow('interrupted');
});

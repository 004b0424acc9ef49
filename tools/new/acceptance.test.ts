/** The worked example of CONTRIBUTING: a new operation passes `npm test` with nothing edited by hand. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repository } from '@agent-conversation/cli/process';
import { copyWorktree, removeWorktree } from '@agent-conversation/cli/worktree';
import { afterAll, expect, test } from 'vitest';

const copy = copyWorktree(repository);
afterAll(() => removeWorktree(copy));

/** Runs a command in the copy; its error has the end of what failed, without the tests that passed. */
function run(command: string): string {
  const { NODE_ENV: _, VITEST: __, ...own } = process.env;
  // What the new operations do not change was tested before.
  const env = { ...own, TURBO_CACHE_DIR: join(repository, '.turbo/cache') };
  const options = { cwd: copy, env, shell: true, encoding: 'utf8', maxBuffer: 1024 ** 3 } as const;
  const { status, stdout, stderr } = spawnSync(command, options);
  if (status === 0) return stdout;
  const lines = (stdout + stderr).split('\n').filter((line) => !line.includes('✓'));
  // Turbo begins each line with the task: other tasks may have printed after the one that failed.
  const failed = lines.flatMap(
    (line) => /^(\S+)#(\S+): +ERROR/.exec(line)?.slice(1).join(':') ?? [],
  );
  const theirs = lines.filter((line) => failed.some((task) => line.startsWith(`${task}:`)));
  const shown = theirs.length > 0 ? theirs : lines;
  throw new Error(`${command} ended with ${status}:\n${shown.join('\n').slice(-20_000)}`);
}

test('npm test passes after npm run new and npm run record', () => {
  for (const operation of [
    '--id deleteSandbox --method DELETE --path "/api/v1/sandboxes/{sandbox_id}"',
    '--id searchEvents --method GET --path /api/v1/events/search',
    '--id updateEvent --method PATCH --path "/api/v1/events/{event_id}"',
  ]) {
    run(`npm run new -- operation ${operation}`);
    run('git add --all');
  }
  expect(run('npm run record')).toContain('openapi/samples/deleteSandbox/success.ts.out');
  run('npm test');
  run('npx prettier --check openapi .changeset .spectral.yaml');
});

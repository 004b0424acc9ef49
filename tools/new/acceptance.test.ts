/**
 * The worked example of CONTRIBUTING: new operations pass the tests with nothing edited by hand.
 *
 * It runs the tests that operations can break: those whose cases come from the contract, and those of servers that do
 * not know the new operations. The others are left out: tests that name what they call, such as those of the client
 * and of pages in a browser, and those on fixtures, such as those of lint. `npm test` has run them before.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repository } from '@agent-conversation/shared/process';
import {
  copyWorktree,
  removeWorktree,
} from '@agent-conversation/shared/worktree';
import { afterAll, expect, test } from 'vitest';

const copy = copyWorktree(repository);
afterAll(() => removeWorktree(copy));

/** Runs a command in the copy; its error has the end of what failed, without the tests that passed. */
function run(command: string): string {
  const { NODE_ENV: _, VITEST: __, ...environment } = process.env;
  // What the new operations do not change was built and tested before.
  const env = {
    ...environment,
    TURBO_CACHE_DIR: join(repository, '.turbo/cache'),
  };
  const options = {
    cwd: copy,
    env,
    shell: true,
    encoding: 'utf8',
    maxBuffer: 1024 ** 3,
  } as const;
  const { status, stdout, stderr } = spawnSync(command, options);
  if (status === 0) return stdout;
  const lines = (stdout + stderr)
    .split('\n')
    .filter((line) => !line.includes('✓'));
  // Turbo begins each line with the task: other tasks may have printed after the one that failed.
  const failed = lines.flatMap(
    (line) => /^(\S+)#(\S+): +ERROR/.exec(line)?.slice(1).join(':') ?? [],
  );
  const theirs = lines.filter((line) =>
    failed.some((task) => line.startsWith(`${task}:`)),
  );
  const shown = theirs.length > 0 ? theirs : lines;
  throw new Error(
    `${command} ended with ${status}:\n${shown.join('\n').slice(-20_000)}`,
  );
}

/** A new resource whose tag and schemas change the pages of others, and the kinds of bodies that there are. */
const operations = [
  'listAgents GET /api/v1/agents --summary "List agents" --response Agent --list',
  'getAgent GET "/api/v1/agents/{agent_id}" --summary "Get an agent" --response Agent',
  'deleteAgent DELETE "/api/v1/agents/{agent_id}" --summary "Delete an agent" --response Success',
  'searchEvents GET /api/v1/events/search --summary "Search events" --response Event',
  'updateFile PATCH "/api/v1/sandboxes/{sandbox_id}/files/{file_id}" --summary "Update a file" --response File --body',
];

test('new operations are recorded, and pass lint, types and the tests of what is made from them', () => {
  for (const operation of operations) run(`npm run new -- ${operation}`);
  expect(run('npm run record')).toContain(
    'openapi/samples/deleteAgent/success.ts.out',
  );
  run('npm run test:contract');
  run('npx turbo run build');
  run('npx turbo run types');
  run('npx oxlint --type-aware --deny-warnings openapi packages/client');
  run('npm test --workspace=packages/validators');
  run('npm test --workspace=packages/mock');
  // The samples were run to be recorded; faults are those of operations that they name.
  const excluded = [
    'samples',
    'browser',
    'checker-faulty-servers',
    'checker-correct-servers',
  ];
  const options = excluded
    .map((name) => `--exclude test/${name}.test.ts`)
    .join(' ');
  run(`npm test --workspace=packages/conformance -- ${options}`);
  run('npm test --workspace=tools/editions -- client evidence mock');
  run('npm run texts --workspace=packages/docs -- test/texts/contents.test.ts');
  run(
    'npx prettier --check openapi packages/client packages/docs .changeset .spectral.yaml',
  );
});

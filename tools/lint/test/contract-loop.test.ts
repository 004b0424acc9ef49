import { expect, test } from 'vitest';
import { type RunTasks, testContract } from '../contract-loop.ts';

const passed = { ok: true, stdout: '', output: '' };
const failed = (output: string) => ({ ok: false, stdout: output, output });
const isLint = (tasks: readonly string[]) => tasks.includes('@agent-conversation/openapi#lint');

test('stops the tests and the diff where lint fails, and reports lint alone', async () => {
  const run: RunTasks = (tasks, signal) => {
    if (isLint(tasks)) return Promise.resolve(failed('a.yaml:1:2  error  rule  Fix it.'));
    return new Promise((resolve) =>
      signal?.addEventListener('abort', () => resolve(failed('stopped'))),
    );
  };
  expect(await testContract(run)).toEqual({
    ok: false,
    output:
      'a.yaml:1:2  error  rule  Fix it.\nNot run until lint passes: the tests of the contract, the diff\n',
  });
});

test('reports what the tests and the diff print if one of them fails', async () => {
  const run: RunTasks = async (tasks) => (isLint(tasks) ? passed : failed('a test failed'));
  expect(await testContract(run)).toEqual({ ok: false, output: 'a test failed\n' });
});

test('reports one line if all of it passes', async () => {
  const run: RunTasks = async () => passed;
  expect(await testContract(run)).toEqual({
    ok: true,
    output: 'The contract passes lint, its tests and the diff\n',
  });
});

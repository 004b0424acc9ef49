import { expect, test } from 'vitest';
import { type RunTasks, testContract } from '../contract-loop.ts';

const passed = { ok: true, stdout: '', output: '' };
const failed = (output: string) => ({ ok: false, stdout: output, output });
const isLint = (tasks: readonly string[]) =>
  tasks.includes('@agent-conversation/openapi#lint');

/** Runs it, and returns what it prints. */
async function run(
  runTasks: RunTasks,
): Promise<{ ok: boolean; output: string }> {
  let output = '';
  const ok = await testContract(runTasks, (text) => (output += text));
  return { ok, output };
}

test('reports lint alone where lint fails', async () => {
  const diagnostic = 'a.yaml:1:2  error  rule  Fix it.';
  const result = await run(async (tasks) =>
    failed(isLint(tasks) ? diagnostic : 'a test failed'),
  );
  expect(result).toEqual({
    ok: false,
    output: `${diagnostic}\nNot reported until lint passes: the tests of the contract, the diff\n`,
  });
});

test('reports what the tests and the diff print if one of them fails', async () => {
  const result = await run(async (tasks) =>
    isLint(tasks) ? passed : failed('a test failed'),
  );
  expect(result).toEqual({ ok: false, output: 'a test failed\n' });
});

test('reports one line if all of it passes', async () => {
  const output = 'The contract passes lint, its tests and the diff\n';
  expect(await run(async () => passed)).toEqual({ ok: true, output });
});

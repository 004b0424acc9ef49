import { runCommand } from '@agent-conversation/cli';
import { expect, test } from 'vitest';
import { command } from '../main.ts';

async function run(...args: readonly string[]) {
  const text = { out: '', err: '' };
  const io = { out: (it: string) => (text.out += it), err: (it: string) => (text.err += it) };
  return {
    code: await runCommand(command, args, {
      out: (it) => void io.out(it),
      err: (it) => void io.err(it),
    }),
    ...text,
  };
}

test('--help describes the options', async () => {
  const { code, out } = await run('--help');
  expect(code).toBe(0);
  expect(out).toContain('--without <GATE>');
});

test.each<readonly [args: readonly string[], says: string]>([
  [['--layer', 'Z'], '--layer takes A, B, C, D, E, F, G'],
  [['--fast', '--without', 'orakle'], "did you mean 'oracle'"],
  [['--report', '--fast'], '--report needs a full run'],
])('%j is rejected', async (args, says) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err).toContain(says);
});

test('--list names the faults with their gates', async () => {
  const { code, out } = await run('--list', '--fast', '--operator', 'F3');
  expect(code).toBe(0);
  expect(out).toBe('F3 a server resets the connection (searchSandboxes.answer) [checker]\n');
});

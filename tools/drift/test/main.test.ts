import { runCommand } from '@agent-conversation/cli';
import { expect, test } from 'vitest';
import { command } from '../main.ts';

test.each<readonly [args: readonly string[], code: number, says: string]>([
  [['--help'], 0, '--without <GATE>'],
  [['--layer', 'Z'], 2, '--layer takes A, E, F, G'],
  [['--fast', '--without', 'orakle'], 2, "did you mean 'oracle'"],
  [
    ['--list', '--fast', '--operator', 'F3'],
    0,
    'F3 a server resets the connection (searchSandboxes.response) [checker]\n',
  ],
])('%j exits with %i', async (args, code, says) => {
  let text = '';
  const write = (more: string) => void (text += more);
  expect(await runCommand(command, args, { out: write, err: write })).toBe(code);
  expect(text).toContain(says);
});

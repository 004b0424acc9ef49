import { expect, test } from 'vitest';
import { runTurbo } from './run-turbo.ts';

test('a run that goes well ends with 0', async () => {
  expect(await runTurbo('--version')).toBe(0);
});

test('what turbo ends with is passed on', async () => {
  expect(await runTurbo('run', 'no-such-task')).toBe(1);
});

test('a signal is told as shells tell it', async () => {
  const run = runTurbo('run', 'no-such-task', '--dry=json');
  process.emit('SIGTERM');
  expect(await run).toBe(143);
});

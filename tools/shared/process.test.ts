import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { runProgram, withoutFrame } from './process.ts';

const node = (program: string, signal?: AbortSignal) =>
  runProgram(process.execPath, ['--eval', program], {
    cwd: tmpdir(),
    ...(signal && { signal }),
  });

test('keeps both streams, and stdout alone', async () => {
  const program =
    "console.log('one'); console.error('\\u001b[31mtwo'); process.exitCode = 3";
  const { ok, stdout, output } = await node(program);
  expect({ ok, stdout }).toEqual({ ok: false, stdout: 'one\n' });
  expect(output.split('\n').toSorted()).toEqual(['one', 'two']);
});

test('passes on what a program prints, as it comes', async () => {
  let printed = '';
  const onOutput = (text: string) => (printed += text);
  const program = "console.log('one'); console.error('two')";
  await runProgram(process.execPath, ['--eval', program], {
    cwd: tmpdir(),
    onOutput,
  });
  expect(printed).toContain('one\n');
  expect(printed).toContain('two\n');
});

test('a program that does not exist has ended', async () => {
  const { ok, output } = await runProgram('no-such-program', [], {
    cwd: tmpdir(),
  });
  expect(ok).toBe(false);
  expect(output).toContain('no-such-program cannot be run');
});

test('ends a program with those that it has started', async () => {
  const grandchild =
    "process.execPath, ['--eval', 'setInterval(Date, 9)'], { stdio: 'inherit' }";
  const child = `require('child_process').spawn(${grandchild})`;
  // Its streams close only when the last process that has them is gone.
  expect((await node(child, AbortSignal.timeout(200))).ok).toBe(false);
});

test('of what turbo prints, the output of the tasks is kept', () => {
  const task =
    '[1] openapi/paths/settings.yaml:34:1\n\nFailed to parse: ERROR in the text';
  const printed = `• turbo 2.11.9\n\ncache miss, executing 687b584c48481bbe\n${task}
@agent-conversation/openapi#build:  ERROR  command (/home/me) npm run build exited (1)

 Tasks:    0 successful, 1 total
 ERROR  run failed: command  exited (1)\n`;
  expect(withoutFrame(printed)).toBe(task);
});

test('leaves out what vitest prints around a failure', () => {
  const printed = [
    ' RUN  v5.1.1 /contract',
    '··x·',
    '',
    '⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯',
    '',
    ' FAIL  a.test.ts > every response is valid',
    'Error: a.yaml:1:2 /id must be string',
    '⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯',
    '      Tests  1 failed | 2 passed (3)',
    '   Start at  11:48:19',
    '   Duration  4.16s',
  ].join('\n');
  expect(
    withoutFrame(printed)
      .split('\n')
      .filter((line) => line !== ''),
  ).toEqual([
    'FAIL  a.test.ts > every response is valid',
    'Error: a.yaml:1:2 /id must be string',
    '      Tests  1 failed | 2 passed (3)',
  ]);
});

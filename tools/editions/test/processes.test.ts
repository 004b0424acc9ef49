/** Nothing of a run is left, whichever way it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { markedProcesses } from '../processes/marked.ts';
import { EndedBySignal, Run } from '../processes/run.ts';

const open = (signal = new AbortController().signal) =>
  new Run(() => {}, signal);

const base = { PATH: process.env['PATH'] ?? '' };

/** Runs until it is ended. It is no program of the system: macOS hides the environment of those. */
const idle = 'setInterval(() => {}, 1000)';

/** A program that starts another one in a session of its own and then stops it, as a paused sandbox is. */
const stopsItsChild = `
const { spawn } = require('node:child_process');
const options = { detached: true, stdio: 'ignore' };
const child = spawn(process.execPath, ['--eval', '${idle}'], options);
child.kill('SIGSTOP');
setInterval(() => {}, 1000);
`;

async function hasProcesses(mark: string, count: number): Promise<void> {
  await expect
    .poll(() => markedProcesses(mark).length, { timeout: 10_000 })
    .toBe(count);
}

test('ends processes in sessions of their own, also stopped ones, and removes the folders', async () => {
  const run = open();
  const { mark, scratch } = run;
  run.spawn(process.execPath, ['--eval', stopsItsChild], {
    env: base,
    stdio: 'ignore',
  });
  await hasProcesses(mark, 2);
  await run[Symbol.asyncDispose]();
  expect(markedProcesses(mark)).toEqual([]);
  expect(existsSync(scratch)).toBe(false);
});

test('ends them without the process that cleans up', async () => {
  const run = open();
  const { mark, scratch } = run;
  run.spawn(process.execPath, ['--eval', idle], { env: base, stdio: 'ignore' });
  await hasProcesses(mark, 1);
  const guards = await guardsOf(mark);
  for (const pid of guards) process.kill(pid, 'SIGKILL');
  await run[Symbol.asyncDispose]();
  expect(markedProcesses(mark)).toEqual([]);
  expect(existsSync(scratch)).toBe(false);
});

/** The guard has the mark as an argument, not in its environment. */
async function guardsOf(mark: string): Promise<readonly number[]> {
  const child = spawn('ps', ['-Aww', '-o', 'pid=,command=']);
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  await once(child, 'close');
  const lines = output.split('\n').filter((line) => line.includes(mark));
  return lines.map((line) => Number.parseInt(line, 10));
}

/** Opens a run, starts a program that is stopped, and prints the mark and the folder. */
const runner = `
import { EndedBySignal, Run } from ${JSON.stringify(join(import.meta.dirname, '../processes/run.ts'))};
const run = new Run(() => {}, new AbortController().signal);
const args = ['--eval', '${idle}'];
const child = run.spawn(process.execPath, args, { env: {}, stdio: 'ignore' });
child.kill('SIGSTOP');
console.log(JSON.stringify({ mark: run.mark, scratch: run.scratch }));
setInterval(() => {}, 1000);
`;

test.each(['SIGKILL', 'SIGTERM', 'SIGHUP'] as const)(
  'nothing is left after %s of the runner',
  async (signal) => {
    const child = spawn(process.execPath, [
      '--input-type=module',
      '--eval',
      runner,
    ]);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { mark, scratch } = JSON.parse(line.toString()) as {
      mark: string;
      scratch: string;
    };
    await hasProcesses(mark, 1);
    await endAndWait(child, signal);
    await hasProcesses(mark, 0);
    await expect
      .poll(() => existsSync(scratch), { timeout: 10_000 })
      .toBe(false);
  },
);

async function endAndWait(
  child: ChildProcess,
  signal: NodeJS.Signals,
): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

test('a program gets the environment that is named, and nothing of the caller', async () => {
  await using run = open();
  process.env['SECRET_OF_THE_CALLER'] = 'secret';
  const { stdout } = await run.runProgram('/usr/bin/env', [], {
    NAMED: 'value',
  });
  delete process.env['SECRET_OF_THE_CALLER'];
  const names = stdout
    .trim()
    .split('\n')
    .map((line) => line.split('=')[0]);
  expect(names.toSorted()).toEqual(['AGENT_CONVERSATION_EDITION_RUN', 'NAMED']);
});

test('an abort ends the programs that run', async () => {
  const stop = new AbortController();
  await using run = open(stop.signal);
  const program = run.runProgram(process.execPath, ['--eval', idle], base);
  setTimeout(() => stop.abort(new Error('Ended by SIGINT')), 100);
  await expect(program).rejects.toThrow('Ended by SIGINT');
  expect(() => run.spawn('sleep', ['1'], {})).toThrow('Ended by SIGINT');
});

test('reports each step with its time, also one that fails', async () => {
  let text = '';
  const write = (part: string) => (text += part);
  await using run = new Run(write, new AbortController().signal);
  await run.step('First', 1000, async () => 1);
  const failing = run.step('Second', 1000, async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  const ended = run.step('Third', 1000, async () => {
    throw new EndedBySignal('Ended by SIGINT');
  });
  await expect(ended).rejects.toThrow('Ended by SIGINT');
  expect(text.replaceAll(/\d+ ms/g, 'N ms')).toBe(
    'First … N ms\nSecond … failed after N ms\nThird … ended after N ms\n',
  );
});

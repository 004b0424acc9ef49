import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

const program = fileURLToPath(new URL('main.ts', import.meta.url));
/** Where the copies are made. */
const temporary = mkdtempSync(join(tmpdir(), 'drift-main-'));
afterAll(() => rmSync(temporary, { recursive: true }));

function start(args: readonly string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, TMPDIR: temporary, NO_COLOR: '1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, output }));
  return { child, ended };
}

/** The copies, and what was built for them, that are there now. */
function leftovers(): readonly string[] {
  return readdirSync(temporary).filter((name) => /^(scratch-copy|drift-cache)-/.test(name));
}

test('a fault is killed by its gate, and the copy is removed', async () => {
  const { code, output } = await start(['--operator', 'A24', 'made invalid']).ended;
  expect(output).toContain('KILLED');
  expect(output).toMatch(/^A Document +(\d+) of \1 killed$/m);
  expect(code).toBe(0);
  expect(leftovers()).toEqual([]);
});

test('without its gate it survives, and that is an error', async () => {
  const args = ['--operator', 'A24', 'made invalid', '--without', 'redocly'];
  const { code, output } = await start(args).ended;
  expect(output).toContain('SURVIVED: A24 an example is made invalid (redocly)');
  expect(output).toMatch(/^0 of \d+ faults were killed by their gate\.$/m);
  expect(code).toBe(1);
});

test('who interrupts it leaves no copy', async () => {
  const { child, ended } = start(['--layer', 'A']);
  await expect.poll(leftovers, { timeout: 30_000 }).not.toEqual([]);
  child.kill('SIGINT');
  const { code, output } = await ended;
  expect(output).toContain('Ended by SIGINT');
  expect(code).toBe(2);
  expect(leftovers()).toEqual([]);
});

test('help tells the options', async () => {
  const { code, output } = await start(['--help']).ended;
  for (const option of ['--fast', '--layer', '--operator', '--without', '--report']) {
    expect(output).toContain(option);
  }
  expect(code).toBe(0);
});

describe('what it cannot do is told in short', () => {
  test.each([
    [['--layer', 'Z'], "--layer takes a letter from A to G, not 'Z'"],
    [['--unknown'], "Unknown option '--unknown'"],
    [['no title has this'], 'No fault is all of what is asked for'],
    [['--without', 'nothing'], "No fault has the gate 'nothing', but:"],
  ])('%j', async (args, want) => {
    const { code, output } = await start(args).ended;
    expect(output).toContain(want);
    expect(output).toContain('See npm run drift -- --help');
    expect(output).not.toContain('    at ');
    expect(code).toBe(2);
  });
});

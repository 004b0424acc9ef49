import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { usage } from './options.ts';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('--help tells everything', () => {
  expect(run('--help')).toEqual({ status: 0, stdout: usage, stderr: '' });
});

test('--explain prints the page', () => {
  const page = readFileSync(new URL('../rules/closed.md', import.meta.url), 'utf8');
  expect(run('--explain', 'contract-closed')).toEqual({ status: 0, stdout: page, stderr: '' });
});

test('--list names the rules', () => {
  const { status, stdout, stderr } = run('--list');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^contract\/key-order +The keys of /m);
});

test.each([
  [
    ['--explain', 'contract-clsed'],
    'There is no rule "contract-clsed": did you mean contract-closed?',
  ],
  [
    ['--explain', 'contract-closed', '--list'],
    '--explain and --list do not go together: take one of them (see npm run lint -- --help)',
  ],
  [
    ['--explain', 'closed', '--explain', 'times'],
    '--explain takes one rule: ask for one after the other (see npm run lint -- --help)',
  ],
  ...['', ' ', 'contract-'].map((id): [string[], string] => [
    ['--explain', id],
    '--explain must be followed by the id of a rule, such as contract-closed (see npm run lint -- --help)',
  ]),
  [['--explain'], "Option '--explain <value>' argument missing (see npm run lint -- --help)"],
  [['--fix'], "Unknown option '--fix' (see npm run lint -- --help)"],
  [
    ['openapi'],
    "Unexpected argument 'openapi'. This command does not take positional arguments (see npm run lint -- --help)",
  ],
])('%j ends with 2 and one line', (args, line) => {
  expect(run(...args)).toEqual({ status: 2, stdout: '', stderr: `${line}\n` });
});

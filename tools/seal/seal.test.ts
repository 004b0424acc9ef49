import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const main = new URL('main.ts', import.meta.url).pathname;
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'seal-'));
  mkdirSync(join(root, 'packages/types/dist/deep'), { recursive: true });
  writeFileSync(join(root, 'packages/types/dist/index.d.ts'), 'one\ntwo\nthree\n');
  writeFileSync(join(root, 'packages/types/dist/deep/other.js'), 'four\n');
});
afterEach(() => rmSync(root, { recursive: true }));

function seal(...args: string[]) {
  return spawnSync(process.execPath, [main, ...args], { cwd: root, encoding: 'utf8' });
}

test('what a build has made passes', () => {
  seal('close', 'packages/types', 'dist');
  expect(seal('check')).toMatchObject({ status: 0, stderr: '' });
});

test.each([
  ['a changed line', 'one\n2\nthree\n', 2],
  ['an added line', 'one\ntwo\nthree\nfour\n', 4],
  ['a removed line', 'one\nthree\n', 2],
])('%s is named', (_, text, line) => {
  seal('close', 'packages/types', 'dist');
  writeFileSync(join(root, 'packages/types/dist/index.d.ts'), text);
  const { status, stderr } = seal('check');
  expect(status).toBe(1);
  expect(stderr).toContain(`packages/types/dist/index.d.ts:${line}: edited by hand.`);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('a deleted file passes, as the next build makes it anew', () => {
  seal('close', 'packages/types', 'dist');
  rmSync(join(root, 'packages/types/dist/deep'), { recursive: true });
  expect(seal('check').status).toBe(0);
});

test('a build that was interrupted leaves no seal to complain of', () => {
  seal('close', 'packages/types', 'dist');
  seal('break', 'packages/types');
  writeFileSync(join(root, 'packages/types/dist/index.d.ts'), 'half');
  expect(seal('check').status).toBe(0);
});

test('the same files give the same seal', () => {
  const path = join(root, 'packages/types/.seal.json');
  seal('close', 'packages/types', 'dist');
  const first = readFileSync(path, 'utf8');
  seal('close', 'packages/types', 'dist');
  expect(readFileSync(path, 'utf8')).toBe(first);
});

test.each([[], ['mend'], ['close', 'packages/types'], ['check', 'packages/types']])(
  'wrong words %j give the usage',
  (...args) => {
    expect(seal(...args)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Usage: seal'),
    });
  },
);

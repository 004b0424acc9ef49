import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unsealedFiles } from './seal.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
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

test('a build may empty folders before it begins', () => {
  seal('break', 'packages/types', 'dist');
  expect(existsSync(join(root, 'packages/types/dist'))).toBe(false);
  expect(existsSync(join(root, 'packages/types'))).toBe(true);
});

describe('for a release', () => {
  const unsealed = () => unsealedFiles(join(root, 'packages/types'), 'dist');
  const change = (file: string, text: string) =>
    writeFileSync(join(root, 'packages/types', file), text);

  test('what a build has made is whole', () => {
    seal('close', 'packages/types', 'dist');
    change('README.md', 'not below the folder');
    expect(unsealed()).toEqual([]);
  });

  test('what was changed, was added or is gone is named', () => {
    seal('close', 'packages/types', 'dist');
    change('dist/index.d.ts', 'one\n2\nthree\n');
    change('dist/another.js', 'five\n');
    rmSync(join(root, 'packages/types/dist/deep'), { recursive: true });
    expect(unsealed()).toEqual(['dist/another.js', 'dist/deep/other.js', 'dist/index.d.ts']);
  });

  test('nothing is whole without a seal', () => {
    expect(unsealed()).toEqual(['dist/deep/other.js', 'dist/index.d.ts']);
  });
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

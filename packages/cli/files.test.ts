import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeFiles } from './files.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'files-'))));
afterEach(() => rmSync(root, { recursive: true }));

test('writes, replaces and removes files, and makes their folders', () => {
  writeFileSync(join(root, 'old'), 'old');
  writeFileSync(join(root, 'gone'), 'gone');
  writeFiles(root, [
    { file: 'a/b/new', content: 'new' },
    { file: 'old', content: 'changed' },
    { file: 'gone', content: undefined },
  ]);
  expect(readFileSync(join(root, 'a/b/new'), 'utf8')).toBe('new');
  expect(readFileSync(join(root, 'old'), 'utf8')).toBe('changed');
  expect(readdirSync(root).toSorted()).toEqual(['a', 'old']);
});

test('leaves everything as it was when one file cannot be written', () => {
  writeFileSync(join(root, 'old'), 'old');
  mkdirSync(join(root, 'folder'));
  expect(() =>
    writeFiles(root, [
      { file: 'a/new', content: 'new' },
      { file: 'old', content: 'changed' },
      { file: 'folder', content: 'not possible' },
    ]),
  ).toThrow('Nothing was written: ');
  expect(readdirSync(root).toSorted()).toEqual(['folder', 'old']);
  expect(readFileSync(join(root, 'old'), 'utf8')).toBe('old');
});

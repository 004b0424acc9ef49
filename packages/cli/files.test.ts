import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeFiles } from './files.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'files-'));
  writeFileSync(join(root, 'old'), 'old');
  mkdirSync(join(root, 'folder'));
});
afterEach(() => rmSync(root, { recursive: true }));

const changes = [
  { file: 'a/b/new', content: 'new' },
  { file: 'old', content: 'changed' },
];

test('writes, replaces and removes files, and makes their folders', () => {
  writeFiles(root, [...changes, { file: 'gone', content: 'gone' }]);
  writeFiles(root, [{ file: 'gone', content: undefined }]);
  expect(readFileSync(join(root, 'a/b/new'), 'utf8')).toBe('new');
  expect(readdirSync(root).toSorted()).toEqual(['a', 'folder', 'old']);
});

test('leaves everything as it was when one file cannot be written', () => {
  const write = () =>
    writeFiles(root, [...changes, { file: 'folder', content: 'not possible' }]);
  expect(write).toThrow('Nothing was written: ');
  expect(readdirSync(root).toSorted()).toEqual(['folder', 'old']);
  expect(readFileSync(join(root, 'old'), 'utf8')).toBe('old');
});

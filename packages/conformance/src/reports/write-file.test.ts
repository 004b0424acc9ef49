import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeWhole } from './write-file.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a file is written, and nothing beside it', async () => {
  await writeWhole(join(folder, 'report.json'), 'é');
  expect(readFileSync(join(folder, 'report.json'), 'utf8')).toBe('é');
  expect(readdirSync(folder)).toEqual(['report.json']);
});

test('a file that is there is replaced, not written into', async () => {
  const path = join(folder, 'report.json');
  writeFileSync(path, 'a longer text than the new one');
  chmodSync(path, 0o600);
  const before = statSync(path);
  await writeWhole(path, 'new');
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(statSync(path).ino).not.toBe(before.ino);
  expect(statSync(path).mode).toBe(before.mode);
});

test('a link stays a link', async () => {
  writeFileSync(join(folder, 'file'), 'old');
  symlinkSync('file', join(folder, 'link'));
  await writeWhole(join(folder, 'link'), 'new');
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('new');
  expect(readdirSync(folder, { withFileTypes: true }).map((it) => it.isSymbolicLink())).toEqual([
    false,
    true,
  ]);
});

test('what is no file is written to, and stays what it is', async () => {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  await writeWhole(path, 'new');
  expect(statSync(path).isFIFO()).toBe(true);
  expect(readSync(reader, Buffer.alloc(10))).toBe('new'.length);
  closeSync(reader);
});

test.each([
  ['no-folder/report.json', (path: string) => `there is no folder ${join(path, '..')}`],
  ['file/report.json', () => 'a part of the path is no folder'],
  ['new/', () => 'a part of the path is no folder'],
  ['folder', () => 'it is a folder'],
])('%s is told by its path, and nothing is left', async (name, reason) => {
  writeFileSync(join(folder, 'file'), 'old');
  mkdirSync(join(folder, 'folder'));
  const path = join(folder, name);
  await expect(writeWhole(path, 'new')).rejects.toThrow(
    `${path} cannot be written: ${reason(path)}`,
  );
  expect(readdirSync(folder)).toEqual(['file', 'folder']);
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('old');
});

test('a file that cannot be replaced stays as it was', async () => {
  const path = join(folder, 'file');
  writeFileSync(path, 'old');
  // Longer than a name may be, with what is put before and after it.
  const long = join(folder, 'x'.repeat(255));
  await expect(writeWhole(long, 'new')).rejects.toThrow(`${long} cannot be written: `);
  expect(existsSync(long)).toBe(false);
  expect(readdirSync(folder)).toEqual(['file']);
});

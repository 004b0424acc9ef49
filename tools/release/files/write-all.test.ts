import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeAll } from './write-all.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'write-all-'));
  mkdirSync(join(root, 'lamps'));
  writeFileSync(join(root, 'lamps/old.yaml'), 'old');
  writeFileSync(join(root, 'lamps/gone.yaml'), 'gone');
});
afterEach(() => rmSync(root, { recursive: true }));

/** All files, with what they have. */
function tree(): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((it) => it.isFile()).map((it) => join(it.parentPath, it.name));
  return Object.fromEntries(
    files.toSorted().map((file) => [file.slice(root.length + 1), readFileSync(file, 'utf8')]),
  );
}

const changes = [
  { file: 'lamps/gone.yaml', content: undefined },
  { file: 'lamps/old.yaml', content: Buffer.from('new') },
  { file: 'shades/first.yaml', content: Buffer.from('first') },
];

test('files are written, made and removed', () => {
  writeAll(root, changes);
  expect(tree()).toEqual({ 'lamps/old.yaml': 'new', 'shades/first.yaml': 'first' });
});

test.each([
  ['written', { file: 'lamps/folder', content: Buffer.from('x') }],
  ['removed', { file: 'lamps/missing.yaml', content: undefined }],
])('when the last cannot be %s, all are as they were', (_, impossible) => {
  mkdirSync(join(root, 'lamps/folder'));
  const before = tree();
  expect(() => writeAll(root, [...changes, impossible])).toThrow(/^(EISDIR|ENOENT)/);
  expect(tree()).toEqual(before);
});

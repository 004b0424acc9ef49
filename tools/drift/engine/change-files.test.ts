import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '../catalogue/mutant.ts';
import { changeFiles, isBuilt, OutOfDate } from './change-files.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'change-files-'));
  writeFileSync(join(root, 'a.txt'), 'zero one two');
});
afterEach(() => rmSync(root, { recursive: true }));

const read = (file: string) =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined;

describe('a change is made to the letter, and taken back', () => {
  test.each<{ readonly is: string; readonly change: Change; readonly want: string | undefined }>([
    { is: 'an edit', change: { file: 'a.txt', from: 'one', to: '$1' }, want: 'zero $1 two' },
    { is: 'a removal', change: { file: 'a.txt', remove: true }, want: undefined },
    { is: 'a new file', change: { file: 'b/c.txt', create: 'new' }, want: 'new' },
  ])('$is', ({ change, want }) => {
    const before = read(change.file);
    const undo = changeFiles(root, [change]);
    expect(read(change.file)).toBe(want);
    undo();
    expect(read(change.file)).toBe(before);
  });

  test('two in one file', () => {
    const undo = changeFiles(root, [
      { file: 'a.txt', from: 'one', to: '1' },
      { file: 'a.txt', from: 'zero 1', to: '01' },
    ]);
    expect(read('a.txt')).toBe('01 two');
    undo();
    expect(read('a.txt')).toBe('zero one two');
  });
});

describe('a change that does not fit is refused, and those before it are taken back', () => {
  test.each<{ readonly is: string; readonly change: Change; readonly want: string }>([
    {
      is: 'a text that is not there',
      change: { file: 'a.txt', from: 'three', to: '' },
      want: 'a.txt has the text to be replaced 0 times, not once: three',
    },
    {
      is: 'a text that is there twice',
      change: { file: 'a.txt', from: 'o', to: '' },
      want: 'a.txt has the text to be replaced 2 times, not once: o',
    },
    { is: 'no file', change: { file: 'b.txt', remove: true }, want: 'b.txt is not there.' },
    {
      is: 'a file that is there already',
      change: { file: 'a.txt', create: '' },
      want: 'a.txt is to be made, and is there already.',
    },
  ])('$is', ({ change, want }) => {
    const first = { file: 'a.txt', from: 'one', to: 'ONE' };
    expect(() => changeFiles(root, [first, change])).toThrow(new OutOfDate(want));
    expect(read('a.txt')).toBe('zero one two');
  });
});

test.each([
  ['packages/types/dist/schema.d.ts', true],
  ['packages/client/src/generated/resources.ts', true],
  ['packages/docs/.seal.json', true],
  ['packages/docs/src/distance.ts', false],
  ['openapi/openapi.yaml', false],
])('whether a build makes %s: %s', (file, want) => {
  expect(isBuilt(file)).toBe(want);
});

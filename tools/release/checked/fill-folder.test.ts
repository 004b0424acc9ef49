import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fillFolder } from './fill-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fill-'));
  mkdirSync(join(root, 'empty'));
  mkdirSync(join(root, 'full'));
  writeFileSync(join(root, 'full/lamp'), '');
});
afterEach(() => rmSync(root, { recursive: true }));

const fill = async (stage: string) => writeFileSync(join(stage, 'bulb'), '');

test.each(['new', 'empty', 'a/new/one'])(
  '%s is filled, and nothing stands beside it',
  async (it) => {
    await fillFolder(join(root, it), fill);
    expect(readdirSync(join(root, it))).toEqual(['bulb']);
    expect(readdirSync(join(root, it, '..')).filter((name) => /-/.test(name))).toEqual([]);
  },
);

test.each([
  ['full', 'is not an empty folder. Name another one, or remove it'],
  ['full/lamp', 'is not an empty folder. Name another one, or remove it'],
  ['full/lamp/x', 'cannot be made: '],
])('%s is refused', async (it, message) => {
  await expect(fillFolder(join(root, it), fill)).rejects.toThrow(`${join(root, it)}: ${message}`);
  expect(readdirSync(join(root, 'full'))).toEqual(['lamp']);
});

test('what is not filled to the end is not there', async () => {
  const broken = async (stage: string) => {
    await fill(stage);
    throw new Error('ended');
  };
  await expect(fillFolder(join(root, 'new'), broken)).rejects.toThrow('ended');
  expect(existsSync(join(root, 'new'))).toBe(false);
  expect(readdirSync(root).toSorted()).toEqual(['empty', 'full']);
});

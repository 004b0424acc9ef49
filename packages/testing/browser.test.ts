import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser } from './browser.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'browser-'));
  for (const [folder, name] of [
    ['a', 'google-chrome'],
    ['b', 'chromium'],
    ['b', 'mine'],
  ] as const) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, name), '');
    chmodSync(join(root, folder, name), 0o755);
  }
  writeFileSync(join(root, 'b', 'text'), '');
});
afterAll(() => rmSync(root, { recursive: true }));

test('CHROME_PATH comes first', () => {
  const named = join(root, 'b', 'mine');
  expect(findBrowser({ CHROME_PATH: named, PATH: join(root, 'a') })).toBe(named);
});

test('Chromium is taken before Chrome', () => {
  const path = [join(root, 'a'), join(root, 'b')].join(delimiter);
  expect(findBrowser({ PATH: path })).toBe(join(root, 'b', 'chromium'));
});

test('there may be none', () => {
  expect(findBrowser({ PATH: join(root, 'c') })).toBeUndefined();
  expect(findBrowser({})).toBeUndefined();
});

test.each(['text', 'missing'])('a CHROME_PATH that cannot be run is an error: %s', (name) => {
  const named = join(root, 'b', name);
  expect(() => findBrowser({ CHROME_PATH: named })).toThrow(
    `CHROME_PATH names no program that can be run: ${named}`,
  );
});

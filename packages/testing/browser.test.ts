import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findBrowser } from './find-browser.ts';

const root = mkdtempSync(join(tmpdir(), 'browser-'));
afterAll(() => rmSync(root, { recursive: true }));
for (const path of ['a/google-chrome', 'b/chromium', 'b/mine', 'b/text']) {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), '', {
    mode: path === 'b/text' ? 0o644 : 0o755,
  });
}

const [a, b] = [join(root, 'a'), join(root, 'b')];

test.each([
  {
    title: 'CHROME_PATH before PATH',
    env: { CHROME_PATH: join(b, 'mine'), PATH: a },
    want: 'b/mine',
  },
  {
    title: 'Chromium before Chrome',
    env: { PATH: a + delimiter + b },
    want: 'b/chromium',
  },
  {
    title: 'nothing on the PATH',
    env: { PATH: join(root, 'c') },
  },
])('finds $title', ({ env, want }) => {
  expect(findBrowser(env)).toBe(want && join(root, want));
});

test.each(['b/text', 'b/missing'])(
  'rejects a CHROME_PATH that cannot be run: %s',
  (name) => {
    const CHROME_PATH = join(root, name);
    expect(() => findBrowser({ CHROME_PATH })).toThrow(
      `CHROME_PATH names no program that can be run: ${CHROME_PATH}`,
    );
  },
);

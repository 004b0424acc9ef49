import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeSeal } from '@agent-conversation/seal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildComplaints } from './build-complaints.ts';

const folder = 'packages/x';
let root: string;
let dist: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-'));
  dist = join(root, folder, 'dist');
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, 'index.js'), 'one\n');
  closeSeal(join(root, folder), ['dist']);
});
afterEach(() => rmSync(root, { recursive: true }));

const notWhole = 'not as the build has left it. Remove packages/x/dist and run `npm run build`.';
const notBuilt = 'packages/x/dist: not built, or not to the end. Run `npm run build`.';

test.each([
  { has: 'what its build has made', change: () => undefined, says: [] },
  {
    has: 'a changed file',
    change: () => writeFileSync(join(dist, 'index.js'), 'two\n'),
    says: [`packages/x/dist/index.js: ${notWhole}`],
  },
  {
    has: 'files that a former build has made',
    change: () => ['a.js', 'b.js', 'c.js'].forEach((it) => writeFileSync(join(dist, it), '')),
    says: [`packages/x/dist/a.js (and 2 more): ${notWhole}`],
  },
  {
    has: 'lost a file',
    change: () => rmSync(join(dist, 'index.js')),
    says: [`packages/x/dist/index.js: ${notWhole}`],
  },
  { has: 'lost its dist', change: () => rmSync(dist, { recursive: true }), says: [notBuilt] },
  {
    has: 'a build that was broken off',
    change: () => rmSync(join(root, folder, '.seal.json')),
    says: [notBuilt],
  },
])('a package that has $has', ({ change, says }) => {
  change();
  expect(buildComplaints({ folder }, root)).toEqual(says);
});

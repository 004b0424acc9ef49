import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { needsOf } from './needs.ts';
import type { Workspace } from './workspaces.ts';

const workspaces: readonly Workspace[] = [
  { name: '@x/openapi', folder: 'openapi', scripts: { build: 'bundle' } },
  { name: '@x/docs', folder: 'packages/docs', scripts: { build: 'node build.ts dist' } },
  { name: '@x/docs-more', folder: 'packages/docs-more', scripts: {} },
  { name: '@x/own', folder: 'packages/own', scripts: { build: 'make src/generated dist' } },
];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'needs-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test.each<{
  readonly is: string;
  readonly files: Readonly<Record<string, string>>;
  readonly want: readonly string[];
}>([
  { is: 'nothing', files: { 'a.test.ts': "import { test } from 'vitest';" }, want: [] },
  { is: 'a package', files: { 'a.test.ts': "import '@x/docs/page';" }, want: ['packages/docs'] },
  {
    is: 'a package whose name begins alike',
    files: { 'a.test.ts': "import '@x/docs-more';" },
    want: ['packages/docs-more'],
  },
  { is: 'a task of a package', files: { 'a.test.ts': "'@x/docs#build'" }, want: [] },
  {
    is: 'a path to a package',
    files: { 'a.test.ts': "new URL('../docs/dist/', here); new URL('../../openapi/dist', here)" },
    want: ['openapi', 'packages/docs'],
  },
  {
    is: 'what imports name in their turn',
    files: {
      'test/a.test.ts': "import { b } from '../src/b.ts';",
      'src/b.ts': "export { c } from './c.ts';",
      'src/c.ts': "await import('@x/openapi');",
    },
    want: ['openapi'],
  },
  {
    is: 'what the own build makes',
    files: { 'a.test.ts': "'./generated/x.ts'" },
    want: ['packages/own'],
  },
])('of $is', ({ files, want }) => {
  for (const [file, text] of Object.entries(files)) {
    const path = join(root, 'packages/own', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const [first = ''] = Object.keys(files);
  expect(needsOf(root, workspaces, `packages/own/${first}`)).toEqual(want);
});

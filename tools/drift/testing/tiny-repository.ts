import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const installed = fileURLToPath(new URL('../../../node_modules', import.meta.url));

const files = {
  '.gitignore': 'node_modules\ndist\n',
  'package.json': JSON.stringify({
    name: 'tiny',
    private: true,
    packageManager: 'npm@11.19.1',
    workspaces: ['openapi', 'packages/*'],
  }),
  'turbo.json': JSON.stringify({
    tasks: { build: { dependsOn: ['^build'], outputs: ['dist/**'] } },
  }),
  'openapi/package.json': JSON.stringify({
    name: '@agent-conversation/openapi',
    type: 'module',
    scripts: { build: 'node build.js', 'lint:source': 'node lint.js' },
  }),
  // It copies the source, unless that cannot be built.
  'openapi/build.js': `
    import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
    const source = readFileSync('source.txt', 'utf8');
    if (source.includes('unbuildable')) throw new Error('It cannot be built');
    mkdirSync('dist', { recursive: true });
    writeFileSync('dist/bundle.txt', source);
  `,
  'openapi/lint.js': `
    import { readFileSync } from 'node:fs';
    if (readFileSync('source.txt', 'utf8').includes('wrogn')) throw new Error('wrogn is misspelt');
  `,
  'openapi/source.txt': 'the right word\n# a remark\n',
  'packages/a/package.json': JSON.stringify({
    name: '@agent-conversation/a',
    type: 'module',
    scripts: { test: 'vitest run' },
    dependencies: { '@agent-conversation/openapi': '*' },
  }),
  'packages/a/bundle.test.ts': `
    import { readFileSync } from 'node:fs';
    import { expect, test } from 'vitest';
    const bundle = new URL('../../openapi/dist/bundle.txt', import.meta.url);
    test('the word is the right one', () => {
      expect(readFileSync(bundle, 'utf8')).toContain('the right word');
    });
    test('another one', () => {});
  `,
  'packages/a/red.test.ts': `
    import { expect, test } from 'vitest';
    test('it never passes', () => expect(1).toBe(2));
  `,
};

/** A repository with one source, its build, a linter, a gate, and one that never passes. */
export function makeTinyRepository(): { readonly root: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), 'tiny-repository-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  symlinkSync(installed, join(root, 'node_modules'));
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  return { root, remove: () => rmSync(root, { recursive: true }) };
}

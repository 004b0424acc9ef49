/** The TypeScript in the READMEs of the published packages compiles. `tools/e2e` runs it, with the packed packages. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const packages = ['types', 'validators', 'client', 'mock', 'conformance'];
const readmes = ['openapi', ...packages.map((name) => `packages/${name}`)];

/** The packages of this repository are found from here; other tools pass over the folder of turbo. */
const parent = join(root, 'packages/conformance/.turbo');
mkdirSync(parent, { recursive: true });
const folder = mkdtempSync(join(parent, 'readmes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const files = readmes.flatMap((readme) => {
  const text = readFileSync(join(root, readme, 'README.md'), 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => {
    const line = text.slice(0, match.index).split('\n').length;
    const file = `${readme.replace('/', '-')}-README.md-${line}.ts`;
    // The lines have the numbers of the README, and so have mistakes in them.
    writeFileSync(join(folder, file), '\n'.repeat(line) + match[1]!);
    return file;
  });
});

test.each(readmes)('the README of %s has TypeScript', (readme) => {
  expect(files.join()).toContain(`${readme.replace('/', '-')}-README`);
});

test.each([
  ['with the types of Node alone', ['es2023']],
  ['with those of a browser too', ['es2023', 'dom']],
])('the code compiles %s', (_, lib) => {
  const compilerOptions = {
    strict: true,
    target: 'es2023',
    module: 'nodenext',
    moduleDetection: 'force',
    resolveJsonModule: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    lib,
  };
  const project = join(folder, 'tsconfig.json');
  writeFileSync(project, JSON.stringify({ compilerOptions, files }));
  const { stdout, error } = spawnSync('tsc', ['-p', project], { cwd: folder, encoding: 'utf8' });
  if (error) throw error;
  expect(stdout).toBe('');
});

/** The TypeScript in the READMEs of the published packages compiles. `tools/e2e` runs it, with the packed packages. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { typeErrors } from './support/type-check.ts';

const packages = ['types', 'validators', 'client', 'mock', 'conformance'];
const files = [
  'openapi',
  ...packages.map((name) => `packages/${name}`),
].flatMap((readme) => {
  const text = readFileSync(
    new URL(`../../../${readme}/README.md`, import.meta.url),
    'utf8',
  );
  const blocks = [...text.matchAll(/^```ts\n(.*?)^```$/gms)];
  if (blocks.length === 0)
    throw new Error(`The README of ${readme} has no TypeScript.`);
  return blocks.map((match): [string, string] => {
    const line = text.slice(0, match.index).split('\n').length;
    // The code has the line numbers of the README, and so have its errors.
    return [
      `${readme.replace('/', '-')}-${line}.ts`,
      '\n'.repeat(line) + match[1]!,
    ];
  });
});

test.each([
  ['with the types of Node alone', ['es2023']],
  ['with those of a browser too', ['es2023', 'dom']],
])('the code compiles %s', (_, lib) => {
  const options = { lib, moduleDetection: 'force', noUnusedLocals: false };
  expect(typeErrors('readmes', Object.fromEntries(files), options)).toBe('');
});

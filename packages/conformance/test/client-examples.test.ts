import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { compilable, runnable } from './support/client-examples.ts';
import { operations } from '../src/contract.ts';
import { type DocExample, docExamples } from './support/doc-examples.ts';

const client = fileURLToPath(new URL('../../client/', import.meta.url));
const methods = docExamples(client, 'src/generated/resources.ts');
const functions = docExamples(client, 'src/generated/functions.ts');
const calls = [...methods, ...functions];
const all = docExamples(client, 'src/**/*.ts');

/** A folder inside the package, so that other packages are found from it. */
const folder = fileURLToPath(new URL('../generated/client-examples/', import.meta.url));
const config = {
  extends: '../../../../tsconfig.json',
  compilerOptions: { lib: ['es2023', 'dom', 'dom.asynciterable'], noUnusedLocals: false },
  include: ['*.ts'],
  exclude: [],
};

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}tsconfig.json`, JSON.stringify(config));
  for (const it of all) writeFileSync(`${folder}${nameOf(it)}`, compilable(it));
  for (const it of calls) writeFileSync(`${folder}run-${nameOf(it)}`, runnable(it));
});

test('every method and every function has an example of its own', () => {
  const called = (examples: readonly DocExample[]) =>
    examples.map(({ code }) => /await ([\w.]+)\(/.exec(code)?.[1]);
  expect(new Set(called(methods)).size).toBe(operations.length);
  expect(new Set(called(functions))).toEqual(new Set(operations.map((it) => it.operationId)));
});

test('every example compiles', () => {
  expect(all.length).toBeGreaterThan(calls.length);
  const { stdout, error } = spawnSync('tsc', ['-p', folder], { encoding: 'utf8' });
  if (error) throw error;
  expect(stdout).toBe('');
});

test('every example of a method or a function succeeds, and prints what it has found', () => {
  const names = calls.map((it) => `./run-${nameOf(it)}`);
  writeFileSync(`${folder}run.js`, program(names));
  const { stdout, stderr } = spawnSync(process.execPath, [`${folder}run.js`], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const printing = calls.filter(({ code }) => code.includes('console.log'));
  const want = calls.map((it) => [`./run-${nameOf(it)}`, printing.includes(it)]);
  expect(JSON.parse(stdout)).toEqual(want);
});

function nameOf({ place }: DocExample): string {
  return `${place.replaceAll(/\W+/g, '-')}.ts`;
}

/** A program that runs modules one by one, and reports for each whether it printed anything. */
function program(modules: readonly string[]): string {
  return `const results = [];
const log = console.log;
for (const name of ${JSON.stringify(modules)}) {
  const printed = [];
  console.log = (...values) => printed.push(...values.filter((it) => it !== undefined));
  await import(name);
  results.push([name, printed.length > 0]);
}
log(JSON.stringify(results));
`;
}

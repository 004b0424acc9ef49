import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { bodyExamples } from './support/examples.ts';
import { type Mutation, mutations } from './support/mutations.ts';

/** A folder inside the package, so that `@agent-conversation/types` is found from it. */
const directory = fileURLToPath(new URL('../generated/example-types/', import.meta.url));
const config = {
  extends: '../../../../../tsconfig.json',
  compilerOptions: { types: [], skipLibCheck: false },
  include: ['cases.ts'],
  exclude: [],
};

beforeAll(() => rmSync(directory, { recursive: true, force: true }));

test('every example compiles as its generated type', () => {
  const cases = bodyExamples.map(({ title, file, type, value }) => ({
    title: `${title} (${file})`,
    code: `${type} = ${JSON.stringify(value)};`,
  }));
  expect(cases.length).toBeGreaterThan(30);
  expect(compile('good', '', cases)).toEqual([]);
});

test('an example with a new value of an enumeration compiles as its generated type', () => {
  const cases = mutants(({ isNew }) => isNew);
  expect(cases.length).toBeGreaterThan(0);
  expect(compile('new', '', cases)).toEqual([]);
});

test('no example with a fault compiles as its generated type', () => {
  const cases = mutants(({ isNew }) => !isNew);
  expect(cases.length).toBeGreaterThan(500);
  expect(compile('bad', '// @ts-expect-error\n', cases)).toEqual([]);
});

/** The examples, each changed in one place in every way that is asked for. */
function mutants(isAskedFor: (mutation: Mutation) => boolean): { title: string; code: string }[] {
  return bodyExamples.flatMap(({ title, schema, type, value }) =>
    mutations(schema, value)
      .filter(isAskedFor)
      .map((mutation) => ({
        title: `${title} ${mutation.title}`,
        code: `${type} = ${JSON.stringify(mutation.value)};`,
      })),
  );
}

/** What the type checker says of each case, with the case's title. */
function compile(
  name: string,
  directive: string,
  cases: readonly { title: string; code: string }[],
): string[] {
  const project = `${directory}${name}/`;
  const header = "import type { operations } from '@agent-conversation/types';\n";
  const body = cases.map(({ code }, index) => `${directive}export const c${index}: ${code}\n`);
  mkdirSync(project, { recursive: true });
  writeFileSync(`${project}cases.ts`, header + body.join(''));
  writeFileSync(`${project}tsconfig.json`, JSON.stringify(config));
  const linesOfACase = directive ? 2 : 1;
  return run(project).map((fault) => {
    const line = Number(/\((\d+),/.exec(fault)?.[1]) - 2;
    const title = cases[Math.floor(line / linesOfACase)]?.title;
    return `${title}: ${fault.slice(fault.indexOf('error'))}`;
  });
}

/** The faults that the type checker reports, a line each. */
function run(project: string): string[] {
  const { status, stdout, error } = spawnSync('tsc', ['-p', project], { encoding: 'utf8' });
  if (error) throw error;
  const faults = stdout.split('\n').filter((line) => /^\S.*error/.test(line));
  expect(status === 0, stdout).toBe(faults.length === 0);
  return faults;
}

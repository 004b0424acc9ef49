import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { mutants } from '../catalogue/mutants.ts';
import { needsOf } from '../engine/needs.ts';
import { readWorkspaces, workspaceOf } from '../engine/workspaces.ts';
import { type CommandGate, commandGates } from './command-gates.ts';
import {
  checkedTasks,
  planOf,
  rootScripts,
  scriptsWith,
  type Task,
  tasksBefore,
} from './pipeline.ts';
import { inputsOutside } from './inputs-outside.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const workspaces = readWorkspaces(root);
const tasks = checkedTasks(root);
const { plan, globalInputs } = planOf(root, tasks);

const testFiles = [
  ...new Set(mutants.map(({ gate }) => gate).filter((gate) => gate.endsWith('.test.ts'))),
].map((file) => {
  const workspace = workspaceOf(workspaces, file);
  const ran = scriptsWith(workspace, file).filter((script) => tasks.includes(script));
  return { file, workspace, ran };
});

test('every gate that is a command is run by npm run check', () => {
  const { test: first = '', check = '' } = rootScripts(root);
  const gates: readonly (readonly [string, CommandGate])[] = Object.entries(commandGates);
  const notRun = gates.filter(
    ([, { runBy }]) =>
      ![...plan.values()].some(({ taskId }) => taskId.endsWith(`#${runBy}`)) &&
      !`${first} && ${check}`.split(' && ').includes(runBy),
  );
  expect(notRun.map(([name, { runBy }]) => `${name}: nothing runs ${runBy}`)).toEqual([]);
});

test('every gate that is a file of tests is run by npm run check', () => {
  const notRun = testFiles.filter(({ ran }) => ran.length === 0);
  expect(notRun.map(({ file }) => `${file}: no script that turbo runs takes it`)).toEqual([]);
});

test('what a command needs is built before it is run', () => {
  const gates: readonly (readonly [string, CommandGate])[] = Object.entries(commandGates);
  const missing = gates.flatMap(([gate, { runBy, folder, needs }]) => {
    const { name = '//' } = workspaces.find((it) => it.folder === folder) ?? {};
    const task = `${name}#${runBy}`;
    const before = tasksBefore(plan, task);
    return needs
      .map((need) => `${workspaces.find((it) => it.folder === need)?.name}#build`)
      .filter((build) => plan.has(task) && !before.has(build))
      .map((build) => `${gate}: ${task} does not depend on ${build}`);
  });
  expect(missing).toEqual([]);
});

test('what a file of tests names is built before it is run', () => {
  const missing = testFiles.flatMap(({ file, workspace, ran }) =>
    ran.flatMap((script) => {
      const task = `${workspace.name}#${script}`;
      const before = tasksBefore(plan, task);
      return needsOf(root, workspaces, file)
        .map((folder) => workspaces.find((each) => each.folder === folder)!)
        .filter(({ name, scripts }) => 'build' in scripts && !before.has(`${name}#build`))
        .map(({ name }) => `${file}: ${task} does not depend on ${name}#build`);
    }),
  );
  expect(missing).toEqual([]);
});

test('a gate is run anew when a file that it reads changes', () => {
  const missing = testFiles.flatMap(({ file, workspace, ran }) =>
    ran.flatMap((script) => {
      const task = plan.get(`${workspace.name}#${script}`);
      if (!task?.resolvedTaskDefinition.cache) return [];
      return inputsOutside(root, workspace, file)
        .filter((path) => !isInput(task, workspace.folder, path))
        .map((path) => `${file} reads ${path}, which is no input of ${task.taskId}`);
    }),
  );
  expect(missing).toEqual([]);
});

/** Whether a task is done anew when a file changes: as its own input, or that of a task before it. */
function isInput(task: Task, folder: string, file: string): boolean {
  const { name } = workspaces.find((it) => file.startsWith(`${it.folder}/`)) ?? {};
  return (
    relative(folder, file) in task.inputs ||
    globalInputs.includes(file) ||
    (name !== undefined &&
      [...tasksBefore(plan, task.taskId)].some((id) => id.startsWith(`${name}#`)))
  );
}

test('a gate is run anew when its own file changes', () => {
  const missing = testFiles.flatMap(({ file, workspace, ran }) =>
    ran
      .map((script) => plan.get(`${workspace.name}#${script}`)!)
      .filter(({ inputs }) => !(relative(workspace.folder, file) in inputs))
      .map(({ taskId }) => `${file} is no input of ${taskId}`),
  );
  expect(missing).toEqual([]);
});

test('everything is done anew when the compiler or Node is another one', () => {
  expect(globalInputs).toEqual(
    expect.arrayContaining(['.node-version', 'tsconfig.json', 'tools/seal/seal.ts']),
  );
});

test.each([
  ['@agent-conversation/openapi#build', '../redocly.yaml'],
  ['@agent-conversation/openapi#build', '../tools/lint/redocly/plugin.ts'],
  ['@agent-conversation/openapi#lint:source', '../redocly.yaml'],
  ['@agent-conversation/openapi#lint:source', '../tools/lint/redocly/plugin.ts'],
  ['@agent-conversation/openapi#lint:bundle', '../.spectral.yaml'],
  ['@agent-conversation/openapi#lint:bundle', '../tools/lint/spectral/provenance.js'],
])('%s is done anew when %s changes', (task, file) => {
  expect(Object.keys(plan.get(task)?.inputs ?? {})).toContain(file);
});

test.each(['review', 'code', 'types', 'browser', 'properties', 'crash', 'acceptance', 'drift'])(
  'what %s looks at cannot be told beforehand: it is never taken from the cache',
  (name) => {
    const own = [...plan.values()].filter(({ taskId }) => taskId.endsWith(`#${name}`));
    expect(own).not.toEqual([]);
    const cached = own.filter(({ resolvedTaskDefinition: { cache } }) => cache);
    expect(cached.map(({ taskId }) => taskId)).toEqual([]);
  },
);

test('these tests look at the whole repository, and are never taken from the cache', () => {
  const own = plan.get('@agent-conversation/drift#test');
  expect(own?.resolvedTaskDefinition.cache).toBe(false);
});

test.each([
  { folder: '.', scripts: rootScripts(root) },
  ...workspaces.filter(({ scripts }) => Object.keys(scripts).length > 0),
])('no script of $folder ends well in spite of an error', ({ scripts }) => {
  const swallowing = Object.entries(scripts).filter(([, script]) =>
    /\||;|&(?!&)(?<!&&)|--(passWithNoTests|exit-zero|quiet|retry|no-error)|--continue(?!=dependencies-successful)/.test(
      script,
    ),
  );
  expect(swallowing).toEqual([]);
});

test.each<readonly [string, string, string]>([
  ['.', 'test', 'node tools/seal/main.ts check &&'],
  ['.', 'check', 'npm test &&'],
  ['.', 'check', 'prettier --check . &&'],
  ['.', 'check', 'knip --treat-config-hints-as-errors &&'],
  ['.', 'code', 'oxlint --type-aware --deny-warnings'],
  ['.', 'types', 'tsc'],
  ['openapi', 'lint:bundle', '--fail-severity=warn'],
  ['openapi', 'lint:source', 'redocly lint main && redocly lint openapi/workflows/*.yaml'],
  ...['types', 'validators', 'client', 'mock', 'conformance'].map(
    (name) => [`packages/${name}`, 'pack', 'publint --strict && attw --pack .'] as const,
  ),
])('in %s, %s is strict: %s', (folder, script, words) => {
  const scripts =
    folder === '.' ? rootScripts(root) : workspaces.find((it) => it.folder === folder)?.scripts;
  expect(scripts?.[script]).toContain(words);
});

test('CI ends at the first command that fails, and runs all the tests', () => {
  const lines = readFileSync(join(root, '.ci/run'), 'utf8').split('\n');
  expect(lines).toEqual(
    expect.arrayContaining(['set -euo pipefail', 'export CI=true', 'npm test', 'npm run check']),
  );
  expect(lines.filter((line) => /^set (?!-euo pipefail$)|\|\| *(true|:)/.test(line))).toEqual([]);
});

import { expect, test } from 'vitest';
import { scriptsWith, tasksBefore, tasksOf } from './pipeline.ts';

test.each([
  ['cross-env A=1 turbo run build lint:source --continue=x', ['build', 'lint:source']],
  ['npm test && turbo run pack --concurrency=1 && turbo run drift', ['pack', 'drift']],
  ['node main.ts', []],
])('%s runs the tasks %j', (script, want) => {
  expect(tasksOf(script)).toEqual(want);
});

test.each([
  ['src/one.test.ts', ['all', 'without-browser']],
  ['browser/one.test.ts', ['all', 'browser']],
  ['browser.test.ts', ['all', 'without-browser']],
])('%s is run by %j', (file, want) => {
  const scripts = {
    all: 'vitest run --test-timeout 60000',
    'without-browser': 'vitest run --no-isolate --exclude browser/ --hook-timeout 60000',
    browser: 'cross-env A=1 vitest run --test-timeout 1 browser/',
    build: 'tsc',
  };
  const workspace = { name: 'a', folder: 'packages/a', scripts };
  expect(scriptsWith(workspace, `packages/a/${file}`)).toEqual(want);
});

test('what a task waits for is followed to the begin', () => {
  const task = (taskId: string, ...dependencies: string[]) =>
    [
      taskId,
      { taskId, dependencies, inputs: {}, resolvedTaskDefinition: { cache: true } },
    ] as const;
  const plan = new Map([task('a', 'b'), task('b', 'c'), task('c'), task('d', 'a')]);
  expect(tasksBefore(plan, 'a')).toEqual(new Set(['b', 'c']));
});

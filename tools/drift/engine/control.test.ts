import { expect, test } from 'vitest';
import { planControl } from './control.ts';
import type { Workspace } from './workspaces.ts';

const workspaces: readonly Workspace[] = ['packages/a', 'packages/b'].map((folder) => ({
  name: folder,
  folder,
  scripts: {},
}));

const one = 'packages/a/one.test.ts';
const two = 'packages/a/two.test.ts';
const page = 'packages/a/browser/page.test.ts';
const other = 'packages/b/one.test.ts';

test('gates are run once: files of a workspace together, a browser and commands by themselves', () => {
  const gates = [one, 'redocly', two, one, page, other, 'redocly'] as const;
  expect(
    planControl(
      workspaces,
      gates.map((gate) => ({ gate })),
    ),
  ).toEqual([
    { gates: [one, two], tests: [] },
    { gates: ['redocly'], tests: [] },
    { gates: [page], tests: [] },
    { gates: [other], tests: [] },
  ]);
});

test('only the tests that are named are run, unless a mutant wants the whole file', () => {
  expect(
    planControl(workspaces, [
      { gate: one, test: 'a' },
      { gate: one, test: 'b' },
      { gate: two, test: 'c' },
      { gate: other, test: 'd' },
      { gate: other },
    ]),
  ).toEqual([
    { gates: [one, two], tests: ['a', 'b', 'c'] },
    { gates: [other], tests: [] },
  ]);
});

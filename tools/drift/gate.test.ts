import { expect, test } from 'vitest';
import { gateOf } from './gate.ts';

const files = [
  'packages/a/src/one.test.ts',
  'packages/a/src/two.test.ts',
  'tools/b/two.test.ts',
  'packages/a/test/browser/page.test.ts',
  'openapi/editor/editor.test.ts',
  'three.test.ts',
  'packages/a/src/one.ts',
];

test.each([
  ['one.test.ts', 'test', 'packages/a'],
  ['page.test.ts', 'browser', 'packages/a'],
  ['editor.test.ts', 'test', 'openapi'],
])('%s is run alone', (file, task, workspace) => {
  expect(gateOf(mutantOf(file), files)).toEqual({
    run: [task, `--filter=./${workspace}`, '--', file],
    shows: `${file} `,
  });
});

test('the linters are run alone', () => {
  expect(gateOf({ ...mutantOf('a-rule'), gate: 'lint' }, files)?.run).toEqual([
    'lint:source',
    'lint:bundle',
  ]);
});

test.each([
  ['a file that several workspaces have', 'two.test.ts'],
  ['a file that is not there', 'four.test.ts'],
  ['a file of no workspace', 'three.test.ts'],
  ['a rule', 'contract-provenance'],
  ['a file that is no test', 'one.ts'],
])('all tests are run for %s', (_, says) => {
  expect(gateOf(mutantOf(says), files)).toBeUndefined();
});

function mutantOf(says: string) {
  return { title: '', file: '', from: '', to: '', says: [says, 'other words'] };
}

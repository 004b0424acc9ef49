import { expect, test } from 'vitest';
import { readContract } from '../../model/contract.ts';
import { releasedDocument } from '../testing/released.ts';
import { useAt } from './use.ts';
import { writtenProgram } from './written-programs.ts';

const released = readContract(releasedDocument);

const program = writtenProgram(
  'programs/pages.ts',
  `/**
 * Turns pages. By hand.
 *
 * @about SandboxPage
 */
export const a = 1;

/** Reads a status. @about Sandbox.status, pauseSandbox */
export const b = 2;
`,
  [released],
);

test('each part of a program has a purpose, an element, and the elements that it is about', () => {
  expect(program.uses.map(({ purpose, pointer }) => [purpose, pointer])).toEqual([
    ['turns pages', '/components/schemas/SandboxPage'],
    ['reads a status', '/components/schemas/Sandbox/properties/status'],
  ]);
});

test('a part may break by what its elements are made of, and the first, with the imports, by what all are', () => {
  const [first, second] = program.uses.map(({ reasons }) => reasons);
  expect(second).toEqual([
    '/components/schemas/Sandbox/properties/status',
    '/components/schemas/SandboxStatus',
    '/paths/~1api~1v1~1sandboxes~1{sandbox_id}~1pause/post',
    ...second!.slice(3),
  ]);
  expect(second).toContain('/components/schemas/Success');
  expect(first).toEqual([
    '/components/schemas/SandboxPage',
    '/components/schemas/Sandbox',
    '/components/schemas/SandboxStatus',
    '/components/schemas/ExposedURL',
    ...second!.filter((it) => it !== '/components/schemas/SandboxStatus'),
  ]);
});

test.each([
  [1, 'turns pages'],
  [7, 'turns pages'],
  [8, 'reads a status'],
  [9, 'reads a status'],
  [10, undefined],
])('line %i is found in the part that has it', (line, purpose) => {
  expect(useAt(program, line)?.purpose).toBe(purpose);
});

test.each([
  { text: 'export const a = 1;', complaint: 'must begin with a comment' },
  { text: '/** Reads. */\nexport const a = 1;', complaint: 'must begin with a comment' },
  { text: '/** Reads. @about Sandboxes */', complaint: '@about names Sandboxes, which is no' },
  { text: '/** Reads. @about Sandbox.sttus */', complaint: '@about names Sandbox.sttus' },
])('$text is refused', ({ text, complaint }) => {
  expect(() => writtenProgram('programs/a.ts', text, [released])).toThrow(
    `programs/a.ts: ${complaint.startsWith('must') ? 'each part ' : ''}${complaint}`,
  );
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readContract } from '../../model/contract.ts';
import { lamps } from '../testing/lamps.ts';
import { releasedDocument } from '../testing/released.ts';
import { useAt } from './use.ts';
import { writtenProgram, writtenPrograms } from './written-programs.ts';

const released = readContract(lamps);

const program = writtenProgram(
  'programs/pages.ts',
  `/**
 * Turns pages. By hand.
 *
 * @about LampPage
 */
export const a = 1;

/** Reads a state. @about Lamp.state, switchLamp */
export const b = 2;
`,
  [released],
);

test('each part of a program has a purpose, an element, and the elements that it is about', () => {
  expect(program.uses.map(({ purpose, pointer }) => [purpose, pointer])).toEqual([
    ['turns pages', '/components/schemas/LampPage'],
    ['reads a state', '/components/schemas/Lamp/properties/state'],
  ]);
});

test('a part may break by what its elements are made of, and the first, with the imports, by what all are', () => {
  const [first, second] = program.uses.map(({ reasons }) => reasons);
  expect(second).toEqual([
    '/components/schemas/Lamp/properties/state',
    '/components/schemas/State',
    '/paths/~1api~1v1~1lamps~1{lamp_id}~1switch/post',
    ...second!.slice(3),
  ]);
  expect(second).toContain('/components/schemas/Success');
  expect(first).toEqual([
    '/components/schemas/LampPage',
    '/components/schemas/Lamp',
    '/components/schemas/State',
    '/components/schemas/Shade',
    '/components/schemas/Usage',
    '/components/schemas/Label',
    '/components/schemas/TextLabel',
    '/components/schemas/ImageLabel',
    ...second!.filter((it) => it !== '/components/schemas/State'),
  ]);
});

test.each([
  [1, 'turns pages'],
  [7, 'turns pages'],
  [8, 'reads a state'],
  [9, 'reads a state'],
  [10, undefined],
])('line %i is found in the part that has it', (line, purpose) => {
  expect(useAt(program, line)?.purpose).toBe(purpose);
});

test.each([
  { text: 'export const a = 1;', complaint: 'must begin with a comment' },
  { text: '/** Reads. */\nexport const a = 1;', complaint: 'must begin with a comment' },
  { text: '/** Reads. @about Lamps */', complaint: '@about names Lamps, which is no' },
  { text: '/** Reads. @about Lamp.sttae */', complaint: '@about names Lamp.sttae' },
])('$text is refused', ({ text, complaint }) => {
  expect(() => writtenProgram('programs/a.ts', text, [released])).toThrow(
    `programs/a.ts:1: ${complaint.startsWith('must') ? 'each part ' : ''}${complaint}`,
  );
});

test('those in the repository are about what was released, or is in the contract of now', () => {
  const file = 'openapi/dist/openapi.json';
  const text = readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');
  const contracts = [releasedDocument, { file, text }].map(readContract);
  expect(writtenPrograms(contracts)).not.toEqual([]);
});

import { expect, test } from 'vitest';
import type { Mutant } from './mutants.ts';
import { judge, mutate } from './verdict.ts';

const mutant: Mutant = {
  title: 'a word is changed',
  file: 'a.yaml',
  from: 'one',
  to: '$1',
  says: ['a.yaml', 'one'],
};

test.each([
  ['SURVIVED', { passed: true, output: 'a.yaml one' }],
  ['WRONG-GATE', { passed: false, output: 'a.yaml' }],
  ['KILLED', { passed: false, output: 'a.yaml: one is missing' }],
])('%s', (verdict, run) => {
  expect(judge(mutant, run)).toBe(verdict);
});

test('the fault is put in to the letter', () => {
  expect(mutate(mutant, 'zero one two')).toBe('zero $1 two');
});

test.each([
  ['zero', 0],
  ['one one', 2],
])('a mutant that does not fit %j is refused', (text, count) => {
  expect(() => mutate(mutant, text)).toThrow(
    `Mutant "a word is changed": a.yaml has the text to be replaced ${count} times, not once.`,
  );
});

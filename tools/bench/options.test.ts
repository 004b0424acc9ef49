import { expect, test } from 'vitest';
import { help, readOptions } from './options.ts';

const subjects = ['prism', 'ours'];
const defaults = { seconds: 5, rounds: 3, only: undefined, write: true };

test.each([
  [[], defaults],
  [['--seconds', '1', '--rounds=2'], { ...defaults, seconds: 1, rounds: 2 }],
  [['--no-write'], { ...defaults, write: false }],
  [['--only', 'ours'], { ...defaults, only: ['ours'], write: false }],
  [['--only', 'ours,prism'], { ...defaults, only: ['ours', 'prism'], write: false }],
  [['--help'], undefined],
])('%j', (args, want) => {
  expect(readOptions(args, subjects)).toEqual(want);
});

test.each([
  [['--secs', '1'], "Unknown option '--secs'"],
  [['5'], "Unexpected argument '5'"],
  [['--seconds', '0.5'], "--seconds takes a whole number from 1 to 9999, not '0.5'"],
  [['--rounds', '0'], "--rounds takes a whole number from 1 to 9999, not '0'"],
  [['--only', 'ours,theirs'], "--only takes some of prism, ours, not 'theirs'"],
])('%j is refused', (args, message) => {
  expect(() => readOptions(args, subjects)).toThrow(message);
});

test('the help names the subjects', () => {
  expect(help(subjects)).toContain('prism, ours');
});

import { expect, test } from 'vitest';
import { help, readOptions } from './options.ts';

const mock = { id: 'mock', subjects: ['prism', 'ours'], rounds: 3, page: 'results/mock.md' };
const client = { id: 'client', subjects: ['ky', 'ours-client'], rounds: 7, page: 'client.md' };
const parts = [mock, client];
const both = [
  { id: 'mock', only: ['prism', 'ours'] },
  { id: 'client', only: ['ky', 'ours-client'] },
];
const defaults = { parts: both, seconds: 5, rounds: undefined, write: true };

test.each([
  [[], defaults],
  [['--seconds', '1', '--rounds=2'], { ...defaults, seconds: 1, rounds: 2 }],
  [['--no-write'], { ...defaults, write: false }],
  [['--part', 'client'], { ...defaults, parts: both.slice(1) }],
  [['--only', 'ours'], { ...defaults, parts: [{ id: 'mock', only: ['ours'] }], write: false }],
  [
    ['--only', 'ours,ky,prism'],
    { ...defaults, parts: [both[0], { id: 'client', only: ['ky'] }], write: false },
  ],
  [
    ['--part=client', '--only=ky'],
    { ...defaults, parts: [{ id: 'client', only: ['ky'] }], write: false },
  ],
  [['--help'], undefined],
])('%j', (args, want) => {
  expect(readOptions(args, parts)).toEqual(want);
});

test.each([
  [['--secs', '1'], "Unknown option '--secs'"],
  [['5'], "Unexpected argument '5'"],
  [['--seconds', '0.5'], "--seconds takes a whole number from 1 to 9999, not '0.5'"],
  [['--rounds', '0'], "--rounds takes a whole number from 1 to 9999, not '0'"],
  [['--part', 'docs'], "--part takes one of mock, client, not 'docs'"],
  [['--only', 'ours,theirs'], "--only takes some of prism, ours, ky, ours-client, not 'theirs'"],
  [['--part=client', '--only=prism'], "--only takes some of ky, ours-client, not 'prism'"],
])('%j is refused', (args, message) => {
  expect(() => readOptions(args, parts)).toThrow(message);
});

test('the help names the parts, their subjects, their pages and their rounds', () => {
  const text = help(parts);
  expect(text).toContain('--part mock|client');
  expect(text).toContain('prism, ours\n');
  expect(text).toContain('ky, ours-client\n');
  expect(text).toContain('results/mock.md\n');
  expect(text).toContain('default 3 for the mock, 7 for the client');
});

import { describe, expect, test } from 'vitest';
import { type Options, readOptions, UsageError } from '../cli/options.ts';
import { choose } from './choose.ts';
import type { FileMutant, Mutant } from './mutant.ts';

const mutants: readonly Mutant[] = [
  mutant('A1', 'an operation is gone'),
  mutant('A2', 'an operation is new', { gate: 'spectral' }),
  mutant('A2', 'another operation is new', { fast: true }),
  mutant('B1', 'a type is stale', { gate: 'seal' }),
];

describe('what is asked for is chosen', () => {
  test.each<{ readonly args: readonly string[]; readonly want: readonly number[] }>([
    { args: [], want: [0, 1, 2, 3] },
    { args: ['--fast'], want: [0, 2, 3] },
    { args: ['--layer', 'B'], want: [3] },
    { args: ['--layer', 'A,B'], want: [0, 1, 2, 3] },
    { args: ['--layer=A', '--layer=B'], want: [0, 1, 2, 3] },
    { args: ['--operator', 'A1,B1'], want: [0, 3] },
    { args: ['is new'], want: [1, 2] },
    { args: ['gone', 'stale'], want: [0, 3] },
    { args: ['--fast', 'operation'], want: [0, 2] },
    { args: ['--without', 'seal'], want: [0, 1, 2, 3] },
  ])('$args', ({ args, want }) => {
    expect(choose(mutants, readOptions(args))).toEqual(want.map((index) => mutants[index]));
  });
});

describe('is refused', () => {
  test.each<{ readonly args: readonly string[]; readonly want: string }>([
    { args: ['--layer', 'H'], want: "--layer takes a letter from A to G, not 'H'" },
    { args: ['--operator', 'A'], want: "--operator takes an operator such as A13, not 'A'" },
    { args: ['--operator', ''], want: "--operator takes an operator such as A13, not ''" },
    { args: ['--fats'], want: "Unknown option '--fats'" },
    { args: ['--without'], want: "Option '--without <value>' argument missing" },
    {
      args: ['--report', '--fast'],
      want: '--report is for a run of everything: it goes with no other option or word',
    },
    {
      args: ['--report', '--without', 'seal'],
      want: '--report is for a run of everything: it goes with no other option or word',
    },
    { args: ['nothing has this'], want: 'No fault is all of what is asked for' },
    {
      args: ['--layer', 'A', '--without', 'seal'],
      want: "No fault has the gate 'seal', but:\n  redocly\n  spectral",
    },
  ])('$args', ({ args, want }) => {
    const run = () => choose(mutants, readOptions(args));
    expect(run).toThrow(UsageError);
    expect(run).toThrow(want);
  });
});

test('help is asked for', () => {
  expect(readOptions(['--help'])).toMatchObject({ help: true } satisfies Partial<Options>);
});

function mutant(
  operator: Mutant['operator'],
  title: string,
  others: Partial<FileMutant> = {},
): FileMutant {
  return {
    operator,
    title,
    gate: 'redocly',
    changes: [{ file: 'a', remove: true }],
    says: ['a'],
    ...others,
  };
}

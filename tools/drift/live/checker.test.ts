import { expect, test } from 'vitest';
import type { LiveMutant } from '../catalogue/mutant.ts';
import { checker } from './checker.ts';

const gate = checker(new AbortController().signal);

const missingId: LiveMutant = {
  operator: 'E5',
  title: 'a required member is missing',
  gate: 'checker',
  fault: 'E5',
  operation: 'searchSandboxSpecs',
  says: ['searchSandboxSpecs', 'is missing'],
};

test('it passes the mock as it is', async () => {
  expect(await gate.control()).toBeUndefined();
});

test.each<{ readonly is: string; readonly mutant: LiveMutant; readonly want: object }>([
  {
    is: 'a fault is found, and found again by the line that was printed',
    mutant: missingId,
    want: { outcome: 'KILLED' },
  },
  {
    is: 'words that are not said are told',
    mutant: { ...missingId, says: ['searchSandboxSpecs', 'is blue'] },
    want: { outcome: 'WRONG-GATE', reason: 'its gate died without the words: is blue' },
  },
  {
    is: 'another end than the one that is demanded is told',
    mutant: { ...missingId, exit: 2 },
    want: { outcome: 'WRONG-GATE', reason: 'ended with 1, not with 2' },
  },
])('$is', async ({ mutant, want }) => {
  expect(await gate.try(mutant)).toMatchObject(want);
});

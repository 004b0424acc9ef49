import { describe, expect, test } from 'vitest';
import type { LiveMutant } from '../catalogue/mutant.ts';
import { oracle } from './oracle.ts';

test('it finds nothing in the answers that the contract shows', async () => {
  expect(await oracle.control()).toBeUndefined();
});

describe('a mutant', () => {
  test.each<{ readonly is: string; readonly want: string; readonly mutant: Partial<LiveMutant> }>([
    { is: 'is killed at its place', want: 'KILLED', mutant: {} },
    { is: 'whose words are not said is not', want: 'WRONG-GATE', mutant: { says: ['another'] } },
    { is: 'that has no place is invalid', want: 'INVALID', mutant: { operation: 'none' } },
  ])('$is', async ({ want, mutant }) => {
    const { outcome } = await oracle.try({ ...missingId, ...mutant });
    expect(outcome).toBe(want);
  });

  test('with a fault that there is not is an error', async () => {
    await expect(oracle.try({ ...missingId, fault: 'E99' })).rejects.toThrow('no fault E99');
  });
});

const missingId: LiveMutant = {
  operator: 'E5',
  title: 'a required member is missing',
  gate: 'oracle',
  fault: 'E5',
  operation: 'startSandbox',
  says: ['startSandbox 200 SandboxStarting: body /id required'],
};

import { expect, test } from 'vitest';
import { corpus } from './corpus.ts';
import { batchesOf } from './labels/batches.ts';
import { changesTold } from './labels/changes-told.ts';
import { mismatches } from './labels/mismatches.ts';

const batches = batchesOf(corpus).map((changes, index) => ({
  index,
  size: changes.length,
  changes,
}));

test.each(batches)(
  'made together, all are judged as they are labelled: batch $index of $size changes',
  async ({ changes }) => {
    const expected = changes.flatMap((change) => change.expected);
    expect(mismatches(expected, await changesTold(changes))).toEqual([]);
  },
);

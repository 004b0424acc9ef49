import { expect, test } from 'vitest';
import type { Change } from '../model/change.ts';
import { corpus } from './corpus.ts';
import { changesTold, ownChangesTold } from './labels/changes-told.ts';
import { mismatches } from './labels/mismatches.ts';
import { representativesOf } from './labels/representatives.ts';

const representatives = representativesOf(corpus);
const kinds = [...new Set(corpus.map(({ kind }) => kind))];

/** One of each sort, and all that `together.test.ts` cannot make beside others. */
const alone = corpus.filter(
  (change) => change.beside === 'nothing' || representatives.includes(change),
);

const withoutMigration = (changes: readonly Change[]) =>
  changes.filter(({ effect, migration }) => effect === 'breaking' && migration === '');

test.each(kinds)('made alone, it is judged as it is labelled: %s', (kind) => {
  for (const change of alone.filter((other) => other.kind === kind)) {
    const told = ownChangesTold([change]);
    expect(mismatches(change.expected, told), change.id).toEqual([]);
    expect(withoutMigration(told), `${change.id}: what to do about it is not told`).toEqual([]);
  }
});

/** Those that stand beside others are compared with oasdiff in `together.test.ts`. */
const onlyAlone = representatives.filter(({ beside }) => beside === 'nothing');

test.each(onlyAlone)('so it is with oasdiff, too: $id', async (change) => {
  expect(mismatches(change.expected, await changesTold([change]))).toEqual([]);
});

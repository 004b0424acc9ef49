import { expect, test } from 'vitest';
import type { Change } from '../model/change.ts';
import { corpus } from './corpus.ts';
import { batchesOf } from './labels/batches.ts';
import { changesTold, ownChangesTold } from './labels/changes-told.ts';

const batches = batchesOf(corpus).map((changes, index) => ({ index, changes }));
const told = batches.map(({ changes }) => ownChangesTold(changes));

const fingerprintsOf = (changes: readonly Change[]) =>
  changes.map(({ fingerprint }) => fingerprint);

test('a fingerprint is 16 hexadecimal digits', () => {
  const fingerprints = fingerprintsOf(told.flat());
  expect(fingerprints.length).toBeGreaterThan(1000);
  expect(fingerprints.filter((fingerprint) => !/^[0-9a-f]{16}$/u.test(fingerprint))).toEqual([]);
});

test.each(batches.slice(0, 4))(
  'the same changes have the same fingerprints each time: batch $index',
  async ({ index, changes }) => {
    expect(fingerprintsOf(await changesTold(changes))).toEqual(fingerprintsOf(told[index] ?? []));
  },
);

test.each(batches.slice(0, 20))(
  'a change has the same fingerprint alone as among others: four of batch $index',
  ({ index, changes }) => {
    const together = fingerprintsOf(told[index] ?? []);
    const some = changes.filter((_, place) => place % Math.ceil(changes.length / 4) === 0);
    for (const change of some) {
      expect(together, change.id).toEqual(
        expect.arrayContaining(fingerprintsOf(ownChangesTold([change]))),
      );
    }
  },
);

/** Changes with ids of their own that come to the same. */
const isSameInOtherWords = (ids: readonly string[]) =>
  ids.every((id) => /^enum value added|^security: dropped|^member (removed|renamed)/u.test(id));

test('different changes have different fingerprints, of the same element, too', () => {
  const idsOf = new Map<string, Set<string>>();
  for (const { index, changes } of batches) {
    const idAt = new Map(
      changes.flatMap(({ id, expected }) => expected.map(({ pointer }) => [pointer, id])),
    );
    for (const { fingerprint, pointer } of told[index] ?? []) {
      const ids = idsOf.get(fingerprint) ?? new Set();
      idsOf.set(fingerprint, ids.add(idAt.get(pointer) ?? pointer));
    }
  }
  const shared = [...idsOf.values()].map((ids) => [...ids]).filter(({ length }) => length > 1);
  expect(shared.filter((ids) => !isSameInOtherWords(ids))).toEqual([]);
});

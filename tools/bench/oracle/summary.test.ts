import { expect, test } from 'vitest';
import { makeCases } from './cases.ts';
import { subjects } from './subjects.ts';
import { kindsOf, kindsWithoutPlace, summarize } from './summary.ts';

const cases = makeCases();
const kinds = kindsOf(cases);
const [subject] = subjects;

test('every kind has a place or a reason', () => {
  const ids = [...kinds, ...kindsWithoutPlace()].map(({ id }) => id);
  expect(ids.toSorted()).toEqual(Array.from({ length: 28 }, (_, at) => `E${at + 1}`).toSorted());
});

test('what is seen is counted by kinds, and valid answers apart', () => {
  const ids = (fault: string | undefined) =>
    cases.filter((one) => one.fault === fault).map(({ id }) => id);
  const told = new Set([...ids('E1'), ...ids('E5').slice(1), ...ids(undefined).slice(-2)]);
  const summary = summarize({ subject: subject!, told, time: undefined }, cases);
  expect(summary).toMatchObject({ id: subject!.id, whole: 1, falseAlarms: 2 });
  expect(summary.seen.get('E1')).toBe(ids('E1').length);
  expect(summary.seen.get('E5')).toBe(ids('E5').length - 1);
  expect(summary.seen.get('E7')).toBe(0);
});

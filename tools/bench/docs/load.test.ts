import { expect, test } from 'vitest';
import { sumUp } from './load.ts';

const report = {
  readable: 340,
  frame: 300,
  firstPaint: 120,
  largestPaint: 310,
  loaded: 400,
  shift: 0.25,
};
const traffic = { arrivals: [], requests: 3 };

test('what is told of a load is kept', () => {
  expect(sumUp({ ...report, longTasks: [] }, traffic, 0)).toEqual({
    firstPaint: 120,
    largestPaint: 310,
    readable: 340,
    loaded: 400,
    blockingBefore: 0,
    blocking: 0,
    bytesBefore: 0,
    bytes: 0,
    requests: 3,
    shift: 0.25,
  });
});

test.each([
  ['ends before the text', { start: 0, duration: 80 }, 30, 30],
  ['is no longer than 50 ms', { start: 0, duration: 50 }, 0, 0],
  ['is under way when the frame of the text begins', { start: 200, duration: 190 }, 50, 140],
  ['has just begun when the frame of the text begins', { start: 260, duration: 100 }, 0, 50],
  ['is that of the frame', { start: 301, duration: 60 }, 0, 10],
])('of a task that %s, what is above 50 ms blocks', (_, task, before, all) => {
  const load = sumUp({ ...report, longTasks: [task, task] }, traffic, 0);
  expect(load).toMatchObject({ blockingBefore: 2 * before, blocking: 2 * all });
});

test('bytes count until the text by the clock of the traffic', () => {
  const arrivals = [
    { time: 7.339, bytes: 1000 },
    { time: 7.341, bytes: 200 },
  ];
  const load = sumUp({ ...report, longTasks: [] }, { arrivals, requests: 1 }, 7);
  expect(load).toMatchObject({ bytesBefore: 1000, bytes: 1200 });
});

test('what did not come to pass has no time, and all was before it', () => {
  const load = sumUp(
    { longTasks: [{ start: 0, duration: 90 }], shift: 0 },
    { arrivals: [{ time: 99, bytes: 5 }], requests: 1 },
    0,
  );
  expect(load).toMatchObject({
    readable: Infinity,
    firstPaint: Infinity,
    largestPaint: Infinity,
    loaded: Infinity,
    blockingBefore: 40,
    bytesBefore: 5,
  });
});

import { expect, test } from 'vitest';
import type { Load } from './load.ts';
import { subjects } from './subjects.ts';
import { summarize } from './summary.ts';

const [subject] = subjects;

function load(figure: number): Load {
  return {
    firstPaint: figure,
    largestPaint: figure + 1,
    readable: figure + 2,
    loaded: figure + 3,
    blockingBefore: figure + 4,
    blocking: figure + 5,
    bytesBefore: figure + 6,
    bytes: figure + 7,
    requests: figure + 8,
    shift: figure + 9,
  };
}

test('each figure is a median', () => {
  const figures = {
    subject: subject!,
    builds: { 9: [30, 10, 20], 200: [7, 7, 8] },
    loads: new Map([['9/start/fast', [load(300), load(100), load(200)]]]),
  };
  expect(summarize(figures)).toEqual({
    id: subject!.id,
    name: subject!.name,
    builds: { 9: 20, 200: 7 },
    loads: new Map([['9/start/fast', load(200)]]),
  });
});

test('what does not come into view more often than it does is not in view', () => {
  const loads = [Infinity, 5, Infinity].map((readable) => ({ ...load(1), readable }));
  const summary = summarize({
    subject: subject!,
    builds: undefined,
    loads: new Map([['a', loads]]),
  });
  expect(summary.loads.get('a')?.readable).toBe(Infinity);
  expect(summary.builds).toBeUndefined();
});

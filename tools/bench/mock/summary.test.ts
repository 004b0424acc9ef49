import { expect, test } from 'vitest';
import { subjects } from './subjects.ts';
import { summarize } from './summary.ts';

const [subject] = subjects;
const loads = [
  { answers: 30, rate: 10, processor: 5, memory: 70 },
  { answers: 20, rate: 30, processor: 7, memory: 90 },
  { answers: 10, rate: 20, processor: 9, memory: 80 },
];

test('rates and times are medians, memory under load is the most', () => {
  const figures = { subject: subject!, starts: [3, 1, 2], idle: [6, 5, 4] };
  expect(summarize({ ...figures, loads: new Map([['valid', loads]]) })).toEqual({
    id: subject!.id,
    name: subject!.name,
    start: 2,
    idleMemory: 5,
    loadMemory: 90,
    rates: new Map([['valid', 20]]),
    processor: new Map([['valid', 7]]),
    answers: 60,
  });
});

test('what the system does not tell is left out', () => {
  const untold = loads.map((load) => ({ ...load, processor: undefined, memory: undefined }));
  const figures = { subject: subject!, starts: [1], idle: [] };
  expect(summarize({ ...figures, loads: new Map([['valid', untold]]) })).toMatchObject({
    idleMemory: undefined,
    loadMemory: undefined,
    processor: new Map(),
  });
});

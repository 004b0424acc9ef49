import { expect, test } from 'vitest';
import { checkGoals } from './goals.ts';
import { requests } from './requests.ts';
import type { Summary } from './summary.ts';

function summary(id: string, rate: number, start: number, memory: number | undefined): Summary {
  return {
    id,
    name: id,
    start,
    idleMemory: memory,
    loadMemory: memory,
    rates: new Map(requests.map((request) => [request.id, rate])),
    processor: new Map(),
    answers: 1,
  };
}

const peers = [summary('prism', 1000, 900, 300), summary('prism-quiet', 2000, 900, 300)];
const states = (summaries: readonly Summary[]) =>
  Object.fromEntries(checkGoals(summaries).map(({ name, state }) => [name, state]));

test('a goal is reached exactly at its bound', () => {
  const ours = [summary('ours', 10_000, 300, 100), summary('ours-quiet', 20_000, 300, 100)];
  expect(states([...peers, ...ours])).toEqual({
    'Throughput: Valid start': 'reached',
    'Throughput: Invalid start': 'reached',
    'Throughput: Search': 'reached',
    'Throughput: Settings': 'reached',
    'Start to first answer': 'reached',
    'Memory under load': 'reached',
  });
});

test('a goal is missed beyond its bound, as the subjects start by default', () => {
  const ours = [summary('ours', 9999, 301, 101), summary('ours-quiet', 19_999, 300, 101)];
  const goals = checkGoals([...peers, ...ours]);
  expect(goals.map(({ state }) => state)).toEqual(Array(6).fill('missed'));
  expect(goals[0]).toMatchObject({ usual: 9.999, quiet: 9.9995 });
  const quietMisses = [summary('ours', 10_000, 300, 100), summary('ours-quiet', 1, 900, 900)];
  expect(new Set(Object.values(states([...peers, ...quietMisses])))).toEqual(new Set(['reached']));
});

test('what was not measured is neither reached nor missed', () => {
  const ours = [
    summary('ours', 10_000, 300, undefined),
    summary('ours-quiet', 20_000, 300, undefined),
  ];
  expect(states([...peers, ...ours])['Memory under load']).toBe('not measured');
  expect(states([...ours])['Start to first answer']).toBe('not measured');
});

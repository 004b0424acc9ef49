import { expect, test } from 'vitest';
import { checkGoals } from './goals.ts';
import { resultsPage } from './results.ts';
import { subjects } from './subjects.ts';
import type { Summary } from './summary.ts';

const kinds = [
  { id: 'E1', title: 'undeclared success status', places: 4 },
  { id: 'E5', title: 'required member removed', places: 9 },
];

function summary(id: string, seen: readonly [number, number], more: Partial<Summary> = {}) {
  const whole = kinds.filter(({ places }, index) => seen[index] === places).length;
  const counts = new Map(kinds.map((kind, index) => [kind.id, seen[index]!]));
  return { id, name: `<${id}>`, seen: counts, whole, falseAlarms: 0, time: undefined, ...more };
}

const summaries = [
  summary('ours-oracle', [4, 9], { time: { valid: 6, broken: 8 } }),
  summary('prism-proxy', [0, 3]),
  summary('response-validator', [4, 0], { time: { valid: 2, broken: 16 } }),
];

function page(all: readonly Summary[]): string {
  const run = { day: '2026-01-31', machine: 'a machine', rounds: 5, subjects, kinds, valid: 7 };
  return resultsPage(run, all, checkGoals(all, kinds));
}

test('what is seen stands beside what is not', () => {
  const text = page(summaries);
  expect(text).toContain(
    '| Kind | Places | <ours-oracle> | <prism-proxy> | <response-validator> |',
  );
  expect(text).toContain('| E1 undeclared success status | 4 | seen | – | seen |');
  expect(text).toContain('| E5 required member removed | 9 | seen | 3 of 9 | – |');
  expect(text).toContain('| **Kinds seen** | 2 | **2** | **0** | **1** |');
  expect(text).toContain('| E20 tuple swapped | no schema of an answer has prefixItems |');
});

test('times are ratios to the peer', () => {
  const text = page(summaries);
  expect(text).toContain('| <ours-oracle> | 3.00 <sub>6.0 µs</sub> | 0.500 <sub>8.0 µs</sub> |');
  expect(text).not.toContain('| <prism-proxy> | 1');
});

test('the goals are reached when ours sees all, and nobody cries wolf', () => {
  expect(checkGoals(summaries, kinds).map(({ state }) => state)).toEqual(
    Array.from({ length: 3 }, () => 'reached'),
  );
});

test.each<[string, readonly Summary[], readonly string[]]>([
  [
    'a kind that ours does not see',
    [summary('ours-oracle', [4, 8]), summary('prism-proxy', [4, 9])],
    ['missed', 'reached', 'reached'],
  ],
  [
    'a false alarm of ours',
    [summary('ours-oracle', [4, 9], { falseAlarms: 1 }), summary('prism-proxy', [4, 9])],
    ['reached', 'missed', 'reached'],
  ],
  [
    'a false alarm of a peer',
    [summary('ours-oracle', [4, 9]), summary('prism-proxy', [4, 9], { falseAlarms: 1 })],
    ['reached', 'reached', 'missed'],
  ],
  ['peers alone', [summary('prism-proxy', [4, 9])], ['not measured', 'not measured', 'reached']],
  ['ours alone', [summary('ours-oracle', [4, 9])], ['reached', 'reached', 'not measured']],
])('the goals with %s', (_, all, states) => {
  expect(checkGoals(all, kinds).map(({ state }) => state)).toEqual(states);
});

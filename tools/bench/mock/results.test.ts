import { expect, test } from 'vitest';
import { checkGoals } from './goals.ts';
import { requests } from './requests.ts';
import { resultsPage } from './results.ts';
import { subjects } from './subjects.ts';
import type { Summary } from './summary.ts';

const run = { day: '2026-01-31', machine: 'a machine', seconds: 5, rounds: 3, subjects };

function page(change: (id: string) => Partial<Summary>, ids: readonly string[]): string {
  const summaries = ids.map((id): Summary => {
    const figures = new Map(requests.map((request) => [request.id, 1000]));
    const memory = 3 * 2 ** 20;
    return {
      id,
      name: `<${id}>`,
      start: 90,
      idleMemory: memory,
      loadMemory: memory,
      rates: figures,
      processor: figures,
      answers: 7,
      ...change(id),
    };
  });
  return resultsPage(run, summaries, checkGoals(summaries));
}

const all = subjects.map(({ id }) => id);

test('ratios stand before what was measured', () => {
  const text = page((id) => (id === 'ours' ? { start: 30 } : {}), all);
  expect(text).toContain('| <prism> | 1.00 <sub>90 ms</sub> |');
  expect(text).toContain('| <ours> | 0.333 <sub>30 ms</sub> |');
  expect(text).toContain('| <scalar> | 1.00 <sub>3 MiB</sub> | 1.00 <sub>3 MiB</sub> |');
  expect(text).toContain('35 of them under measured load');
});

test('a part without the reference has no ratios', () => {
  const text = page(() => ({}), ['ours']);
  expect(text).toContain('| <ours> | 90 ms |');
  expect(text).not.toContain('<sub>');
});

test('a system that does not tell what processes use is named as the reason', () => {
  const text = page(
    () => ({ idleMemory: undefined, loadMemory: undefined, processor: new Map() }),
    all,
  );
  expect(text.match(/this system does not tell them/g)).toHaveLength(2);
});

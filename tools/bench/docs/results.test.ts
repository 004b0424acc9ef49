import { expect, test } from 'vitest';
import { cases } from './cases.ts';
import { sizes } from './contracts.ts';
import { checkGoals } from './goals.ts';
import { resultsPage } from './results.ts';
import { subjects } from './subjects.ts';
import type { Summary } from './summary.ts';

const [real] = sizes;

function page(ids: readonly string[], readableOf: (id: string) => number): string {
  const summaries = ids.map((id): Summary => {
    const load = {
      firstPaint: 90,
      largestPaint: 95,
      readable: readableOf(id),
      loaded: 1500,
      blockingBefore: 7,
      blocking: 77,
      bytesBefore: 12_340,
      bytes: 1_234_500,
      requests: 6,
      shift: 0.0126,
    };
    return {
      id,
      name: `<${id}>`,
      builds: id === 'redoc' ? { [real]: 100 * real, 200: 2000, 1000: 5000 } : undefined,
      loads: new Map(cases.map((each) => [each.id, load])),
    };
  });
  const run = {
    day: '2026-01-31',
    machine: 'a machine',
    browser: 'a browser',
    rounds: 5,
    subjects,
  };
  return resultsPage(run, summaries, checkGoals(summaries));
}

const all = subjects.map(({ id }) => id);

test('times stand with their ratios, by the size of the contract', () => {
  const text = page(all, (id) => (id === 'redoc' ? 1000 : 250));
  const [own, other] = ['1.00 <sub>1,000 ms</sub>', '0.250 <sub>250 ms</sub>'];
  expect(text).toContain(`| <redoc> | ${own} | ${own} | ${own} |`);
  expect(text).toContain(`| <ours-docs> | ${other} | ${other} | ${other} |`);
});

test('all figures of a load stand in a line', () => {
  expect(page(['ours-docs'], () => 250)).toContain(
    '| <ours-docs> | 90 ms | 95 ms | 250 ms | 1,500 ms | 7 ms | 77 ms | 12.3 kB | 1234.5 kB | 6 | 0.013 |',
  );
});

test('builds stand for all and for one operation, without what is not built', () => {
  const text = page(all, () => 250);
  expect(text).toContain('<sub>5,000 ms</sub> | 100.0 ms | 10.0 ms | 5.0 ms |');
  expect(text.match(/5,000 ms/g)).toHaveLength(1);
});

test('the goals stand with their bounds and what was measured', () => {
  const text = page(all, (id) => (id === 'redoc' ? 1000 : 250));
  expect(text).toContain("of Redoc's time: fast | ≤ 0.300 | 0.250 | reached |");
  expect(text).toContain("of Redoc's time: slow | ≤ 0.200 | 0.250 | **missed** |");
  expect(text).toContain('| Bytes until the text | ≤ 70,000 B | 12,340 B | reached |');
});

test('text that does not come into view has no time, and nothing is measured by it', () => {
  const text = page(all, (id) => (id === 'redoc' ? Infinity : 250));
  expect(text).toContain('| <redoc> | not in view | not in view | not in view |');
  expect(text).toContain('| <swagger-ui> | 250 ms | 250 ms | 250 ms |');
});

test('a part without the reference has no ratios', () => {
  const text = page(['swagger-ui'], () => 250);
  expect(text).not.toContain('<sub>');
  expect(text).toContain('| – | not measured |');
});

test('every subject is told with its version and its making', () => {
  const text = page(['redoc'], () => 250);
  for (const { version, use } of subjects) expect(text).toContain(`| ${version} | ${use} |`);
});

import { expect, test } from 'vitest';
import { checkGoals } from './goals.ts';
import { resultsPage } from './results.ts';
import { subjects } from './subjects.ts';
import type { Summary } from './summary.ts';

function page(ids: readonly string[]): string {
  const summaries = ids.map((id): Summary => {
    const raw = id === 'fetch';
    return {
      id,
      name: `<${id}>`,
      size: { minified: raw ? 700 : 7000, gzip: raw ? 400 : 4000 },
      types: { instantiations: raw ? 0 : 1234, types: 56 },
      hover: 22,
      processor: { stub: raw ? 10 : 35, loopback: raw ? 200 : 210 },
    };
  });
  const run = { day: '2026-01-31', machine: 'a machine', rounds: 7, subjects };
  const aborts = [{ phase: 'in a pause', median: 0.25, longest: 4 }];
  return resultsPage(run, summaries, aborts, checkGoals(summaries, aborts));
}

test('ratios stand before what was measured', () => {
  const text = page(subjects.map(({ id }) => id));
  expect(text).toContain('| <fetch> | 1.00 <sub>400 B</sub> | 700 B |');
  expect(text).toContain('| <ky> | 10.0 <sub>4,000 B</sub> | 7,000 B |');
  expect(text).toContain('| <ky> | 1,234 | 56 | 22 |');
  expect(text).toContain('| <ky> | 3.50 <sub>35.0 µs</sub> | 1.05 <sub>210.0 µs</sub> |');
});

test('the goals stand with their bounds and what was measured', () => {
  const text = page(subjects.map(({ id }) => id));
  expect(text).toContain('| Size: <ours-functions> | ≤ 4,500 B | 4,000 B | reached |');
  expect(text).toContain('| Instantiations: <ours-client> | ≤ 100 | 1,234 | **missed** |');
  expect(text).toContain(
    '| Processor time, on the stub: <ours-client> | ≤ 3.00 | 3.50 | **missed** |',
  );
});

test('aborts stand with the longest, which is their goal', () => {
  const text = page(['fetch']);
  expect(text).toContain('| in a pause | 0.3 ms | 4.0 ms |');
  expect(text).toContain('| Abort: ours | ≤ 50.0 ms | 4.0 ms | reached |');
});

test('a part without the reference has no ratios', () => {
  const text = page(['ky']);
  expect(text).toContain('| <ky> | 4,000 B | 7,000 B |');
  expect(text).not.toContain('<sub>');
  expect(text).toContain('| Size: ours-functions | ≤ 4,500 B | – | not measured |');
});

test('every client is told with its version and its use', () => {
  const text = page(['ky']);
  for (const { version, use } of subjects) expect(text).toContain(`| ${version} | ${use} |`);
});

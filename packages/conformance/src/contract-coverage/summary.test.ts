import { expect, test } from 'vitest';
import { coverageLine, coverageTable, type CoverageSummary, type GroupSummary } from './summary.ts';

const group = (name: string, kinds: GroupSummary['kinds']): GroupSummary => ({
  group: name,
  kinds,
  declared: 12,
  touched: 3,
  parts: [],
  untouched: [],
});
const summary: CoverageSummary = {
  contractVersion: '1.0.0',
  declared: 24,
  touched: 6,
  groups: [
    group('getPet', { message: { declared: 12, touched: 3 } }),
    group('PetStatus', { transition: { declared: 12, touched: 3 } }),
  ],
};

test('operations and lifecycles have a table each, with columns of equal width', () => {
  const [operations, lifecycles, ...more] = coverageTable(summary).split('\n\n');
  expect(more).toEqual([]);
  const lines = operations!.split('\n');
  expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
  expect(lines[0]).toMatch(/^\| Operation \| Messages \|( \w+ +\|)* +All \|$/);
  expect(lines[2]).toMatch(/^\| getPet +\| +3\/12 \|.*\| 3\/12 \|$/);
  expect(lifecycles).toMatch(/^\| PetStatus \| +3\/12 \|/m);
  expect(operations).not.toContain('PetStatus');
});

test.each([
  [{ touched: 1, declared: 3 }, '1 of 3 points of the contract were touched (33 %)'],
  [{ touched: 999, declared: 1000 }, '999 of 1000 points of the contract were touched (99 %)'],
  [{ touched: 5, declared: 5 }, '5 of 5 points of the contract were touched (100 %)'],
])('%j in one line', (tally, want) => {
  expect(coverageLine(tally)).toBe(want);
});

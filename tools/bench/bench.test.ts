import { expect, test } from 'vitest';
import { isReached, median, renderPage } from './results.ts';

test('median takes the middle value, or the mean of the middle two', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(() => median([])).toThrow(RangeError);
});

test.each([
  [{ figure: 10, bound: { least: 10 } }, true],
  [{ figure: 9.9, bound: { least: 10 } }, false],
  [{ figure: 3, bound: { most: 3 } }, true],
  [{ figure: 3.1, bound: { most: 3 } }, false],
])('%j is reached: %s', (goal, reached) => {
  expect(isReached({ name: 'a goal', ...goal })).toBe(reached);
});

test('a missed goal stands out on the page', () => {
  const goals = [{ name: 'Size', figure: 5000, bound: { most: 4500 } }];
  const page = renderPage({ title: 'T', method: 'M', goals, tables: {} }, '2026-01-31');
  expect(page).toContain('| Size | ≤ 4,500 | 5,000 | **missed** |');
});

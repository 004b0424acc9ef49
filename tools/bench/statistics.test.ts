import { expect, test } from 'vitest';
import { median } from './statistics.ts';

test.each([
  [[7], 7],
  [[10, 9, 1], 9],
  [[4, 1, 3, 100], 3.5],
])('the median of %j is %d', (values, want) => {
  expect(median(values)).toBe(want);
});

test('nothing has no median', () => {
  expect(() => median([])).toThrow(RangeError);
});

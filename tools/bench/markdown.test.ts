import { expect, test } from 'vitest';
import { ratio, table, times, whole } from './markdown.ts';

test('a table has a line for the head, one for the alignment and one for each row', () => {
  expect(table(['Subject', 'Start'], [['ours', '1.00']])).toBe(
    '| Subject | Start |\n| --- | ---: |\n| ours | 1.00 |',
  );
  expect(table(['Subject', 'Version'], [], 2)).toBe('| Subject | Version |\n| --- | --- |');
});

test('a ratio stands before its value, which stands alone when there is no reference', () => {
  expect(ratio(36_000, 1800, '36,000/s')).toBe('20.0 <sub>36,000/s</sub>');
  expect(ratio(36_000, undefined, '36,000/s')).toBe('36,000/s');
});

test.each([
  [0.1234, '0.123'],
  [1, '1.00'],
  [12.34, '12.3'],
  [123.4, '123'],
])('the factor %d reads %s', (factor, want) => {
  expect(times(factor)).toBe(want);
});

test('thousands are set apart', () => {
  expect(whole(1_234_567.8)).toBe('1,234,568');
});

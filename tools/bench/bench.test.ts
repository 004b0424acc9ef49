import { expect, test } from 'vitest';
import { renderPage, Table } from './results.ts';

test('a table has the middle values, or the means of the middle two', () => {
  const table = new Table('Client');
  for (const value of [4, 1, 2, 3]) table.add('ours', 'Time, s', value);
  for (const value of [6, 4, 5]) table.add('theirs', 'Time, s', value);
  expect(table.markdown).toBe(`| Client | Time, s |
| --- | --- |
| ours | 2.5 |
| theirs | 5 |`);
  expect(table.ratio('Time, s', 'ours', 'theirs')).toBe(0.5);
});

test('a missed goal stands out on the page', async () => {
  const goals = [{ name: 'Size', figure: 5000, most: 4500 }];
  const figures = new Table('Client');
  figures.add('ours', 'Size', 5000);
  const page = await renderPage({ title: 'T', goals, figures }, 3);
  expect(page).toMatch(/^\| Size +\| ≤ 4,500 \| 5,000 +\| \*\*missed\*\* \|$/m);
});

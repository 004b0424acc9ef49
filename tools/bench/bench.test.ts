import { expect, test } from 'vitest';
import { enlarge } from './enlarge.ts';
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

test('an enlarged contract has the wanted number of operations, each with a path, id and tag of its own', () => {
  const operation = (operationId: string) => ({ operationId, tags: ['Lamps'] });
  const contract = {
    tags: [{ name: 'Lamps' }],
    'x-tagGroups': [{ name: 'All', tags: ['Lamps'] }],
    paths: {
      '/api/v1/lamps': { get: operation('listLamps'), post: operation('addLamp') },
      '/api/v1/lamps/{id}': { get: operation('getLamp') },
    },
  };
  const { paths, tags, 'x-tagGroups': groups } = enlarge(contract, 7);
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  expect(operations.map((it) => it.operationId)).toEqual([
    'listLamps',
    'addLamp',
    'getLamp',
    'listLamps2',
    'addLamp2',
    'getLamp2',
    'listLamps3',
  ]);
  expect(Object.keys(paths)).toContain('/api/v1/lamps-2/{id}');
  expect(tags.map(({ name }) => name)).toEqual(['Lamps', 'Lamps (2)', 'Lamps (3)']);
  expect(groups[0]!.tags).toEqual(['Lamps', 'Lamps (2)', 'Lamps (3)']);
});

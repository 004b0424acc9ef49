import { expect, test } from 'vitest';
import { costOf } from './layout-cost.ts';
import type { Layout, Point } from './layout.ts';

const point = (x: number, y: number): Point => ({ x, y });

/** A drawing with two arrows, of which the second has its word at a place. */
function drawing(width: number, second: readonly Point[], word: Point): Layout {
  const transition = { from: 'A', to: 'B', description: '' };
  const far = { ...point(0, 300), width: 40, height: 20 };
  return {
    width,
    height: 100,
    start: [point(0, 0), point(1, 1)],
    states: [],
    arrows: [
      { transition, points: [point(0, 50), point(100, 50)], word: far },
      { transition, points: second, word: { ...word, width: 40, height: 20 } },
    ],
  };
}

const beside = [point(0, 80), point(100, 80)];
const good = costOf(drawing(400, beside, point(50, 300)));

test.each([
  ['a crossing', drawing(400, [point(50, 0), point(50, 100)], point(50, 300))],
  ['a word under the line of another', drawing(400, beside, point(50, 52))],
  ['100 pixels more', drawing(500, beside, point(50, 300))],
])('%s costs something', (_, worse) => {
  expect(costOf(worse)).toBeGreaterThan(good);
});

test('lines that only meet at their ends do not cross', () => {
  expect(costOf(drawing(400, [point(100, 50), point(100, 90)], point(50, 300)))).toBe(good);
});

test('what is too wide for a narrow screen costs more than a few crossings', () => {
  const crossed = drawing(400, [point(50, 0), point(50, 100)], point(50, 300));
  expect(costOf(drawing(600, beside, point(50, 300)))).toBeGreaterThan(costOf(crossed) + 300);
});

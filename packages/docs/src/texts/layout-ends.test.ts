import { expect, test } from 'vitest';
import { attachEnds } from './layout-ends.ts';
import type { Layout, State } from './layout.ts';

/** A state from which two lines lead to the right, with something above it. */
function fan(above: number): Layout {
  const state = (name: string, x: number, y: number): State => ({
    name,
    lines: [name],
    x,
    y,
    width: 40,
    height: 30,
  });
  const arrow = (to: string, y: number) => ({
    transition: { from: 'A', to, description: '' },
    word: { x: 200, y, width: 60, height: 18 },
    points: [
      { x: 20, y: 200 },
      { x: 170, y },
      { x: 230, y },
      { x: 380, y },
    ],
  });
  return {
    width: 440,
    height: 400,
    start: [
      { x: 20, y: 390 },
      { x: 20, y: 399 },
    ],
    states: [state('A', 0, 200), state('B', 400, 100), state('C', 400, 300), state('D', 0, above)],
    arrows: [arrow('B', 100), arrow('C', 300)],
  };
}

test('a state beside its lines becomes as high as they lead apart', () => {
  const { states, arrows } = attachEnds(fan(40), 'x');
  expect(states[0]).toMatchObject({ y: 200, height: 224 });
  expect(arrows.map(({ points }) => points[0])).toEqual([
    { x: 20, y: 100 },
    { x: 20, y: 300 },
  ]);
});

test('it does not where something is in the way', () => {
  const { states } = attachEnds(fan(120), 'x');
  expect(states[0]).toMatchObject({ y: 200, height: 30 });
});

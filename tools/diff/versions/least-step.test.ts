import { expect, test } from 'vitest';
import type { Effect } from '../model/change.ts';
import { leastStep, raised } from './least-step.ts';

test.each<readonly [released: string, effects: readonly Effect[], step: string, to: string]>([
  ['0.1.0', [], 'none', '0.1.0'],
  ['0.1.0', ['editorial'], 'patch', '0.1.1'],
  ['0.1.9', ['compatible', 'editorial'], 'patch', '0.1.10'],
  ['0.9.3', ['editorial', 'breaking'], 'minor', '0.10.0'],
  ['1.2.3', [], 'none', '1.2.3'],
  ['1.2.3', ['editorial'], 'patch', '1.2.4'],
  ['1.2.3', ['compatible', 'editorial'], 'minor', '1.3.0'],
  ['1.2.3', ['compatible', 'breaking'], 'major', '2.0.0'],
])('from %s, %j: %s', (released, effects, step, to) => {
  const least = leastStep(
    effects.map((effect) => ({ effect })),
    released,
  );
  expect(least).toBe(step);
  expect(raised(released, least)).toBe(to);
});

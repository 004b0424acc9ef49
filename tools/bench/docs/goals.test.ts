import { expect, test } from 'vitest';
import { cases } from './cases.ts';
import { sizes } from './contracts.ts';
import { checkGoals } from './goals.ts';
import type { Load } from './load.ts';
import type { Summary } from './summary.ts';

const [real, middle, large] = sizes;

type Change = (size: number, profile: 'fast' | 'slow') => Partial<Load>;

function summary(id: string, change: Change, builds: Record<number, number> = {}): Summary {
  const load: Load = {
    firstPaint: 1,
    largestPaint: 1,
    readable: 1000,
    loaded: 1,
    blockingBefore: 0,
    blocking: 1000,
    bytesBefore: 1,
    bytes: 1,
    requests: 1,
    shift: 0,
  };
  return {
    id,
    name: id,
    builds,
    loads: new Map(
      cases.map((each) => [each.id, { ...load, ...change(each.size, each.profile.id) }]),
    ),
  };
}

const redoc = summary('redoc', () => ({}));

/** Ours, exactly at its bounds, or beyond. */
function ours(beyond: number): Summary {
  const time = { fast: 300, slow: 200 };
  return summary(
    'ours-docs',
    (size, profile) => ({
      readable: size === large ? 1.3 * (time[profile] + beyond) + beyond : time[profile] + beyond,
      bytesBefore: 70_000 + beyond,
      blockingBefore: beyond,
      blocking: 999 + beyond,
    }),
    { [middle]: 10 * middle, [large]: 13 * large + beyond },
  );
}

test('a goal is reached exactly at its bound', () => {
  const goals = checkGoals([redoc, ours(0)]);
  expect(goals).toHaveLength(11);
  expect(goals.filter(({ state }) => state !== 'reached')).toEqual([]);
});

test('a goal is missed beyond its bound', () => {
  const goals = checkGoals([redoc, ours(1)]);
  expect(goals.filter(({ state }) => state !== 'missed')).toEqual([]);
  expect(goals[0]).toMatchObject({ figure: 0.301, unit: 'ratio' });
});

test('the worst of all views and profiles counts', () => {
  const once = summary('ours-docs', (size, profile) =>
    size === real && profile === 'slow' ? { bytesBefore: 70_001 } : {},
  );
  const goal = checkGoals([once]).find(({ unit }) => unit === 'B');
  expect(goal).toMatchObject({ figure: 70_001, state: 'missed' });
});

test('text that does not come into view misses its goals', () => {
  const lost = summary('ours-docs', () => ({ readable: Infinity }));
  expect(checkGoals([redoc, lost])[0]).toMatchObject({ figure: Infinity, state: 'missed' });
});

test('what was not measured is neither reached nor missed', () => {
  const states = (summaries: readonly Summary[]) => checkGoals(summaries).map(({ state }) => state);
  expect(new Set(states([redoc]))).toEqual(new Set(['not measured']));
  expect(states([ours(0)]).slice(0, 4)).toEqual([
    'not measured',
    'not measured',
    'reached',
    'reached',
  ]);
});

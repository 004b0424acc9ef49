import { expect, test } from 'vitest';
import * as bounds from './bounds.ts';
import { checkGoals } from './goals.ts';
import type { Summary } from './summary.ts';

function summary(id: string, change: Partial<Summary> = {}): Summary {
  return {
    id,
    name: `<${id}>`,
    size: { minified: 1, gzip: 1 },
    types: { instantiations: 1, types: 1 },
    hover: 1,
    processor: { stub: 10, loopback: 200 },
    ...change,
  };
}

/** Ours, exactly at its bounds, or a little beyond. */
function ours(beyond: number): Summary[] {
  return ['ours-functions', 'ours-client'].map((id) =>
    summary(id, {
      size: { minified: 1, gzip: bounds.sizes[id]! + beyond },
      types: { instantiations: bounds.instantiations['ours-client']! + beyond, types: 1 },
      processor: {
        stub: 10 * bounds.processor.stub + beyond,
        loopback: 200 * bounds.processor.loopback + beyond,
      },
    }),
  );
}

const states = (summaries: readonly Summary[]) =>
  Object.fromEntries(checkGoals(summaries, []).map(({ name, state }) => [name, state]));

test('a goal is reached exactly at its bound', () => {
  expect(states([summary('fetch'), ...ours(0)])).toEqual({
    'Size: <ours-functions>': 'reached',
    'Size: <ours-client>': 'reached',
    'Instantiations: <ours-client>': 'reached',
    'Processor time, on the stub: <ours-functions>': 'reached',
    'Processor time, on the stub: <ours-client>': 'reached',
    'Processor time, over the loopback: <ours-functions>': 'reached',
    'Processor time, over the loopback: <ours-client>': 'reached',
    'Abort: ours': 'not measured',
  });
});

test('a goal is missed beyond its bound', () => {
  const late = { phase: 'in a pause', median: 1, longest: bounds.abort + 1 };
  const goals = checkGoals([summary('fetch'), ...ours(1)], [late]);
  expect(goals.map(({ state }) => state)).toEqual(Array(8).fill('missed'));
  expect(goals[0]).toMatchObject({ figure: bounds.sizes['ours-functions']! + 1, unit: 'B' });
  expect(goals[3]).toMatchObject({ figure: 3.1, unit: 'ratio' });
});

test('what was not measured is neither reached nor missed', () => {
  expect(new Set(Object.values(states([summary('fetch')])))).toEqual(new Set(['not measured']));
  const withoutFetch = states(ours(0));
  expect(withoutFetch['Size: <ours-client>']).toBe('reached');
  expect(withoutFetch['Processor time, on the stub: <ours-client>']).toBe('not measured');
});

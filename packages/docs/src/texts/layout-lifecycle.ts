import { memo } from '../memo.ts';
import { arrangeStates, type Arrangement } from './layout-states.ts';
import { costOf } from './layout-cost.ts';
import { attachEnds } from './layout-ends.ts';
import type { Layout } from './layout.ts';
import type { Lifecycle } from './lifecycle.ts';

/** More orders hardly make a better drawing. */
const mostOrders = 8;

/**
 * Arranges the states and transitions of a lifecycle. The layout depends on the direction and on the order of
 * the transitions: first the best direction is chosen, then the best order; narrow layouts with few crossings win.
 */
export function layoutLifecycle({ initial, final, transitions }: Lifecycle): Layout {
  const shape = transitions.map(({ from, to, operation, cause }) => ({
    from,
    to,
    operation,
    cause,
  }));
  const { arrows, ...layout } = layoutShape(JSON.stringify({ initial, final, transitions: shape }));
  // The texts are not part of the shape.
  return { ...layout, arrows: arrows.map((it, i) => ({ ...it, transition: transitions[i]! })) };
}

const layoutShape = memo((shape): Layout => {
  const lifecycle = JSON.parse(shape) as Lifecycle;
  const lay = (arrangement: Arrangement) => {
    const layout = attachEnds(arrangeStates(lifecycle, arrangement), arrangement.along);
    return { arrangement, layout, cost: costOf(layout) };
  };
  const best = (layouts: readonly ReturnType<typeof lay>[]) =>
    layouts.reduce((one, other) => (other.cost < one.cost ? other : one));

  const direction = best(
    (['y', 'x'] as const).flatMap((along) =>
      [false, true].map((greedy) => lay({ along, greedy, first: 0 })),
    ),
  );
  const others = [...lifecycle.transitions.keys()].slice(1, mostOrders);
  const orders = others.map((first) => lay({ ...direction.arrangement, first }));
  return best([direction, ...orders]).layout;
});

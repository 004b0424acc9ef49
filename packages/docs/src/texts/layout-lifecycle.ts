import { memo } from '../memo.ts';
import { arrangeStates } from './layout-states.ts';
import { costOf } from './layout-cost.ts';
import { attachEnds } from './layout-ends.ts';
import type { Layout } from './layout.ts';
import type { Lifecycle } from './lifecycle.ts';

/** More orders hardly make a better drawing. */
const mostOrders = 8;

/**
 * Arranges the states and transitions of a lifecycle. The layout depends on the direction and on the order of
 * the transitions: of all of them, a narrow one with few crossings is the best.
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
  const orders = [...lifecycle.transitions.keys()].slice(0, mostOrders);
  const layouts = (['y', 'x'] as const).flatMap((along) =>
    [false, true].flatMap((greedy) =>
      orders.map((first) => attachEnds(arrangeStates(lifecycle, { along, greedy, first }), along)),
    ),
  );
  return layouts.reduce((one, other) => (costOf(other) < costOf(one) ? other : one));
});

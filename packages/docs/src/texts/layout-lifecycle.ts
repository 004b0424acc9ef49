import { arrangeStates } from './layout-states.ts';
import { costOf } from './layout-cost.ts';
import { attachEnds } from './layout-ends.ts';
import type { Layout } from './layout.ts';
import type { Lifecycle } from './lifecycle.ts';

/** More orders hardly make a better drawing. */
const mostOrders = 8;

/**
 * Arranges the states and transitions of a lifecycle. What comes out depends on the direction and on
 * the order of the transitions, so several are tried; narrow ones with few crossings are liked best.
 */
export function layoutLifecycle(lifecycle: Lifecycle): Layout {
  const orders = [...lifecycle.transitions.keys()].slice(0, mostOrders);
  const layouts = (['y', 'x'] as const).flatMap((along) =>
    [false, true].flatMap((greedy) =>
      orders.map((first) => attachEnds(arrangeStates(lifecycle, { along, greedy, first }), along)),
    ),
  );
  return layouts.reduce((best, other) => (costOf(other) < costOf(best) ? other : best));
}

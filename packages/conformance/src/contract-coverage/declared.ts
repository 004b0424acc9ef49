import { type Contract, contract, operationsOf } from '../contract.ts';
import { lifecyclePoints, type LifecyclePoints, lifecyclesOf } from './lifecycle-points.ts';
import { operationPoints } from './operation-points.ts';
import { operationShape, type OperationShape } from './operation-shape.ts';
import type { Point } from './point.ts';

/** What a contract declares, as far as exchanges can show it. */
export interface Declared {
  readonly shapes: readonly OperationShape[];
  /** The lifecycle tables, by the names of their schemas. */
  readonly tables: ReadonlyMap<string, LifecyclePoints>;
  /** All points of both, in the order of the contract. */
  readonly points: readonly Point[];
}

/**
 * Finds what a contract declares. References are those of the bundled contract, so it is that one, or a copy with
 * more operations, statuses or entries of lifecycle tables.
 */
export function declaredBy(one: Contract): Declared {
  const shapes = operationsOf(one).map(operationShape);
  const lifecycles = lifecyclesOf(one.components.schemas);
  const tables = new Map(
    [...lifecycles].map(([name, lifecycle]) => [name, lifecyclePoints(name, lifecycle)]),
  );
  const entries = [...tables.values()].flatMap((table) => Object.values(table).flat());
  return {
    shapes,
    tables,
    points: [...shapes.flatMap(operationPoints), ...entries.map(({ point }) => point)],
  };
}

/** What the bundled contract declares. */
export const declared = declaredBy(contract);

import type { Lifecycle, Schema } from '../contract.ts';
import { below } from './place.ts';
import type { Point } from './point.ts';

/** An entry of a lifecycle table, as a point. */
export type LifecyclePoints = {
  readonly [Kind in 'transitions' | 'unchanged' | 'rejected']: readonly {
    readonly entry: Lifecycle[Kind][number];
    readonly point: Point;
  }[];
};

/**
 * The points of a lifecycle table.
 *
 * @param schema the name of the schema that has it
 */
export function lifecyclePoints(schema: string, lifecycle: Lifecycle): LifecyclePoints {
  const root = below('#', 'components', 'schemas', schema, 'x-lifecycle');
  const { transitions, unchanged, rejected } = lifecycle;
  const point = (
    kind: Point['kind'],
    what: string,
    list: keyof Lifecycle,
    index: number,
  ): Point => ({
    id: `${schema} ${what}`,
    kind,
    group: schema,
    part: 'lifecycle',
    contract: below(root, list, `${index}`),
  });
  return {
    transitions: transitions.map((entry, index) => {
      const { from, to, operation, cause = operation } = entry;
      return {
        entry,
        point: point('transition', `${from} -${cause}-> ${to}`, 'transitions', index),
      };
    }),
    unchanged: unchanged.map((entry, index) => ({
      entry,
      point: point('unchanged', `${entry.in} ${entry.operation} unchanged`, 'unchanged', index),
    })),
    rejected: rejected.map((entry, index) => ({
      entry,
      point: point('rejected', `${entry.in} ${entry.operation} rejected`, 'rejected', index),
    })),
  };
}

/** The lifecycle tables among schemas, by the names of the schemas. */
export function lifecyclesOf(schemas: Readonly<Record<string, Schema>>): Map<string, Lifecycle> {
  return new Map(
    Object.entries(schemas).flatMap(([name, { 'x-lifecycle': lifecycle }]) =>
      lifecycle ? [[name, lifecycle] as const] : [],
    ),
  );
}

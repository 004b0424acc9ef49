import { type Bound, judge, type State } from '../goals.ts';
import type { AbortTime } from './abort.ts';
import * as bounds from './bounds.ts';
import { loads } from './processor.ts';
import type { Summary } from './summary.ts';

/** A goal, and what became of it. */
export interface Goal {
  readonly name: string;
  readonly bound: Bound;
  /** Undefined where it was not measured. */
  readonly figure: number | undefined;
  /** What the figure counts; a ratio is to `fetch` alone. */
  readonly unit: 'B' | 'instantiations' | 'ratio' | 'ms';
  readonly state: State;
}

/** Holds the goals against what was measured. */
export function checkGoals(
  summaries: readonly Summary[],
  aborts: readonly AbortTime[],
): readonly Goal[] {
  const byId = new Map(summaries.map((summary) => [summary.id, summary]));
  const raw = byId.get('fetch');

  function check(
    what: string,
    id: string,
    unit: Goal['unit'],
    most: number,
    read: (summary: Summary) => number | undefined,
  ): Goal {
    const summary = byId.get(id);
    const figure = summary && read(summary);
    const bound = { most };
    const name = `${what}: ${summary?.name ?? id}`;
    return { name, bound, figure, unit, state: judge(figure, bound) };
  }

  return [
    ...Object.entries(bounds.sizes).map(([id, most]) =>
      check('Size', id, 'B', most, ({ size }) => size.gzip),
    ),
    ...Object.entries(bounds.instantiations).map(([id, most]) =>
      check('Instantiations', id, 'instantiations', most, ({ types }) => types.instantiations),
    ),
    ...loads.flatMap((load) =>
      ['ours-functions', 'ours-client'].map((id) =>
        check(
          `Processor time, ${load.name}`,
          id,
          'ratio',
          bounds.processor[load.id],
          ({ processor }) => raw && processor[load.id] / raw.processor[load.id],
        ),
      ),
    ),
    abortGoal(aborts),
  ];
}

function abortGoal(aborts: readonly AbortTime[]): Goal {
  const bound = { most: bounds.abort };
  const figure = aborts.length > 0 ? Math.max(...aborts.map((it) => it.longest)) : undefined;
  return { name: 'Abort: ours', bound, figure, unit: 'ms', state: judge(figure, bound) };
}

import { type Bound, judge, type State } from '../goals.ts';
import type { Kind, Summary } from './summary.ts';

/** A goal, and what became of it. */
export interface Goal {
  readonly name: string;
  readonly bound: Bound;
  /** Undefined where it was not measured. */
  readonly figure: number | undefined;
  readonly state: State;
}

/** Holds the goals against what was found out. */
export function checkGoals(summaries: readonly Summary[], kinds: readonly Kind[]): readonly Goal[] {
  const ours = summaries.find(({ id }) => id === 'ours-oracle');
  const peers = summaries.filter(({ id }) => id !== 'ours-oracle');
  const goal = (name: string, bound: Bound, figure: number | undefined): Goal => ({
    name,
    bound,
    figure,
    state: judge(figure, bound),
  });
  const alarms = peers.map(({ falseAlarms }) => falseAlarms);
  return [
    goal('Kinds of faults that ours sees in every place', { least: kinds.length }, ours?.whole),
    goal('Valid answers of which ours says something', { most: 0 }, ours?.falseAlarms),
    goal(
      'Valid answers of which a peer says something',
      { most: 0 },
      alarms.length ? Math.max(...alarms) : undefined,
    ),
  ];
}

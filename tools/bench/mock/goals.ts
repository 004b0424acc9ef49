import { type Bound, judge, type State } from '../goals.ts';
import { requests } from './requests.ts';
import type { Summary } from './summary.ts';

/** A goal, and what became of it. */
export interface Goal {
  readonly name: string;
  /** How many times as much as the peer: at least, or at most. */
  readonly bound: Bound;
  /** Ours by `prism mock`, as both start by default; undefined where it was not measured. */
  readonly usual: number | undefined;
  /** The same, both without a line for each request: told, and no goal. */
  readonly quiet: number | undefined;
  readonly state: State;
}

/** The requests whose throughput has a goal. */
const swift = ['valid', 'invalid', 'search', 'settings'];
const tenfold = { least: 10 } as const;
const third = { most: 1 / 3 } as const;

/** Holds the goals against what was measured, of the subjects as they start by default. */
export function checkGoals(summaries: readonly Summary[]): readonly Goal[] {
  const byId = new Map(summaries.map((summary) => [summary.id, summary]));

  function check(
    name: string,
    bound: Bound,
    figure: (summary: Summary) => number | undefined,
  ): Goal {
    const compare = (ours: string, peer: string) =>
      quotient(byId.get(ours), byId.get(peer), figure);
    const usual = compare('ours', 'prism');
    const quiet = compare('ours-quiet', 'prism-quiet');
    return { name, bound, usual, quiet, state: judge(usual, bound) };
  }

  return [
    ...requests
      .filter(({ id }) => swift.includes(id))
      .map(({ id, name }) => check(`Throughput: ${name}`, tenfold, ({ rates }) => rates.get(id))),
    check('Start to first answer', third, ({ start }) => start),
    check('Memory under load', third, ({ loadMemory }) => loadMemory),
  ];
}

function quotient(
  ours: Summary | undefined,
  peer: Summary | undefined,
  figure: (summary: Summary) => number | undefined,
): number | undefined {
  const [above, below] = [ours && figure(ours), peer && figure(peer)];
  return above === undefined || below === undefined ? undefined : above / below;
}

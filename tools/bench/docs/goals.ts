import { type Bound, judge, type State } from '../goals.ts';
import { whole } from '../markdown.ts';
import { caseId } from './cases.ts';
import { sizes } from './contracts.ts';
import type { Load } from './load.ts';
import { type Profile, profiles } from './profiles.ts';
import type { Summary } from './summary.ts';
import { type View, views } from './views.ts';

/** A goal, and what became of it. */
export interface Goal {
  readonly name: string;
  readonly bound: Bound;
  /** Undefined where it was not measured. */
  readonly figure: number | undefined;
  readonly unit: 'B' | 'ms' | 'ratio';
  readonly state: State;
}

const [real, middle, large] = sizes;
/** Of Redoc's time, at most. */
const share: Readonly<Record<Profile['id'], number>> = { fast: 0.3, slow: 0.2 };
const firstView = 70_000;
/** Less than as much: what a ratio is rounded to that is not 1. */
const less = 0.999;
const growth = 1.3;

/** Holds the goals against what was measured. */
export function checkGoals(summaries: readonly Summary[]): readonly Goal[] {
  const byId = new Map(summaries.map((summary) => [summary.id, summary]));
  const ours = byId.get('ours-docs');
  const redoc = byId.get('redoc');

  function goal(name: string, most: number, unit: Goal['unit'], figure: number | undefined): Goal {
    const bound = { most };
    return { name, bound, figure, unit, state: judge(figure, bound) };
  }
  const readable = (of: Summary | undefined, size: number, profile: Profile) =>
    of?.loads.get(caseId(size, 'operation', profile.id))?.readable;

  return [
    ...profiles.map((profile) =>
      goal(
        `Operation by its address, of Redoc's time: ${profile.id}`,
        share[profile.id],
        'ratio',
        quotient(readable(ours, real, profile), readable(redoc, real, profile)),
      ),
    ),
    goal(
      'Bytes until the text',
      firstView,
      'B',
      worst(ours, ({ bytesBefore }) => bytesBefore),
    ),
    goal(
      'Blocking until the text',
      0,
      'ms',
      worst(ours, ({ blockingBefore }) => blockingBefore),
    ),
    ...views.flatMap((view) =>
      profiles.map((profile) =>
        goal(
          `Blocking, of Redoc's: ${view.name}, ${profile.id}`,
          less,
          'ratio',
          quotient(blocking(ours, view, profile), blocking(redoc, view, profile)),
        ),
      ),
    ),
    ...profiles.map((profile) =>
      goal(
        `Operation by its address, ${whole(large)} operations, of the time at ${real}: ${profile.id}`,
        growth,
        'ratio',
        quotient(readable(ours, large, profile), readable(ours, real, profile)),
      ),
    ),
    goal(
      `Build for an operation, ${whole(large)} operations, of the time at ${middle}`,
      growth,
      'ratio',
      quotient(buildTime(ours, large), buildTime(ours, middle)),
    ),
  ];
}

/** The most that a figure has in any view and profile of the real contract. */
function worst(summary: Summary | undefined, figure: (load: Load) => number): number | undefined {
  const loads = views.flatMap((view) =>
    profiles.map((profile) => summary?.loads.get(caseId(real, view.id, profile.id))),
  );
  const known = loads.filter((load) => load !== undefined);
  return known.length === loads.length ? Math.max(...known.map(figure)) : undefined;
}

function blocking(summary: Summary | undefined, view: View, profile: Profile): number | undefined {
  return summary?.loads.get(caseId(real, view.id, profile.id))?.blocking;
}

/** How long a build takes for one operation, in milliseconds. */
export function buildTime(summary: Summary | undefined, size: number): number | undefined {
  const time = summary?.builds?.[size];
  return time === undefined ? undefined : time / size;
}

function quotient(above: number | undefined, below: number | undefined): number | undefined {
  return above === undefined || below === undefined ? undefined : above / below;
}

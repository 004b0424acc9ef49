import { median } from '../statistics.ts';
import type { Load } from './load.ts';
import type { Figures } from './measure.ts';

/** What the results tell of a subject. */
export interface Summary {
  readonly id: string;
  readonly name: string;
  /** The medians of each figure, by the id of the case. */
  readonly loads: ReadonlyMap<string, Load>;
  /** The medians, in milliseconds, by the size of the contract; undefined where nothing is built. */
  readonly builds: Readonly<Record<number, number>> | undefined;
}

/** Sums up what was measured of a subject. */
export function summarize({ subject, loads, builds }: Figures): Summary {
  return {
    id: subject.id,
    name: subject.name,
    loads: new Map([...loads].map(([id, each]) => [id, medianLoad(each)])),
    builds:
      builds &&
      Object.fromEntries(Object.entries(builds).map(([size, times]) => [size, median(times)])),
  };
}

function medianLoad(loads: readonly Load[]): Load {
  const of = (figure: keyof Load) => median(loads.map((load) => load[figure]));
  return {
    firstPaint: of('firstPaint'),
    largestPaint: of('largestPaint'),
    readable: of('readable'),
    loaded: of('loaded'),
    blockingBefore: of('blockingBefore'),
    blocking: of('blocking'),
    bytesBefore: of('bytesBefore'),
    bytes: of('bytes'),
    requests: of('requests'),
    shift: of('shift'),
  };
}

import { median } from '../statistics.ts';
import type { Figures } from './measure.ts';

/** What the results tell of a subject. Figures that the system does not tell are undefined. */
export interface Summary {
  readonly id: string;
  readonly name: string;
  /** The median, in milliseconds. */
  readonly start: number;
  /** The median, in bytes. */
  readonly idleMemory: number | undefined;
  /** The most of all loads, in bytes. */
  readonly loadMemory: number | undefined;
  /** The median of the answers in a second, by the id of the request. */
  readonly rates: ReadonlyMap<string, number>;
  /** The median of the processor time for an answer, in microseconds, by the id of the request. */
  readonly processor: ReadonlyMap<string, number>;
  /** How many answers were counted. */
  readonly answers: number;
}

/** Sums up what was measured of a subject. */
export function summarize({ subject, starts, idle, loads }: Figures): Summary {
  const all = [...loads.values()].flat();
  const processor = [...loads].map(
    ([id, each]) => [id, known(each.map((one) => one.processor))] as const,
  );
  const memory = known(all.map((load) => load.memory));
  return {
    id: subject.id,
    name: subject.name,
    start: median(starts),
    idleMemory: idle.length ? median(idle) : undefined,
    loadMemory: memory.length ? Math.max(...memory) : undefined,
    rates: new Map([...loads].map(([id, each]) => [id, median(each.map(({ rate }) => rate))])),
    processor: new Map(
      processor.filter(([, values]) => values.length).map(([id, values]) => [id, median(values)]),
    ),
    answers: all.reduce((sum, load) => sum + load.answers, 0),
  };
}

function known(values: readonly (number | undefined)[]): number[] {
  return values.filter((value) => value !== undefined);
}

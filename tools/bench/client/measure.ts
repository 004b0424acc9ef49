import { hover } from './hover.ts';
import { prepare, prepareFloor } from './prepare.ts';
import { type Load, loads, startService, timeCalls } from './processor.ts';
import { bundle, bundleOf, type Size } from './size.ts';
import type { Subject } from './subjects.ts';
import { beyond, checkTypes, type TypeCost } from './type-cost.ts';

/** What is the same in every run, on every machine. */
export interface ExactFigures {
  readonly subject: Subject;
  /** Where its programs are. */
  readonly folder: string;
  readonly size: Size;
  /** More than an empty program. */
  readonly types: TypeCost;
}

/** All that was measured of a subject. */
export interface Figures extends ExactFigures {
  /** What an editor shows for the variable that holds a sandbox. */
  readonly hover: string;
  /** The processor time of a call, in microseconds, round by round, by the id of the load. */
  readonly processor: Readonly<Record<Load['id'], number[]>>;
}

/**
 * Measures what is the same in every run.
 *
 * @throws {Error} when a program cannot be generated, bundled or checked
 */
export async function measureExactly(subjects: readonly Subject[]): Promise<ExactFigures[]> {
  const floor = await checkTypes(await prepareFloor());
  const all: ExactFigures[] = [];
  for (const subject of subjects) {
    const folder = await prepare(subject);
    const size = await bundle(folder);
    all.push({ subject, folder, size, types: beyond(await checkTypes(folder), floor) });
  }
  return all;
}

/**
 * Measures the subjects; for the processor time in turn, one process at a time, so that what disturbs
 * the machine for a while disturbs all of them, and each round with another one first.
 *
 * @param report called with a line for each step
 * @throws {Error} when a program does not do what it should
 */
export async function measure(
  subjects: readonly Subject[],
  rounds: number,
  report: (line: string) => void,
): Promise<readonly Figures[]> {
  const all: Figures[] = [];
  for (const figures of await measureExactly(subjects)) {
    const { subject, folder, size, types } = figures;
    all.push({
      ...figures,
      hover: await hover(folder),
      processor: { stub: [], loopback: [] },
    });
    report(`exact  ${subject.id}  ${size.gzip} B  ${types.instantiations} instantiations`);
  }
  const service = await startService();
  try {
    for (let round = 1; round <= rounds; round++) {
      for (const load of loads) {
        for (const { subject, folder, processor } of beginningWith(all, round % all.length)) {
          const time = await timeCalls(bundleOf(folder), load, service.url);
          processor[load.id].push(time);
          report(`round ${round}/${rounds}  ${load.id}  ${subject.id}  ${time.toFixed(1)} µs`);
        }
      }
    }
  } finally {
    await service.stop();
  }
  return all;
}

function beginningWith<T>(items: readonly T[], index: number): readonly T[] {
  return [...items.slice(index), ...items.slice(0, index)];
}

import { median } from '../statistics.ts';
import type { Case } from './cases.ts';
import type { LibrarySubject, Says, Subject } from './subjects.ts';

/** All that was found out about a subject. */
export interface Figures {
  readonly subject: Subject;
  /** The ids of the cases about whose answers it says something. */
  readonly told: ReadonlySet<string>;
  /** What one judgement takes; undefined for a program. */
  readonly time: Times | undefined;
}

/** What one judgement takes, in microseconds of processor time. */
export interface Times {
  readonly valid: number;
  readonly broken: number;
}

/** For how many milliseconds at least a library judges, for one figure. */
export const span = 500;

/**
 * Lets the subjects judge the cases.
 *
 * @param report called with a line for each step
 * @throws {Error} when a program does not do its work
 */
export async function measure(
  subjects: readonly Subject[],
  cases: readonly Case[],
  rounds: number,
  report: (line: string) => void,
): Promise<readonly Figures[]> {
  const told = new Map<string, ReadonlySet<string>>();
  for (const subject of subjects) {
    const found = await judgeBy(subject, cases);
    told.set(subject.id, found);
    report(`judged  ${subject.id}  ${found.size} of ${cases.length}`);
  }
  const times = timeOf(subjects, cases, rounds, report);
  return subjects.map((subject) => ({
    subject,
    told: told.get(subject.id)!,
    time: times.get(subject.id),
  }));
}

async function judgeBy(subject: Subject, cases: readonly Case[]): Promise<ReadonlySet<string>> {
  if (subject.kind === 'program') return subject.judge(cases);
  return new Set(cases.filter(subject.load()).map(({ id }) => id));
}

/** The libraries take turns, so that what disturbs the machine for a while disturbs all of them. */
function timeOf(
  subjects: readonly Subject[],
  cases: readonly Case[],
  rounds: number,
  report: (line: string) => void,
): ReadonlyMap<string, Times> {
  const libraries = subjects
    .filter((subject): subject is LibrarySubject => subject.kind === 'library')
    .map(({ id, load }) => ({ id, says: load(), valid: [] as number[], broken: [] as number[] }));
  const valid = cases.filter(({ fault }) => fault === undefined);
  const broken = cases.filter(({ fault }) => fault !== undefined);
  for (let round = 1; round <= rounds; round++) {
    for (const library of libraries) {
      library.valid.push(averageTime(library.says, valid));
      library.broken.push(averageTime(library.says, broken));
      report(`round ${round}/${rounds}  ${library.id}  ${library.valid.at(-1)!.toFixed(1)} µs`);
    }
  }
  return new Map(
    libraries.map(({ id, ...each }) => [
      id,
      { valid: median(each.valid), broken: median(each.broken) },
    ]),
  );
}

/**
 * What one judgement takes on the average, in microseconds of processor time, which tells more than the
 * clock where other programs run; the first half of the time does not count.
 */
function averageTime(says: Says, cases: readonly Case[]): number {
  const middle = performance.now() + span;
  while (performance.now() < middle) for (const one of cases) says(one);
  const end = performance.now() + span;
  const before = process.cpuUsage();
  let count = 0;
  while (performance.now() < end) {
    for (const one of cases) says(one);
    count += cases.length;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

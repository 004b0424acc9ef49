import { setTimeout as wait } from 'node:timers/promises';
import { canMeasureProcesses, residentMemory } from '../process-tree.ts';
import { type Load, load } from './load.ts';
import { type BenchRequest, key, requests, settings } from './requests.ts';
import { type Server, startServer } from './server.ts';
import type { Subject } from './subjects.ts';

/** All that was measured of a subject. */
export interface Figures {
  readonly subject: Subject;
  /** From the start to the first right answer, in milliseconds, start by start. */
  readonly starts: number[];
  /** Memory soon after the first answer, in bytes, start by start. */
  readonly idle: number[];
  /** The loads round by round, by the id of the request. */
  readonly loads: Map<string, Load[]>;
}

/** How often each subject is started. */
export const startCount = 5;
/** How long each load lasts before it is measured, in seconds. */
export const warmUp = 6;
/** How long a subject has nothing to do before its memory is taken, in milliseconds. */
export const idleTime = 500;

/**
 * Measures the subjects in turn, one process at a time, so that what disturbs the machine for a while
 * disturbs all of them.
 *
 * @param report called with a line for each step
 * @throws {Error} when a subject does not start, or does not answer as it should
 */
export async function measure(
  subjects: readonly Subject[],
  { seconds, rounds }: { readonly seconds: number; readonly rounds: number },
  report: (line: string) => void,
): Promise<readonly Figures[]> {
  const all = subjects.map((subject): Figures => ({
    subject,
    starts: [],
    idle: [],
    loads: new Map(),
  }));
  for (let round = 1; round <= startCount; round++) {
    for (const figures of all) {
      await measureStart(figures);
      report(
        `start ${round}/${startCount}  ${figures.subject.id}  ${figures.starts.at(-1)!.toFixed()} ms`,
      );
    }
  }
  for (let round = 1; round <= rounds; round++) {
    for (const request of requests) {
      for (const { subject, loads } of all) {
        const done = await measureLoad(subject, request, seconds);
        loads.set(request.id, [...(loads.get(request.id) ?? []), done]);
        report(`round ${round}/${rounds}  ${request.id}  ${subject.id}  ${done.rate.toFixed()}/s`);
      }
    }
  }
  return all;
}

async function measureStart({ subject, starts, idle }: Figures): Promise<void> {
  const server = await startServer(subject);
  try {
    starts.push(server.startTime);
    await wait(idleTime);
    if (canMeasureProcesses) idle.push(residentMemory(server.pid));
  } finally {
    await server.stop();
  }
}

/** Loads a subject that was started for it: what another load has left behind must not count. */
async function measureLoad(
  subject: Subject,
  request: BenchRequest,
  seconds: number,
): Promise<Load> {
  const server = await startServer(subject);
  try {
    const path = request.path.replace('{sandbox_id}', encodeURIComponent(await prepare(server)));
    await load(server, { ...request, path }, warmUp);
    return await load(server, { ...request, path }, seconds);
  } catch (error) {
    throw new Error(`${subject.id}: ${(error as Error).message}`, { cause: error });
  } finally {
    await server.stop();
  }
}

/** Starts two sandboxes, and tells the id of the first. */
async function prepare({ url }: Server): Promise<string> {
  const ids: string[] = [];
  for (let count = 0; count < 2; count++) {
    const response = await fetch(`${url}/api/v1/sandboxes`, { method: 'POST', headers: key });
    if (response.status !== settings.status) {
      throw new Error(`A sandbox could not be started: ${response.status}`);
    }
    ids.push(((await response.json()) as { id: string }).id);
  }
  return ids[0]!;
}

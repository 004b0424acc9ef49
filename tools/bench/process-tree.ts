import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Of the clock in which Linux tells processes their times; the same on all its platforms. */
const ticksPerSecond = 100;

/** Whether this system tells what processes use. */
export const canMeasureProcesses: boolean = existsSync(
  `/proc/${process.pid}/task/${process.pid}/children`,
);

/** The memory that a process and all its descendants hold, in bytes. */
export function residentMemory(pid: number): number {
  return sum(pid, (member) => {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${member}/status`, 'utf8'));
    return Number(kilobytes?.[1] ?? 0) * 1024;
  });
}

/** The processor time that a process and all its living descendants have used, in microseconds. */
export function processorTime(pid: number): number {
  return sum(pid, (member) => {
    const stat = readFileSync(`/proc/${member}/stat`, 'utf8');
    // The name, in brackets, may hold spaces; utime and stime are the fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000_000) / ticksPerSecond;
  });
}

function sum(pid: number, measure: (pid: number) => number): number {
  try {
    const own = measure(pid);
    return readdirSync(`/proc/${pid}/task`)
      .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
      .filter(Boolean)
      .reduce((total, child) => total + sum(Number(child), measure), own);
  } catch (error) {
    // It has ended meanwhile: ESRCH is what an open file of it says.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw error;
  }
}

import type { Traffic } from './traffic.ts';
import type { Report, Task } from './watch.ts';

/**
 * What a load of a page was; times in milliseconds since the navigation began. What did not come to pass
 * has the time `Infinity`.
 */
export interface Load {
  readonly firstPaint: number;
  readonly largestPaint: number;
  /** When heading and text could be read. */
  readonly readable: number;
  readonly loaded: number;
  /** What long tasks had above 50 ms each, until the frame began that shows the text. */
  readonly blockingBefore: number;
  /** The same, until the page was at rest. */
  readonly blocking: number;
  /** Bytes over the line until the text could be read. */
  readonly bytesBefore: number;
  readonly bytes: number;
  readonly requests: number;
  readonly shift: number;
}

/** Above it, a task is in the way of what a reader does, in milliseconds. */
const longTask = 50;

/**
 * The figures of a load that is over.
 *
 * @param navigationStart in the clock of the traffic, in seconds
 */
export function sumUp(
  { readable = Infinity, firstPaint = Infinity, largestPaint = Infinity, ...report }: Report,
  { arrivals, requests }: Pick<Traffic, 'arrivals' | 'requests'>,
  navigationStart: number,
): Load {
  const early = arrivals.filter(({ time }) => (time - navigationStart) * 1000 <= readable);
  return {
    firstPaint,
    largestPaint,
    readable,
    loaded: report.loaded ?? Infinity,
    blockingBefore: blockingOf(report.longTasks, report.frame ?? Infinity),
    blocking: blockingOf(report.longTasks, Infinity),
    bytesBefore: sum(early.map(({ bytes }) => bytes)),
    bytes: sum(arrivals.map(({ bytes }) => bytes)),
    requests,
    shift: report.shift,
  };
}

/** What tasks have above 50 ms each; of one that is under way at the end, what was before it. */
function blockingOf(tasks: readonly Task[], end: number): number {
  return sum(
    tasks.map(({ start, duration }) =>
      Math.max(0, Math.min(start + duration, end) - start - longTask),
    ),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

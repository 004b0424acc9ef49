import { setTimeout } from 'node:timers/promises';

/** Waits so long that what it is called for happens so many times a second at most. */
export type Pace = (signal: AbortSignal) => Promise<void>;

/** @param rate times a second */
export function createPace(rate: number): Pace {
  let next = 0;
  return async (signal) => {
    const now = performance.now();
    const at = Math.max(now, next);
    next = at + 1000 / rate;
    // Timers are late by a millisecond, which would make a high rate a low one.
    if (at - now >= 1) await setTimeout(at - now, undefined, { signal });
  };
}

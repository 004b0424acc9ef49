import { fileURLToPath } from 'node:url';
import { run } from '../processes.ts';
import { median } from '../statistics.ts';

/** How often a call is aborted in each phase. */
export const abortsPerPhase = 20;

/** How long aborted calls took to end, in milliseconds. */
export interface AbortTime {
  /** When they were aborted, such as `in the body of the answer`. */
  readonly phase: string;
  readonly median: number;
  readonly longest: number;
}

/**
 * Aborts calls of ours, in each of their phases.
 *
 * @throws {Error} when one succeeds all the same
 */
export async function measureAborts(): Promise<AbortTime[]> {
  const program = fileURLToPath(new URL('aborter.ts', import.meta.url));
  const times = JSON.parse(await run('The aborts', [program])) as Record<string, number[]>;
  return Object.entries(times).map(([phase, all]) => ({
    phase,
    median: median(all),
    longest: Math.max(...all),
  }));
}

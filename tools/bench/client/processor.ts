import { fileURLToPath } from 'node:url';
import { run, serve, type Service } from '../processes.ts';

/** Where the calls of a measurement go, and how many there are. */
export interface Load {
  readonly id: 'stub' | 'loopback';
  /** Its name in the results. */
  readonly name: string;
  /** Calls that do not count. */
  readonly warmUp: number;
  readonly calls: number;
}

/** The loads, in the order of the results. */
export const loads: readonly Load[] = [
  { id: 'stub', name: 'on the stub', warmUp: 5000, calls: 30_000 },
  { id: 'loopback', name: 'over the loopback', warmUp: 1000, calls: 5000 },
];

const caller = fileURLToPath(new URL('caller.ts', import.meta.url));
const server = fileURLToPath(new URL('service.ts', import.meta.url));

/**
 * Starts the service in a process of its own, whose processor time does not count.
 *
 * @throws {Error} when it does not start
 */
export function startService(): Promise<Service> {
  return serve([server]);
}

/**
 * Makes the calls of a bundle in a process of its own.
 *
 * @returns the processor time that one takes, in microseconds
 * @throws {Error} when an answer is not what it should be
 */
export async function timeCalls(bundle: string, load: Load, url: string): Promise<number> {
  const target = load.id === 'stub' ? 'stub' : url;
  const args = [caller, bundle, target, `${load.warmUp}`, `${load.calls}`];
  return Number(await run('The program', args));
}

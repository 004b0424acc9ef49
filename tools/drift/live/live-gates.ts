import type { LiveGate } from '../engine/drift.ts';
import type { LiveGateName } from '../gates/gate-name.ts';

/**
 * The gates that look at answers. They take what is built in the repository itself, and only when they are
 * used.
 *
 * @param signal ends what they run
 */
export function liveGates(signal: AbortSignal): Readonly<Record<LiveGateName, LiveGate>> {
  return {
    oracle: whenUsed(async () => (await import('./oracle.ts')).oracle),
    checker: whenUsed(async () => (await import('./checker.ts')).checker(signal)),
  };
}

function whenUsed(load: () => Promise<LiveGate>): LiveGate {
  return {
    control: async () => (await load()).control(),
    try: async (mutant) => (await load()).try(mutant),
  };
}

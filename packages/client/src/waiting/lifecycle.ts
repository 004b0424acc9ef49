import type { Transitions } from '../operation.ts';

/** What changes a state without a call. */
const withoutCall: readonly string[] = ['time', 'fault', 'external'];

/** How a state is related to the one that is waited for, by a lifecycle table. */
export interface Way {
  /** Whether there is a way at all. */
  readonly exists: boolean;
  /** Whether there is one that takes no call. */
  readonly needsNoCall: boolean;
  /** The operations that lead on from the state. */
  readonly operations: readonly string[];
}

/** The way from one state to another. From a state that is new to the table, everything may come. */
export function wayBetween(transitions: Transitions, from: string, to: string): Way {
  if (!Object.hasOwn(transitions, from)) return { exists: true, needsNoCall: true, operations: [] };
  const leads = (cause: (name: string) => boolean) => reach(transitions, from, cause).has(to);
  const operations = Object.entries(transitions[from]!)
    .filter(([state]) => state === to || reach(transitions, state, () => true).has(to))
    .map(([, cause]) => cause)
    .filter((cause) => !withoutCall.includes(cause));
  return {
    exists: leads(() => true),
    needsNoCall: leads((cause) => withoutCall.includes(cause)),
    operations,
  };
}

/** The states that may follow a state, sooner or later. */
function reach(
  transitions: Transitions,
  from: string,
  isPossible: (cause: string) => boolean,
  reached: Set<string> = new Set(),
): Set<string> {
  for (const [state, cause] of Object.entries(transitions[from]!)) {
    if (!isPossible(cause) || reached.has(state)) continue;
    reached.add(state);
    reach(transitions, state, isPossible, reached);
  }
  return reached;
}

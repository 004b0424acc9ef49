import type { Lifecycle } from '../../contract.ts';
import type { Examination } from '../examination.ts';
import { lifecycleOf } from '../lifecycle.ts';
import { arrive } from './arrive.ts';
import { change, statusOf } from './sandbox.ts';

type Transition = Lifecycle['transitions'][number];

/** How many changes are made to get somewhere: a state that passes by itself may be gone when it is looked for. */
const mostSteps = 6;

/**
 * Brings a sandbox of the run's own into a state; false where no way leads there.
 *
 * @throws {CheckOver} when a step on the way has no effect; that was told
 */
export async function bring(examination: Examination, id: string, to: string): Promise<boolean> {
  const lifecycle = lifecycleOf('SandboxStatus');
  let status = await statusOf(examination, id);
  for (let steps = 0; steps < mostSteps && status !== undefined; steps += 1) {
    if (status === to) return true;
    const from = status;
    const step = firstStep(lifecycle, from, to);
    if (!step) return false;
    if (step.operation === 'pauseSandbox' || step.operation === 'resumeSandbox') {
      await change(examination, step.operation, id, from);
    }
    status = await arrive(examination, id, { from, to: step.to, operation: step.operation });
  }
  return status === to;
}

/** The first step on a shortest way, by what time brings about and what can be called. */
function firstStep({ transitions }: Lifecycle, from: string, to: string): Transition | undefined {
  const steps = transitions.filter((it) => it.cause === 'time' || it.operation !== undefined);
  const ways: { readonly at: string; readonly first: Transition | undefined }[] = [
    { at: from, first: undefined },
  ];
  const met = new Set([from]);
  for (const { at, first } of ways) {
    if (at === to) return first;
    for (const step of steps) {
      if (step.from !== at || met.has(step.to)) continue;
      met.add(step.to);
      ways.push({ at: step.to, first: first ?? step });
    }
  }
  return undefined;
}

import { type Check, checkOf, Skipped } from '../check.ts';
import type { Lifecycle } from '../../contract.ts';
import type { Examination } from '../examination.ts';
import { lifecycleOf } from '../lifecycle.ts';
import { arrive, change, statusOf } from './sandbox.ts';
import { workplaceIn } from './workplace.ts';

const name = 'SandboxStatus';

/** What pausing or resuming does in each state that can be brought about, by the table of the contract. */
export function lifecycleCheck(operation: 'pauseSandbox' | 'resumeSandbox'): Check {
  return checkOf(operation, 'lifecycle', {
    title: 'In each state, the status changes as in the lifecycle, also if it is repeated',
    async run(examination) {
      const { transitions, unchanged } = lifecycleOf(name);
      const id = await workplaceIn(examination);
      const edges = [
        ...transitions
          .filter((it) => it.operation === operation)
          .map(({ from, to }) => ({ from, to })),
        ...unchanged
          .filter((it) => it.operation === operation)
          .map(({ in: from }) => ({ from, to: undefined })),
      ];
      let walked = 0;
      for (const { from, to } of edges) {
        if (!(await bring(examination, id, from))) continue;
        walked += 1;
        await change(examination, operation, id, from);
        // Whether a state can follow the one before is told by what is seen of it.
        if (to === undefined) await statusOf(examination, id);
        else await arrive(examination, id, { from, to, operation });
      }
      if (walked === 0)
        throw new Skipped('the sandbox could be brought into no state that allows it');
    },
  });
}

type Transition = Lifecycle['transitions'][number];

/** How many changes are made to get somewhere: a state that passes by itself may be gone when it is looked for. */
const mostSteps = 6;

/**
 * Brings a sandbox of the run's own into a state; false where no way leads there.
 *
 * @throws {CheckOver} when a step on the way has no effect; that was told
 */
async function bring(examination: Examination, id: string, to: string): Promise<boolean> {
  const lifecycle = lifecycleOf('SandboxStatus');
  let status = await statusOf(examination, id);
  for (let steps = 0; steps < mostSteps && status !== undefined; steps += 1) {
    if (status === to) return true;
    const from = status;
    const step = firstStep(lifecycle, from, to);
    if (!step) return false;
    const operation =
      step.operation === 'pauseSandbox' || step.operation === 'resumeSandbox'
        ? step.operation
        : undefined;
    if (operation) await change(examination, operation, id, from);
    status = await arrive(examination, id, { from, to: step.to, operation });
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

import { type Check, checkOf, Skipped } from '../check.ts';
import type { Lifecycle } from '../../contract.ts';
import type { CheckContext } from '../check-context.ts';
import { answerRule } from '../../oracle/rule.ts';
import { operationOf } from '../call.ts';
import { lifecycleOf, reachable } from '../lifecycle.ts';
import { arrive, change, statusOf } from './sandbox.ts';
import { workplaceIn } from './workplace.ts';

const name = 'SandboxStatus';

/** What pausing or resuming does in each state that can be brought about, by the table of the contract. */
export function lifecycleCheck(operation: 'pauseSandbox' | 'resumeSandbox'): Check {
  return checkOf(operation, 'lifecycle', {
    title: 'In each state, the status changes as in the lifecycle, also if it is repeated',
    async run(context) {
      const { transitions, unchanged } = lifecycleOf(name);
      const id = await workplaceIn(context);
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
        if (!(await bring(context, id, from))) continue;
        walked += 1;
        await change(context, operation, id, from);
        if (to === undefined) await stay(context, id, from, operation);
        else await arrive(context, id, { from, to, operation });
      }
      if (walked === 0)
        throw new Skipped('the sandbox could be brought into no state that allows it');
    },
  });
}

/** Reports a status that a repeated call has changed: both operations are idempotent. */
async function stay(
  context: CheckContext,
  id: string,
  from: string,
  operation: 'pauseSandbox' | 'resumeSandbox',
): Promise<void> {
  const last = await statusOf(context, id);
  if (last === undefined || reachable(lifecycleOf(name), from, () => false).has(last)) return;
  const message = `must stay ${from} after ${operation}, and became ${last}`;
  const place = { part: 'body', pointer: '/items', keyword: 'lifecycle' } as const;
  context.report(answerRule(operationOf(operation), 200), { ...place, message });
}

type Transition = Lifecycle['transitions'][number];

/** How many changes are made to get somewhere: a state that passes by itself may be gone when it is looked for. */
const mostSteps = 6;

/**
 * Brings a sandbox of the run's own into a state; false where no way leads there.
 *
 * @throws {CheckOver} when a step on the way has no effect; that is reported
 */
async function bring(context: CheckContext, id: string, to: string): Promise<boolean> {
  const lifecycle = lifecycleOf('SandboxStatus');
  let status = await statusOf(context, id);
  for (let steps = 0; steps < mostSteps && status !== undefined; steps += 1) {
    if (status === to) return true;
    const from = status;
    const step = firstStep(lifecycle, from, to);
    if (!step) return false;
    const operation =
      step.operation === 'pauseSandbox' || step.operation === 'resumeSandbox'
        ? step.operation
        : undefined;
    if (operation) await change(context, operation, id, from);
    status = await arrive(context, id, { from, to: step.to, operation });
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

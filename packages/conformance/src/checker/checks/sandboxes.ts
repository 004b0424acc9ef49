/** Checks of sandboxes, and the sandbox that other checks use. */
import type { Lifecycle } from '../../contract.ts';
import { operationOf } from '../../contract.ts';
import { lifecycleRule, operationRule, propertyRule, responseRule } from '../../oracle/rules.ts';
import { type CheckContext, CheckOver, Skipped, type CheckDefinition } from '../check-context.ts';
import { pathTo } from '../session.ts';
import { lifecycleOf, reachable } from '../state-watch.ts';
import { listOf, propertiesOf, textOf } from '../values.ts';

const name = 'SandboxStatus';

/** The operations that change the state of a sandbox. */
type Change = 'pauseSandbox' | 'resumeSandbox';

const inItems = { part: 'body', pointer: '/items', keyword: 'lifecycle' } as const;

/** How many pages are searched for a sandbox: the newest come first. */
const mostPages = 5;

/**
 * Returns the state of a sandbox, as the search shows it; undefined if it does not.
 *
 * @throws {CheckOver} when the search does not work
 */
async function statusOf(context: CheckContext, id: string): Promise<string | undefined> {
  let page: string | undefined;
  for (let turn = 0; turn < mostPages; turn += 1) {
    const query = page === undefined ? [] : [`page_id=${encodeURIComponent(page)}`];
    const seen = await context.callValid({ operation: 'searchSandboxes', query });
    if (seen.status !== 200) throw new CheckOver();
    const { items, next_page_id: next } = propertiesOf(seen.body);
    const found = listOf(items).find((item) => item['id'] === id);
    if (found) return textOf(found['status']);
    page = textOf(next);
    if (page === undefined) return undefined;
  }
  return undefined;
}

/** The first and the longest pause between two calls, in milliseconds. */
const pauses = { first: 100, longest: 2000 };

/**
 * Calls a function again and again, less and less often, as long as a change of state may take.
 *
 * @param look returns undefined to be called again
 * @throws {BudgetSpent} when the budget is
 */
export async function poll<T>(
  { session: { sender, settings } }: CheckContext,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const end = performance.now() + settings.waitInMs;
  for (let pause = pauses.first; ; pause = Math.min(pause * 1.5, pauses.longest)) {
    const seen = await look();
    const left = end - performance.now();
    if (seen !== undefined || left <= 0) return seen;
    await sender.wait(Math.min(pause, left));
  }
}

/** Waits until a sandbox is in a wanted state, and returns the last state that was seen. */
async function waitFor(
  context: CheckContext,
  id: string,
  isWanted: (status: string) => boolean,
): Promise<string | undefined> {
  let last: string | undefined;
  await poll(context, async () => {
    last = await statusOf(context, id);
    return last !== undefined && isWanted(last) ? last : undefined;
  });
  return last;
}

/** Pauses or resumes a sandbox of the run, in a state that allows it. */
async function change(context: CheckContext, operation: Change, id: string, status: string) {
  const seen = await context.call({ operation, path: pathTo(operation, id) });
  const isAccepted = context.demand(seen, [200], `as ${operation} is allowed in ${status}`);
  if (!isAccepted || propertiesOf(seen.body)['success'] !== false) return;
  const message = `must be true, as ${operation} is allowed in ${status}`;
  const place = { part: 'body', pointer: '/success', keyword: 'lifecycle' } as const;
  context.report(propertyRule('Success', 'success'), { ...place, message, seen });
}

/**
 * Waits until a step has led where it should, or further.
 *
 * @param step without an operation, it is only a matter of time
 * @returns the state that was seen then
 * @throws {CheckOver} when it does not; that is reported. It is the purpose of the operation, unless the sandbox
 *   has failed
 */
async function arrive(
  context: CheckContext,
  id: string,
  step: { readonly from: string; readonly to: string; readonly operation?: Change | undefined },
): Promise<string> {
  const { from, to, operation } = step;
  const after = reachable(lifecycleOf(name), to);
  const last = await waitFor(context, id, (status) => after.has(status));
  if (last !== undefined && after.has(last)) return last;
  const how = operation === undefined ? 'by itself' : `by ${operation}`;
  const time = `${secondsOf(context)} s`;
  const message = `must become ${to} from ${from} ${how}, and was ${last ?? 'gone'} after ${time}`;
  const hasFailed = last === undefined || last === 'ERROR' || last === 'MISSING';
  const purpose = operationRule(operationOf(operation ?? 'startSandbox'));
  context.report(hasFailed ? lifecycleRule(name) : purpose, { ...inItems, message });
  throw new CheckOver();
}

/** How long a change of state may take, in seconds. */
export function secondsOf({ session }: CheckContext): number {
  return session.settings.waitInMs / 1000;
}

/**
 * Starts a sandbox, waits until it is running, and returns its id.
 *
 * @throws {CheckOver} when it is not, and what is wrong was reported
 */
async function startOne(context: CheckContext): Promise<string> {
  const operation = 'startSandbox';
  const seen = await context.call({ operation });
  context.demand(seen, [200], 'because there is a default spec');
  const id = textOf(propertiesOf(seen.body)['id']);
  if (seen.status !== 200 || id === undefined) throw new CheckOver();
  // A sandbox in ERROR can recover.
  const last = await waitFor(context, id, (it) => it !== 'STARTING' && it !== 'ERROR');
  const seconds = secondsOf(context);
  if (last === undefined) {
    const message = `must list the sandbox that was started, and did not within ${seconds} s`;
    const rule = operationRule(operationOf('searchSandboxes'));
    context.report(rule, { ...inItems, keyword: 'shown', message });
    throw new CheckOver();
  }
  if (last === 'STARTING') {
    const message = `must become RUNNING, and was still STARTING after ${seconds} s`;
    const rule = operationRule(operationOf(operation));
    context.report(rule, { ...inItems, pointer: '/status', message });
    throw new CheckOver();
  }
  if (last !== 'RUNNING') throw new Skipped(`the sandbox that was started is ${last}`);
  return id;
}

/**
 * Returns the sandbox that the checks of a run share, running; it is started for the first of them.
 *
 * @throws {Skipped} when there is none
 */
export async function sandboxFor(context: CheckContext): Promise<string> {
  const { session } = context;
  if (session.noSandbox !== undefined) throw new Skipped(session.noSandbox);
  // Until one is running.
  session.noSandbox = 'no sandbox is running';
  if (session.sandbox === undefined) session.sandbox = await startOne(context);
  else await wake(context, session.sandbox);
  session.noSandbox = undefined;
  return session.sandbox;
}

async function wake(context: CheckContext, id: string): Promise<void> {
  const from = await statusOf(context, id);
  if (from === 'RUNNING') return;
  if (from === 'PAUSED') {
    const operation = 'resumeSandbox';
    await change(context, operation, id, from);
    await arrive(context, id, { from, to: 'STARTING', operation });
  }
  const last = await waitFor(context, id, (it) => it === 'RUNNING');
  if (last !== 'RUNNING') throw new Skipped(`the sandbox of the run is ${last ?? 'gone'}`);
}

/** How many changes are made to get to a state: one that passes by itself may be gone when it is looked for. */
const mostSteps = 6;

/**
 * Brings the sandbox of the run into a state; false if no way leads there.
 *
 * @throws {CheckOver} when a step on the way has no effect; that is reported
 */
async function bring(context: CheckContext, id: string, to: string): Promise<boolean> {
  let status = await statusOf(context, id);
  for (let steps = 0; steps < mostSteps && status !== undefined; steps += 1) {
    if (status === to) return true;
    const from = status;
    const step = firstStep(from, to);
    if (!step) return false;
    const operation = isChange(step.operation) ? step.operation : undefined;
    if (operation) await change(context, operation, id, from);
    status = await arrive(context, id, { from, to: step.to, operation });
  }
  return status === to;
}

function isChange(operation: string | undefined): operation is Change {
  return operation === 'pauseSandbox' || operation === 'resumeSandbox';
}

/** Returns the first step on a shortest way, by what time brings about and what can be called. */
function firstStep(from: string, to: string): Lifecycle['transitions'][number] | undefined {
  const steps = lifecycleOf(name).transitions.filter(
    (it) => it.cause === 'time' || it.operation !== undefined,
  );
  const ways: { readonly at: string; readonly first: (typeof steps)[number] | undefined }[] = [
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

export const sandboxChecks = {
  start: {
    kind: 'answer',
    title: 'A sandbox is started, listed by the search, and becomes RUNNING',
    of: ({ operationId }) => operationId === 'startSandbox',
    async run(context) {
      await sandboxFor(context);
    },
  },
  lifecycle: {
    kind: 'lifecycle',
    title: 'In each state, the status changes as in the lifecycle, also if it is repeated',
    of: ({ operationId }) => isChange(operationId),
    async run(context, id) {
      const operation = id as Change;
      const { transitions, unchanged } = lifecycleOf(name);
      const sandbox = await sandboxFor(context);
      const edges = [
        ...transitions.filter((it) => it.operation === operation),
        ...unchanged
          .filter((it) => it.operation === operation)
          .map(({ in: from }) => ({ from, to: undefined })),
      ];
      let made = 0;
      for (const { from, to } of edges) {
        if (!(await bring(context, sandbox, from))) continue;
        made += 1;
        await change(context, operation, sandbox, from);
        if (to !== undefined) {
          await arrive(context, sandbox, { from, to, operation });
          continue;
        }
        // Both operations are idempotent.
        const last = await statusOf(context, sandbox);
        if (last === undefined || reachable(lifecycleOf(name), from).has(last)) continue;
        const message = `must stay ${from} after ${operation}, and became ${last}`;
        context.report(responseRule(operationOf(operation), 200), { ...inItems, message });
      }
      if (made > 0) return;
      throw new Skipped('the sandbox could be brought into no state that allows it');
    },
  },
} satisfies Readonly<Record<string, CheckDefinition>>;

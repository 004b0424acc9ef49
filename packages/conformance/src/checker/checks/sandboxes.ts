/** Checks of sandboxes, and the sandbox that all checks of a run share. */
import {
  childOf,
  type LifecycleStep,
  listOf,
  objectOf,
} from '@agent-conversation/contract';
import type { OperationId } from '@agent-conversation/validators';
import { type Operation, operationOf } from '../../contract.ts';
import { lifecycleOf } from '../../oracle/lifecycles.ts';
import { propertyRule, responseRule, ruleAt } from '../../oracle/rules.ts';
import {
  hindranceIn,
  madeUp,
  pathTo,
  percentEncoded,
  textOf,
} from '../../requests/calls.ts';
import type { CheckContext, CheckDefinition } from '../check-context.ts';
import { CheckOver, Skipped } from '../ends.ts';

const lifecycle = lifecycleOf('SandboxStatus');
const { changes } = lifecycle;
/**
 * The changes that no operation causes. That others pause a sandbox is not among them: it cannot be distinguished from
 * a sandbox that was not resumed.
 */
const uncalled = changes.filter(
  ({ operation, cause, to }) =>
    operation === undefined &&
    (cause !== 'external' || lifecycle.final.includes(to)),
);
/** The steps in the lifecycle of a sandbox by what can be called, and those that are only a matter of time. */
const steps = changes.filter(
  ({ cause, operation }) => cause === 'time' || operation !== undefined,
);

/** Whether an operation changes the state of a sandbox. */
export function changesSandbox(id: OperationId): boolean {
  return steps.some(({ operation }) => operation === id);
}

/** The check that a sandbox starts is among the plain calls. */
export const sandboxChecks: readonly CheckDefinition[] = [
  {
    kind: 'isolation',
    title: 'A key cannot see or change what another key has started',
    of: ({ operationId }) => operationId === 'startSandbox',
    async run(context) {
      const id = await sandboxFor(context);
      const key = madeUp(context.settings.seed, 'other key');
      const rule = ruleAt('/components/securitySchemes/SessionApiKey');
      const list = await context.call({
        operation: operationOf('searchSandboxes'),
        key,
      });
      if (
        listOf(list.properties['items']).some((it) => childOf(it, 'id') === id)
      ) {
        const message = 'must not list a sandbox of another key';
        context.report(rule, 'security', 'isolation', message, list);
      }
      const operation = operationOf('resumeSandbox');
      const changed = await context.call({
        operation,
        path: pathTo(operation, id),
        key,
      });
      if (changed.status !== 200) return;
      const message = 'must not change a sandbox of another key';
      context.report(rule, 'security', 'isolation', message, changed);
    },
  },
  {
    kind: 'lifecycle',
    title:
      'In each state, the status changes as in the lifecycle, also if it is repeated',
    of: ({ operationId }) => changesSandbox(operationId),
    async run(context) {
      const sandbox = await sandboxFor(context);
      let changesMade = 0;
      for (const step of steps) {
        if (step.operation !== context.operation.operationId) continue;
        const state = await bring(context, sandbox, step.from);
        if (state === undefined)
          failAsGone(context, sandbox, 'while it was used');
        if (state !== step.from) continue;
        changesMade += 1;
        await take(context, sandbox, step);
      }
      if (changesMade === 0) {
        throw new Skipped(
          'the sandbox could be brought into no state that allows it',
        );
      }
    },
  },
];

/** How many items of a page are looked at: ten times as many as it may have. */
const mostItems = 1000;

/** Reads the pages of a search one after the other, to the end or until there are so many of them. */
export async function* pagesOf(
  context: CheckContext,
  operation: Operation,
  most: number,
  limit?: number,
) {
  let next: string | undefined;
  for (let count = 0; count < most; count += 1) {
    const query = [
      ...(limit === undefined ? [] : [`limit=${limit}`]),
      ...(next === undefined ? [] : [`page_id=${percentEncoded(next)}`]),
    ];
    const seen = await context.callValid({ operation, query });
    if (seen.status !== 200) throw new CheckOver();
    next = textOf(seen.properties['next_page_id']);
    const items = listOf(seen.properties['items']);
    yield {
      seen,
      items: items.slice(0, mostItems).map(objectOf),
      count: items.length,
      next,
    };
    if (next === undefined) return;
    const hindrance = hindranceIn(next);
    if (hindrance === undefined) continue;
    const rule = ruleAt('/components/parameters/PageId');
    const message = `${hindrance}, so that it cannot be sent`;
    context.fail(rule, 'body/next_page_id', 'page_id', message, seen);
  }
}

/** How many pages are searched for a sandbox: the newest come first. */
const mostPages = 5;

/** Returns the state of a sandbox, as the search shows it; undefined if it does not. */
async function statusOf(
  context: CheckContext,
  id: string,
): Promise<string | undefined> {
  let hasMore = false;
  const pages = pagesOf(context, operationOf('searchSandboxes'), mostPages);
  for await (const { items, next, count } of pages) {
    const sandbox = items.find((item) => item['id'] === id);
    if (sandbox) return textOf(sandbox['status']);
    hasMore = next !== undefined || count > items.length;
  }
  if (hasMore)
    throw new Skipped(
      `the sandbox is not among the ${mostPages} pages that are read`,
    );
  return undefined;
}

/**
 * Reports that a sandbox which the run has started is not listed any more, although no operation deletes one, and ends
 * the check.
 *
 * @param when it was looked for, as the end of a sentence
 */
function failAsGone(context: CheckContext, id: string, when: string): never {
  const rule = ruleAt(operationOf('searchSandboxes').pointer);
  const message = `must list the sandbox ${id} of this run, which has disappeared ${when}`;
  return context.fail(rule, 'body/items', 'shown', message);
}

/** Calls a function less and less often, until it returns what is wanted, or a change of state takes too long. */
export async function poll<T>(
  { session, settings }: CheckContext,
  look: () => Promise<T>,
  isWanted: (seen: T) => boolean,
): Promise<T> {
  const end = performance.now() + settings.waitInMs;
  for (let pause = 100; ; pause = Math.min(pause * 1.5, 2000)) {
    const seen = await look();
    const left = end - performance.now();
    if (isWanted(seen) || left <= 0) return seen;
    await session.wait(Math.min(pause, left));
  }
}

/** Takes a step, waits until it has led where it should, or further, and returns the state that was seen then. */
async function take(
  context: CheckContext,
  id: string,
  { from, to, operation }: LifecycleStep,
) {
  if (operation !== undefined) {
    const called = operationOf(operation as OperationId);
    const why = `as ${operation} is allowed in ${from}`;
    const seen = await context.expect(
      [200],
      { operation: called, path: pathTo(called, id) },
      why,
    );
    if (seen.status === 200 && seen.properties['success'] === false) {
      const rule = propertyRule('Success', 'success');
      context.report(
        rule,
        'body/success',
        'lifecycle',
        `must be true, ${why}`,
        seen,
      );
    }
  }
  const after = lifecycle.waysFrom(to, uncalled);
  const isAfter = (status: string | undefined) =>
    status !== undefined && after.has(status);
  const look = async () => statusOf(context, id);
  const last = from === to ? await look() : await poll(context, look, isAfter);
  if (isAfter(last)) return last;
  if (operation !== undefined && from === to) {
    // The operations are idempotent.
    const message = `must stay ${from} after ${operation}, and became ${last}`;
    const rule = responseRule(context.operation, 200);
    if (last !== undefined)
      context.report(rule, 'body/items', 'lifecycle', message);
    return last;
  }
  const how = operation === undefined ? 'by itself' : `by ${operation}`;
  if (last === undefined)
    failAsGone(context, id, `after it was ${from} (${how})`);
  const time = `${context.settings.waitInMs / 1000} s`;
  const message = `must become ${to} from ${from} ${how}, and was ${last} after ${time}`;
  // It is the purpose of the operation, unless the sandbox has failed.
  const hasFailed = last === 'ERROR' || last === 'MISSING';
  const purpose = ruleAt(
    operationOf((operation ?? 'startSandbox') as OperationId).pointer,
  );
  const rule = hasFailed
    ? ruleAt('/components/schemas/SandboxStatus/x-lifecycle')
    : purpose;
  return context.fail(rule, 'body/items', 'lifecycle', message);
}

/** How many changes are made to get to a state: one that passes by itself may be gone when it is looked for. */
const mostSteps = 6;

/** Brings a sandbox of the run into a state if a way leads there, and returns the state that it is in then. */
async function bring(context: CheckContext, id: string, to: string) {
  let status = await statusOf(context, id);
  for (
    let count = 0;
    count < mostSteps && status !== undefined && status !== to;
    count += 1
  ) {
    const step = lifecycle.waysFrom(status, steps).get(to);
    if (!step) break;
    status = await take(context, id, step);
  }
  return status;
}

/** Starts a sandbox, waits until it is running, and returns its id. */
async function startOne(context: CheckContext): Promise<string> {
  const operation = operationOf('startSandbox');
  const seen = await context.expect(
    [200],
    { operation },
    'because there is a default spec',
  );
  const id = textOf(seen.properties['id']);
  if (seen.status !== 200 || id === undefined) throw new CheckOver();
  const hindrance = hindranceIn(id);
  if (hindrance !== undefined) {
    const rule = propertyRule('Sandbox', 'id');
    const message = `${hindrance}, so that no path can name the sandbox`;
    context.fail(rule, 'body/id', 'id', message, seen);
  }
  // A sandbox in ERROR can recover.
  const isStarted = (status: string | undefined) =>
    status !== undefined && status !== 'STARTING' && status !== 'ERROR';
  const last = await poll(
    context,
    async () => statusOf(context, id),
    isStarted,
  );
  const time = `${context.settings.waitInMs / 1000} s`;
  if (last === undefined) {
    const message = `must list the sandbox that was started, and did not within ${time}`;
    context.fail(
      ruleAt(operationOf('searchSandboxes').pointer),
      'body/items',
      'shown',
      message,
    );
  }
  if (last === 'STARTING') {
    const message = `must become RUNNING, and was still STARTING after ${time}`;
    context.fail(
      ruleAt(operation.pointer),
      'body/status',
      'lifecycle',
      message,
    );
  }
  if (last !== 'RUNNING')
    throw new Skipped(`the sandbox that was started is ${last}`);
  return id;
}

/** Returns the sandbox that the checks of a run share, running; it is started for the first of them. */
export async function sandboxFor(context: CheckContext): Promise<string> {
  const { session } = context;
  const { sandbox } = session;
  if (sandbox === null) throw new Skipped('no sandbox is running');
  // Until one is running.
  session.sandbox = null;
  if (sandbox === undefined) return (session.sandbox = await startOne(context));
  const status = await bring(context, sandbox, 'RUNNING');
  if (status === undefined)
    failAsGone(context, sandbox, 'since an earlier check');
  if (status !== 'RUNNING')
    throw new Skipped(`the sandbox of the run is ${status}`);
  return (session.sandbox = sandbox);
}

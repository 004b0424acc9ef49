import { lifecycleRule, memberRule, operationRule } from '../../oracle/rule.ts';
import { operationOf, pathTo } from '../call.ts';
import { CheckOver } from '../check.ts';
import type { Examination, Seen } from '../examination.ts';
import { lifecycleOf, reachable } from '../lifecycle.ts';
import { listOf, membersOf, textOf } from '../members.ts';
import { demandUnderstood } from './understood.ts';

/** How many pages are looked through for a sandbox: the newest come first. */
const pagesToLook = 5;

/**
 * The state of a sandbox, as the search shows it; undefined where it does not.
 *
 * @throws {CheckOver} when the search does not work
 */
export async function statusOf(examination: Examination, id: string): Promise<string | undefined> {
  const operation = 'searchSandboxes';
  let page: string | undefined;
  for (let turn = 0; turn < pagesToLook; turn += 1) {
    const query = page === undefined ? [] : [`page_id=${encodeURIComponent(page)}`];
    const call = { operation, query } as const;
    const seen = await examination.call(call);
    demandUnderstood(examination, call, seen);
    if (seen.status !== 200) throw new CheckOver();
    const { items, next_page_id: next } = membersOf(seen.body);
    const found = listOf(items).find((item) => item['id'] === id);
    if (found) return textOf(found['status']);
    page = textOf(next);
    if (page === undefined) return undefined;
  }
  return undefined;
}

/**
 * Waits until a sandbox is in one of some states.
 *
 * @returns the last state that was seen
 */
export async function waitFor(
  examination: Examination,
  id: string,
  isWanted: (status: string) => boolean,
): Promise<string | undefined> {
  let last: string | undefined;
  await poll(examination, async () => {
    last = await statusOf(examination, id);
    return last !== undefined && isWanted(last) ? last : undefined;
  });
  return last;
}

/** Pauses or resumes a sandbox of the run's own, where the state allows it. */
export async function change(
  examination: Examination,
  operation: 'pauseSandbox' | 'resumeSandbox',
  id: string,
  status: string,
): Promise<Seen> {
  const seen = await examination.call({ operation, path: pathTo(operation, id) });
  const isTaken = examination.demand(seen, [200], `as ${operation} is allowed in ${status}`);
  if (isTaken && membersOf(seen.body)['success'] === false) {
    const message = `must be true, as ${operation} is allowed in ${status}`;
    const place = { part: 'body', pointer: '/success', keyword: 'lifecycle' } as const;
    examination.report(memberRule('Success', 'success'), { ...place, message, seen });
  }
  return seen;
}

/** A step of a sandbox from one state to another. */
interface Step {
  readonly from: string;
  readonly to: string;
  /** Undefined if it is only a matter of time. */
  readonly operation: 'pauseSandbox' | 'resumeSandbox' | undefined;
}

/**
 * Waits until a step has led where it should, or further.
 *
 * @returns the state that was seen then
 * @throws {CheckOver} when it does not; that is reported. It is the purpose of the operation, unless the sandbox
 *   has failed
 */
export async function arrive(examination: Examination, id: string, step: Step): Promise<string> {
  const { from, to, operation } = step;
  const name = 'SandboxStatus';
  const after = reachable(lifecycleOf(name), to, () => false);
  const last = await waitFor(examination, id, (status) => after.has(status));
  if (last !== undefined && after.has(last)) return last;
  const how = operation === undefined ? 'by itself' : `by ${operation}`;
  const seconds = examination.session.settings.wait / 1000;
  const message = `must become ${to} from ${from} ${how}, and was ${last ?? 'gone'} after ${seconds} s`;
  const place = { part: 'body', pointer: '/items', keyword: 'lifecycle' } as const;
  const hasFailed = last === undefined || last === 'ERROR' || last === 'MISSING';
  const purpose = operationRule(operationOf(operation ?? 'startSandbox'));
  examination.report(hasFailed ? lifecycleRule(name) : purpose, { ...place, message });
  throw new CheckOver();
}

/** The first and the longest pause between two looks, in milliseconds. */
const pauses = { first: 100, longest: 2000 };

/**
 * Looks again and again, less and less often, as long as a change of state may take.
 *
 * @param look gives undefined where there is reason to look again
 * @returns undefined when that was all that could be seen
 * @throws {BudgetSpent} when the budget is
 */
export async function poll<T>(
  { session: { line, settings } }: Examination,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const end = performance.now() + settings.wait;
  for (let pause = pauses.first; ; pause = Math.min(pause * 1.5, pauses.longest)) {
    const seen = await look();
    const left = end - performance.now();
    if (seen !== undefined || left <= 0) return seen;
    await line.pause(Math.min(pause, left));
  }
}

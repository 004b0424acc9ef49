import { memberRule } from '../../oracle/rule.ts';
import { pathTo } from '../call.ts';
import { CheckOver } from '../check.ts';
import type { Examination, Seen } from '../examination.ts';
import { listOf, membersOf, textOf } from '../members.ts';
import { poll } from './poll.ts';
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

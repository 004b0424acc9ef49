import type { OperationId } from '@agent-conversation/validators';
import { parameterRule } from '../../oracle/rule.ts';
import { CheckOver } from '../check.ts';
import type { Examination } from '../examination.ts';
import { listOf, type Members, membersOf, textOf } from '../members.ts';
import { demandUnderstood } from './understood.ts';

/** What the pages of a search have shown, one after the other. */
export interface Walk {
  readonly items: readonly Members[];
  readonly ids: readonly string[];
}

/** How many pages are turned at most. */
const mostPages = 30;

/**
 * Turns the pages of a search to the end, or as many as can be borne.
 *
 * @param limit undefined asks for none
 * @throws {CheckOver} when the search does not work
 */
export async function walkPages(
  examination: Examination,
  operation: OperationId,
  limit: number | undefined,
): Promise<Walk> {
  const items: Members[] = [];
  const turned = new Set<string>();
  let page: string | undefined;
  do {
    const query = [
      ...(limit === undefined ? [] : [`limit=${limit}`]),
      ...(page === undefined ? [] : [`page_id=${encodeURIComponent(page)}`]),
    ];
    const call = { operation, query };
    const seen = await examination.call(call);
    demandUnderstood(examination, call, seen);
    if (seen.status !== 200) throw new CheckOver();
    const { items: some, next_page_id: next } = membersOf(seen.body);
    const shown = listOf(some);
    if (shown.length > (limit ?? 100)) {
      const message = `must have ${limit ?? 100} items at most, as limit ${limit === undefined ? 'is by default' : 'says'}`;
      const place = { part: 'body', pointer: '/items', keyword: 'limit' } as const;
      examination.report(parameterRule('Limit'), { ...place, message, seen });
    }
    items.push(...shown);
    page = textOf(next);
    if (page !== undefined && turned.has(page)) {
      const message = 'must not lead back to a page that was shown before';
      const place = { part: 'body', pointer: '/next_page_id', keyword: 'page_id' } as const;
      examination.report(parameterRule('PageId'), { ...place, message, seen });
      break;
    }
    if (page !== undefined) turned.add(page);
  } while (page !== undefined && turned.size < mostPages);
  return { items, ids: items.flatMap(({ id }) => textOf(id) ?? []) };
}

/** Whether one of the items was created after one that stands before it. */
export function createdAfter(items: readonly Members[]): boolean {
  const times = items
    .map(({ created_at: at }) => Date.parse(String(at)))
    .filter((time) => !Number.isNaN(time));
  return times.some((time, at) => at > 0 && time > times[at - 1]!);
}

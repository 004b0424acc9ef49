import type { OperationId } from '@agent-conversation/validators';
import { answerRule, parameterRule } from '../../oracle/rule.ts';
import { operationOf } from '../call.ts';
import { type Check, checkOf, CheckOver, Skipped } from '../check.ts';
import type { Examination } from '../examination.ts';
import { listOf, type Members, membersOf, textOf } from '../members.ts';
import { demandUnderstood } from './understood.ts';

/** So many are enough to see whether pages repeat or leave out something. */
const enough = 3;

/** Into about so many pages a search is divided, once after the other. */
const pages = [4, 2];

/** What the pages of one size have shown. */
interface Paged extends Walk {
  readonly limit: number;
}

/** @param writes whether sandboxes may be started, where there are too few to page through */
export function pagesCheck(
  operation: 'searchSandboxes' | 'searchSandboxSpecs',
  writes: boolean,
): Check {
  return checkOf(operation, 'pages', {
    title: 'Pages of any size list each item once, in the same order, newest first',
    writes,
    async run(examination) {
      let whole = await walkPages(examination, operation, undefined);
      if (writes) {
        for (let count = whole.ids.length; count < enough; count += 1)
          await startSandbox(examination);
        if (whole.ids.length < enough) whole = await walkPages(examination, operation, undefined);
      }
      const { length } = whole.ids;
      if (length < 2)
        throw new Skipped(`there ${['is none', 'is but one'][length]} to page through`);
      const limits = new Set(pages.map((count) => Math.min(99, Math.ceil(length / count))));
      const paged: Paged[] = [];
      for (const limit of limits) {
        paged.push({ limit, ...(await walkPages(examination, operation, limit)) });
      }
      const again = await walkPages(examination, operation, undefined);
      // Others may start or lose something meanwhile.
      const steady = whole.ids.filter((id) => again.ids.includes(id));
      for (const walk of paged) {
        tellRepeated(examination, walk);
        tellSkipped(examination, steady, walk);
      }
      tellOrder(examination, operation, whole.items);
    },
  });
}

async function startSandbox(examination: Examination): Promise<void> {
  const operation: OperationId = 'startSandbox';
  const seen = await examination.call({ operation });
  if (!examination.demand(seen, [200], 'because there is a default spec')) {
    throw new CheckOver();
  }
}

function tellRepeated(examination: Examination, { ids, limit }: Paged): void {
  const repeated = ids.filter((id, at) => ids.indexOf(id) < at).length;
  if (repeated === 0) return;
  const message = `must not be repeated: ${repeated} of ${ids.length} were shown by pages before, with limit=${limit}`;
  examination.report(parameterRule('PageId'), { ...ofItems, keyword: 'page_id', message });
}

function tellSkipped(
  examination: Examination,
  all: readonly string[],
  { ids, limit }: Paged,
): void {
  const skipped = all.filter((id) => !ids.includes(id)).length;
  const rule = parameterRule('PageId');
  if (skipped > 0) {
    const message = `must not be left out: ${skipped} of ${all.length} were on no page, with limit=${limit}`;
    examination.report(rule, { ...ofItems, keyword: 'page_id', message });
    return;
  }
  const same = ids.filter((id, at) => all.includes(id) && ids.indexOf(id) === at);
  if (same.some((id, at) => id !== all[at])) {
    const message = `must be in the same order whatever the limit is, and are not with limit=${limit}`;
    examination.report(rule, { ...ofItems, keyword: 'page_id', message });
  }
}

function tellOrder(examination: Examination, operation: OperationId, shown: Walk['items']): void {
  if (!createdAfter(shown)) return;
  const message = 'must be newest first, by created_at';
  examination.report(answerRule(operationOf(operation), 200), {
    ...ofItems,
    keyword: 'order',
    message,
  });
}

const ofItems = { part: 'body', pointer: '/items' } as const;

/** What the pages of a search have shown, one after the other. */
interface Walk {
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
async function walkPages(
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
function createdAfter(items: readonly Members[]): boolean {
  const times = items
    .map(({ created_at: at }) => Date.parse(String(at)))
    .filter((time) => !Number.isNaN(time));
  return times.some((time, at) => at > 0 && time > times[at - 1]!);
}

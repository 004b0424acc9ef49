/** The check of pages. */
import type { OperationId } from '@agent-conversation/validators';
import { operationOf } from '../../contract.ts';
import { parameterRule, responseRule } from '../../oracle/rules.ts';
import { type CheckContext, CheckOver, Skipped, type CheckDefinition } from '../check-context.ts';
import { listOf, type Properties, propertiesOf, textOf } from '../values.ts';

/** So many items are enough to see whether pages repeat or omit something. */
const enough = 3;

/** A search is divided into about so many pages, once after the other. */
const divisions = [4, 2];

/** How many pages are read at most. */
const mostPages = 30;

const inItems = { part: 'body', pointer: '/items' } as const;

/** All pages of a search. */
interface Listing {
  readonly items: readonly Properties[];
  readonly ids: readonly string[];
}

/**
 * Reads the pages of a search to the end, or {@link mostPages} of them.
 *
 * @throws {CheckOver} when the search does not work
 */
async function readPages(
  context: CheckContext,
  operation: OperationId,
  limit?: number,
): Promise<Listing> {
  const items: Properties[] = [];
  const read = new Set<string>();
  let page: string | undefined;
  do {
    const query = [
      ...(limit === undefined ? [] : [`limit=${limit}`]),
      ...(page === undefined ? [] : [`page_id=${encodeURIComponent(page)}`]),
    ];
    const seen = await context.callValid({ operation, query });
    if (seen.status !== 200) throw new CheckOver();
    const { items: some, next_page_id: next } = propertiesOf(seen.body);
    const shown = listOf(some);
    if (shown.length > (limit ?? 100)) {
      const message = `must have ${limit ?? 100} items at most, as limit ${limit === undefined ? 'is by default' : 'says'}`;
      context.report(parameterRule('Limit'), { ...inItems, keyword: 'limit', message, seen });
    }
    items.push(...shown);
    page = textOf(next);
    if (page !== undefined && read.has(page)) {
      const message = 'must not lead back to an earlier page';
      const place = { part: 'body', pointer: '/next_page_id', keyword: 'page_id' } as const;
      context.report(parameterRule('PageId'), { ...place, message, seen });
      break;
    }
    if (page !== undefined) read.add(page);
  } while (page !== undefined && read.size < mostPages);
  return { items, ids: items.flatMap(({ id }) => textOf(id) ?? []) };
}

/** Reports items of pages that are repeated, omitted or in another order than in the whole list. */
function comparePages(
  context: CheckContext,
  all: readonly string[],
  { ids }: Listing,
  limit: number,
): void {
  const report = (message: string) =>
    context.report(parameterRule('PageId'), { ...inItems, keyword: 'page_id', message });
  const repeated = ids.filter((id, at) => ids.indexOf(id) < at).length;
  if (repeated > 0) {
    report(
      `must not be repeated: ${repeated} of ${ids.length} were on earlier pages, with limit=${limit}`,
    );
  }
  const omitted = all.filter((id) => !ids.includes(id)).length;
  const same = ids.filter((id, at) => all.includes(id) && ids.indexOf(id) === at);
  if (omitted > 0) {
    report(`must not be omitted: ${omitted} of ${all.length} were on no page, with limit=${limit}`);
  } else if (same.some((id, at) => id !== all[at])) {
    report(`must be in the same order whatever the limit is, and are not with limit=${limit}`);
  }
}

/** Whether an item was created after one before it. */
function isUnordered(items: readonly Properties[]): boolean {
  const times = items
    .map(({ created_at: at }) => Date.parse(String(at)))
    .filter((time) => !Number.isNaN(time));
  return times.some((time, at) => at > 0 && time > times[at - 1]!);
}

export const pageChecks: CheckDefinition = {
  kind: 'pages',
  title: 'Pages of any size list each item once, in the same order, newest first',
  of: ({ operationId }) =>
    operationId === 'searchSandboxes' || operationId === 'searchSandboxSpecs',
  writes: ({ operationId }, write) => write && operationId === 'searchSandboxes',
  async run(context, operation) {
    let whole = await readPages(context, operation);
    if (context.check.writes && whole.ids.length < enough) {
      for (let count = whole.ids.length; count < enough; count += 1) {
        const seen = await context.call({ operation: 'startSandbox' });
        if (!context.demand(seen, [200], 'because there is a default spec')) throw new CheckOver();
      }
      whole = await readPages(context, operation);
    }
    const { length } = whole.ids;
    if (length < 2)
      throw new Skipped(`there ${['is none', 'is only one'][length]} to page through`);
    const limits = new Set(divisions.map((count) => Math.min(99, Math.ceil(length / count))));
    const listings = new Map<number, Listing>();
    for (const limit of limits) listings.set(limit, await readPages(context, operation, limit));
    const later = await readPages(context, operation);
    // Others may start or delete something meanwhile.
    const steady = whole.ids.filter((id) => later.ids.includes(id));
    for (const [limit, listing] of listings) comparePages(context, steady, listing, limit);
    if (!isUnordered(whole.items)) return;
    const rule = responseRule(operationOf(operation), 200);
    const message = 'must be newest first, by created_at';
    context.report(rule, { ...inItems, keyword: 'order', message });
  },
};

/** The check of pages. */
import { type JsonObject } from '@agent-conversation/contract';
import { parameterRule, responseRule } from '../../oracle/rules.ts';
import { type CheckContext, type CheckDefinition, CheckOver, Skipped } from '../check-context.ts';
import { textOf } from '../values.ts';
import { pagesOf } from './sandboxes.ts';

/** So many items are enough to see whether pages repeat or omit something. */
const enough = 3;

/** A search is divided into about so many pages, once after the other. */
const divisions = [4, 2];

/** How many pages are read at most. */
const mostPages = 30;

export const pageChecks: readonly CheckDefinition[] = [
  {
    kind: 'pages',
    title: 'Pages of any size list each item once, in the same order, newest first',
    of: ({ operationId }) =>
      operationId === 'searchSandboxes' || operationId === 'searchSandboxSpecs',
    writes: ({ operationId }, write) => write && operationId === 'searchSandboxes',
    async run(context) {
      let whole = await readPages(context);
      if (context.check.writes && whole.ids.length < enough) {
        for (let count = whole.ids.length; count < enough; count += 1) {
          const call = { operation: 'startSandbox' } as const;
          const seen = await context.expect([200], call, 'because there is a default spec');
          if (seen.status !== 200) throw new CheckOver();
        }
        whole = await readPages(context);
      }
      const { length } = whole.ids;
      if (length < 2) {
        throw new Skipped(`there ${['is none', 'is only one'][length]} to page through`);
      }
      // Smaller than by default.
      const most = usualLimit(context) - 1;
      const limits = new Set(divisions.map((count) => Math.min(most, Math.ceil(length / count))));
      const divided = new Map<number, readonly string[]>();
      for (const limit of limits) divided.set(limit, (await readPages(context, limit)).ids);
      const later = await readPages(context);
      // Others may start or delete something meanwhile.
      const steady = whole.ids.filter((id) => later.ids.includes(id));
      for (const [limit, ids] of divided) comparePages(context, steady, ids, limit);
      const times = whole.items
        .map(({ created_at: at }) => Date.parse(textOf(at) ?? ''))
        .filter((time) => !Number.isNaN(time));
      if (!times.some((time, at) => at > 0 && time > times[at - 1]!)) return;
      const rule = responseRule(context.operation, 200);
      context.report(rule, 'body/items', 'order', 'must be newest first, by created_at');
    },
  },
];

/** How many items a page has at most by default. */
function usualLimit({ operation }: CheckContext): number {
  return Number(operation.parameters.find(({ name }) => name === 'limit')!.schema.default);
}

/** Reads the pages of a search to the end, or {@link mostPages} of them. */
async function readPages(context: CheckContext, limit?: number) {
  const all: JsonObject[] = [];
  const read = new Set<string>();
  const pages = pagesOf(context, context.operation.operationId, mostPages, limit);
  for await (const { seen, items, next } of pages) {
    all.push(...items);
    const most = limit ?? usualLimit(context);
    if (items.length > most) {
      const why = `as limit ${limit === undefined ? 'is by default' : 'says'}`;
      const message = `must have ${most} items at most, ${why}`;
      context.report(parameterRule('Limit'), 'body/items', 'limit', message, seen);
    }
    if (next === undefined) break;
    if (read.has(next)) {
      const message = 'must not lead back to an earlier page';
      context.report(parameterRule('PageId'), 'body/next_page_id', 'page_id', message, seen);
      break;
    }
    read.add(next);
  }
  return { items: all, ids: all.flatMap(({ id }) => textOf(id) ?? []) };
}

/** Reports items of pages that are repeated, omitted or in another order than in the whole list. */
function comparePages(
  context: CheckContext,
  all: readonly string[],
  ids: readonly string[],
  limit: number,
): void {
  const report = (message: string) =>
    context.report(parameterRule('PageId'), 'body/items', 'page_id', message);
  const same = ids.filter((id, at) => all.includes(id) && ids.indexOf(id) === at);
  const repeated = ids.length - new Set(ids).size;
  const omitted = all.filter((id) => !ids.includes(id)).length;
  const at = `with limit=${limit}`;
  if (repeated > 0) {
    report(`must not be repeated: ${repeated} of ${ids.length} were on earlier pages, ${at}`);
  }
  if (omitted > 0) {
    report(`must not be omitted: ${omitted} of ${all.length} were on no page, ${at}`);
  } else if (same.some((id, position) => id !== all[position])) {
    report(`must be in the same order whatever the limit is, and are not ${at}`);
  }
}

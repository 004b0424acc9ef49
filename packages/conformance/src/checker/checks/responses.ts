/** Checks of what successful responses have: the settings, the list of conversations, and pages. */
import { type JsonObject, objectOf } from '@agent-conversation/contract';
import { operationOf } from '../../contract.ts';
import { elementAt, responseRule, ruleAt } from '../../oracle/rules.ts';
import { secretsByName, textsIn } from '../../oracle/secrets.ts';
import { conversationId, formatId } from '../../requests/valid-requests.ts';
import { madeUpUuid, percentEncoded, textOf } from '../../requests/calls.ts';
import type { CheckContext, CheckDefinition } from '../check-context.ts';
import { CheckOver, NoSandboxLeft, Skipped } from '../ends.ts';
import { pagesOf } from './sandboxes.ts';

/** How many conversations are requested by their ids. */
const mostIds = 3;

export const responseChecks: readonly CheckDefinition[] = [
  {
    kind: 'secrets',
    title: 'No secret is returned in clear text',
    of: ({ operationId }) => operationId === 'getSettings',
    async run(context) {
      const seen = await context.call({});
      if (seen.status !== 200) return;
      // The settings state that there are secrets, and not which (decision D19).
      const texts = textsIn(
        seen.body,
        elementAt('/components/schemas/Settings'),
      );
      for (const { pointer, text, isName, secret } of texts) {
        if (!secret || isName || /^[*•]*$/.test(text)) continue;
        const message = 'must be null or empty, because it is a secret';
        context.report(secret, `body${pointer}`, 'secret', message, seen);
      }
      const rule = ruleAt('/components/schemas/Settings');
      for (const { pointer } of secretsByName(texts)) {
        const message =
          'must be null or empty, because its name is that of a secret';
        context.report(rule, `body${pointer}`, 'secret', message, seen);
      }
    },
  },
  {
    kind: 'ids',
    title:
      'The response has an entry for each id, in either form and in order, null for an unknown one',
    of: ({ operationId }) => operationId === 'listAppConversations',
    async run(context) {
      const { conversations } = context.session;
      // Deployments that do not require ids list conversations; of others, those that this run has created are known.
      await context.call({});
      const known = [...conversations].slice(0, mostIds).toReversed();
      for (const [, check] of known) context.involved.add(check);
      const unknown = madeUpUuid(
        context.settings.seed,
        context.check.operation,
      );
      const ids = known.map(([id]) => id).toSpliced(1, 0, unknown);
      for (const hyphenated of [false, true])
        await compareIds(context, ids, unknown, hyphenated);
    },
  },
];

/** Requests conversations by their ids, in one of the two forms, and compares the entries with the ids. */
async function compareIds(
  context: CheckContext,
  ids: readonly string[],
  unknown: string,
  hyphenated: boolean,
): Promise<void> {
  const query = ids.map(
    (id) => `ids=${percentEncoded(formatId([id, hyphenated]))}`,
  );
  const seen = await context.callValid({ query });
  if (seen.status !== 200 || !Array.isArray(seen.body)) return;
  const rule = ruleAt('/components/parameters/AppConversationIds');
  if (seen.body.length !== ids.length) {
    const message = `must have ${ids.length} entries, one for each id that was asked for`;
    context.report(rule, 'body', 'ids', message, seen);
    return;
  }
  for (const [at, entry] of (seen.body as unknown[]).entries()) {
    const wanted = ids[at]!;
    const isKnown = wanted !== unknown;
    // The id may be absent.
    const id = textOf(objectOf(entry)['id']) ?? wanted;
    if (
      isKnown ? entry !== null && conversationId(id) === wanted : entry === null
    )
      continue;
    const message = isKnown
      ? 'must be the conversation with the id at this position'
      : 'must be null, because no conversation has the id';
    context.report(rule, `body/${at}`, 'ids', message, seen);
  }
}

/** So many items are enough to see whether pages repeat or omit something. */
const enough = 3;

/** A search is divided into about so many pages, once after the other. */
const divisions = [4, 2];

/** How many pages are read at most. */
const mostPages = 30;

const pageId = ruleAt('/components/parameters/PageId');

export const pageChecks: readonly CheckDefinition[] = [
  {
    kind: 'pages',
    title:
      'Pages of any size list each item once, in the same order; sandboxes newest first',
    of: ({ operationId }) =>
      operationId === 'searchSandboxes' || operationId === 'searchSandboxSpecs',
    writes: ({ operationId }, write) =>
      write && operationId === 'searchSandboxes',
    async run(context) {
      let whole = await readPages(context);
      if (context.check.writes && whole.ids.length < enough) {
        await startSandboxes(context, enough - whole.ids.length);
        whole = await readPages(context);
      }
      reportGone(context, whole);
      const { length } = whole.ids;
      if (length < 2) {
        throw new Skipped(
          `there ${['is none', 'is only one'][length]} to page through`,
        );
      }
      // Smaller than by default.
      const most = usualLimit(context) - 1;
      const limits = new Set(
        divisions.map((count) => Math.min(most, Math.ceil(length / count))),
      );
      const divided = new Map<number, readonly string[]>();
      for (const limit of limits)
        divided.set(limit, (await readPages(context, limit)).ids);
      const later = await readPages(context);
      reportGone(context, later);
      // Others may start or delete something meanwhile.
      const still = new Set(later.ids);
      const steady = whole.ids.filter((id) => still.has(id));
      for (const [limit, ids] of divided)
        comparePages(context, steady, ids, limit);
      // Specs have the order of the deployment.
      if (context.operation.operationId !== 'searchSandboxes') return;
      const times = whole.items
        .map(({ created_at: at }) => Date.parse(textOf(at) ?? ''))
        .filter((time) => !Number.isNaN(time));
      if (!times.some((time, at) => at > 0 && time > times[at - 1]!)) return;
      const rule = responseRule(context.operation, 200);
      context.report(
        rule,
        'body/items',
        'order',
        'must be newest first, by created_at',
      );
    },
  },
];

/** Starts sandboxes, fewer if the run may not start as many. */
async function startSandboxes(
  context: CheckContext,
  count: number,
): Promise<void> {
  const call = { operation: operationOf('startSandbox') };
  try {
    for (let started = 0; started < count; started += 1) {
      const seen = await context.expect(
        [200],
        call,
        'because there is a default spec',
      );
      if (seen.status !== 200) throw new CheckOver();
    }
  } catch (error) {
    if (!(error instanceof NoSandboxLeft)) throw error;
  }
}

/** How many items a page has at most by default. */
function usualLimit({ operation }: CheckContext): number {
  return Number(
    operation.parameters.find(({ name }) => name === 'limit')!.schema.default,
  );
}

/** Reads the pages of a search to the end, or {@link mostPages} of them. */
async function readPages(context: CheckContext, limit?: number) {
  const all: JsonObject[] = [];
  const read = new Set<string>();
  let isComplete = false;
  const pages = pagesOf(context, context.operation, mostPages, limit);
  for await (const { seen, items, count, next } of pages) {
    all.push(...items);
    const most = limit ?? usualLimit(context);
    if (count > most) {
      const why = `as limit ${limit === undefined ? 'is by default' : 'says'}`;
      const message = `must have ${most} items at most, ${why}`;
      context.report(
        ruleAt('/components/parameters/Limit'),
        'body/items',
        'limit',
        message,
        seen,
      );
    }
    if (next === undefined) {
      isComplete = true;
      break;
    }
    if (read.has(next)) {
      const message = 'must not lead back to an earlier page';
      context.report(pageId, 'body/next_page_id', 'page_id', message, seen);
      break;
    }
    read.add(next);
  }
  return {
    items: all,
    ids: all.flatMap(({ id }) => textOf(id) ?? []),
    isComplete,
  };
}

/** Reports sandboxes of the run that were listed before and are not any more, although no operation deletes them. */
function reportGone(
  context: CheckContext,
  {
    ids,
    isComplete,
  }: { readonly ids: readonly string[]; readonly isComplete: boolean },
): void {
  const { operationId, pointer } = context.operation;
  if (operationId !== 'searchSandboxes' || !isComplete) return;
  const { shownSandboxes } = context.session;
  const listed = new Set(ids);
  const gone = [...shownSandboxes].filter((id) => !listed.has(id));
  if (gone.length === 0) return;
  const count = `${gone.length} of ${shownSandboxes.size}`;
  // Each is reported once.
  for (const id of gone) shownSandboxes.delete(id);
  const message = `must list the sandboxes of this run, of which ${count} have disappeared`;
  context.report(ruleAt(pointer), 'body/items', 'shown', message);
}

/** Reports items of pages that are repeated, omitted or in another order than in the whole list. */
function comparePages(
  context: CheckContext,
  all: readonly string[],
  ids: readonly string[],
  limit: number,
): void {
  const report = (message: string) =>
    context.report(pageId, 'body/items', 'page_id', message);
  const known = new Set(all);
  const unique = new Set(ids);
  const same = [...unique].filter((id) => known.has(id));
  const repeated = ids.length - unique.size;
  const omitted = all.filter((id) => !unique.has(id)).length;
  const at = `with limit=${limit}`;
  if (repeated > 0) {
    report(
      `must not be repeated: ${repeated} of ${ids.length} were on earlier pages, ${at}`,
    );
  }
  if (omitted > 0) {
    report(
      `must not be omitted: ${omitted} of ${all.length} were on no page, ${at}`,
    );
  } else if (same.some((id, position) => id !== all[position])) {
    report(
      `must be in the same order whatever the limit is, and are not ${at}`,
    );
  }
}

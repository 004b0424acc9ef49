/** Seed data from the contract's examples, for the option `examples`. */
import type { AppConversationStartRequest, operations } from '@agent-conversation/types';
import { examplesOf, operationsById } from '../contract.ts';
import type { Account, SeedData } from '../state/store.ts';
import { validateRequest } from '../validate.ts';

/** Reads the resources that the contract's examples show. */
export function createSeedData(): SeedData {
  const pages = examplesIn('searchSandboxes').flatMap(({ items }) => items);
  const sandboxes = unique([...pages, ...examplesIn('startSandbox')]);
  const lists = examplesIn('listAppConversations').flat();
  const appConversations = unique(lists.filter((it) => it !== null));
  const tasks = appConversations.map((it) => {
    // The request that leads to it: the properties that both of them have.
    const parts = { body: { ...it, conversation_id: it.id } };
    const { request } = validateRequest(operationsById.startAppConversation, parts, false);
    return {
      app_conversation_id: it.id!,
      sandbox_id: it.sandbox_id,
      request: request!.body as AppConversationStartRequest,
      created_at: it.created_at!,
    };
  });

  const shown = [...sandboxes, ...appConversations];
  const times = shown.flatMap((it) => [it.created_at, 'updated_at' in it && it.updated_at]);
  return {
    time: Math.max(...times.flatMap((text) => (text ? Date.parse(text) : []))),
    addTo(account: Account): void {
      const { ids, now } = account;
      // A status that ends with time starts now: it would have ended long ago.
      for (const it of sandboxes) {
        const { id, status, status_detail: detail = null } = it;
        const since = account.sandboxes.isPassing(status) ? now : Date.parse(it.created_at!);
        account.sandboxes.add({ id, status, since, detail, shown: it });
      }
      for (const it of tasks) {
        const since = Date.parse(it.created_at);
        account.tasks.add({ id: ids.hex(), status: 'READY', since, shown: it });
      }
      for (const it of appConversations) {
        const status = it.execution_status ?? account.appConversations.initial;
        const since = account.appConversations.isPassing(status) ? now : Date.parse(it.updated_at!);
        const own = { id: it.id!, status, since, turns: 0 };
        account.appConversations.add({ ...own, shown: structuredClone(it) });
      }
      for (const it of examplesIn('createConversation')) {
        const status = it.conversation_status ?? account.conversations.initial;
        account.conversations.add({ id: it.conversation_id, status, since: now, shown: {} });
      }
    },
  };
}

function examplesIn<
  Id extends 'searchSandboxes' | 'startSandbox' | 'listAppConversations' | 'createConversation',
>(id: Id) {
  type Body = operations[Id]['responses'][200]['content']['application/json'];
  return [...examplesOf(id, 200).values()] as Body[];
}

/** Returns resources from the oldest to the newest. If several show the same one, the first is used. */
function unique<T extends { readonly id?: string; readonly created_at?: string | null }>(
  newestFirst: readonly T[],
): T[] {
  return [...new Map(oldestFirst(newestFirst).map((it) => [it.id, it])).values()];
}

/** Sorts what a response shows newest first, also where it does not say the time. */
export function oldestFirst<T extends { readonly created_at?: string | null }>(
  newestFirst: readonly T[],
): T[] {
  const time = ({ created_at }: T) => Date.parse(created_at ?? '');
  return newestFirst.toReversed().toSorted((a, b) => time(a) - time(b));
}

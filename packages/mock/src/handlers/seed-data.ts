/** Seed data from the contract's examples, for the option `examples`. */
import type {
  AppConversation,
  AppConversationStartRequest,
  ConversationStatus,
  CreateConversationResponse,
  ExecutionStatus,
  Sandbox,
  SandboxPage,
  SandboxStatus,
} from '@agent-conversation/types';
import type { OperationId } from '@agent-conversation/validators';
import { examplesOf } from '../contract.ts';
import type { SeedData } from '../state/store.ts';
import { listedProperties } from './app-conversations.ts';
import { oldestFirst } from './settings.ts';

/** Reads the resources that the contract's examples show. */
export function createSeedData(): SeedData {
  const pages = examplesIn<SandboxPage>('searchSandboxes').flatMap(({ items }) => items);
  const sandboxes = unique([...pages, ...examplesIn<Sandbox>('startSandbox')]);
  const lists = examplesIn<readonly (AppConversation | null)[]>('listAppConversations').flat();
  const appConversations = unique(lists.filter((it) => it !== null));
  const conversations = examplesIn<CreateConversationResponse>('createConversation');
  // The requests that lead to the conversations: the properties that both of them have.
  const requests = appConversations.map((it) =>
    listedProperties({ ...it, conversation_id: it.id } as AppConversationStartRequest),
  );

  const shown = [...sandboxes, ...appConversations];
  const times = shown.flatMap((it) => [it.created_at, 'updated_at' in it && it.updated_at]);
  return {
    time: Math.max(...times.flatMap((text) => (text ? Date.parse(text) : []))),
    userId: shown.find((it) => it.created_by_user_id)?.created_by_user_id,
    addTo(account) {
      const { ids, now } = account;
      for (const example of sandboxes) {
        const { id, sandbox_spec_id: specId, status_detail: detail = null } = example;
        const status = example.status as SandboxStatus;
        const [createdAt, since] = [example.created_at!, Date.parse(example.created_at!)];
        account.sandboxes.add({ id, specId, createdAt, status, since, detail, example });
      }
      for (const [index, example] of appConversations.entries()) {
        const { id = '', sandbox_id: sandboxId, execution_status, sub_conversation_ids } = example;
        const status = (execution_status ?? account.appConversations.initial) as ExecutionStatus;
        const createdAt = example.created_at!;
        const common = { sandboxId, request: requests[index]!, createdAt };
        const ready = { status: 'READY', since: Date.parse(createdAt) } as const;
        account.tasks.add({ ...common, ...ready, id: ids.hex(), conversationId: id });
        const since = Date.parse(example.updated_at!);
        const own = { status, since, subConversationIds: [...sub_conversation_ids!], turns: 0 };
        account.appConversations.add({ ...common, ...own, id, example });
      }
      for (const { conversation_id: id, conversation_status: status } of conversations) {
        account.conversations.add({ id, status: status as ConversationStatus, since: now });
      }
      // A status that ends with time starts now: it would have ended long ago.
      for (const { passing } of [account.sandboxes, account.appConversations]) {
        for (const it of passing) it.since = now;
      }
    },
  };
}

function examplesIn<Body>(id: OperationId): Body[] {
  return [...examplesOf(id, 200).values()] as Body[];
}

/** Returns resources from the oldest to the newest. If several show the same one, the first is used. */
function unique<T extends { readonly id?: string; readonly created_at?: string | null }>(
  newestFirst: readonly T[],
): T[] {
  return [...new Map(oldestFirst(newestFirst).map((it) => [it.id, it])).values()];
}

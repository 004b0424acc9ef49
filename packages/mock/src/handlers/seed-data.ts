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
import { examplesOf, operationsById } from '../contract.ts';
import type { Account } from '../state/store.ts';
import { validateRequest } from '../validate.ts';

/**
 * Reads the resources that the contract's examples show.
 *
 * @returns them by id, the latest time that they show, and a function that adds them to the state of a key
 */
export function createSeedData() {
  const pages = examplesIn<SandboxPage>('searchSandboxes').flatMap(({ items }) => items);
  const lists = examplesIn<readonly (AppConversation | null)[]>('listAppConversations').flat();
  const conversations = examplesIn<CreateConversationResponse>('createConversation');
  const sandboxes = byId([...pages, ...examplesIn<Sandbox>('startSandbox')]);
  const appConversations = byId(lists.filter((it) => it !== null));

  const shown = [...sandboxes.values(), ...appConversations.values()];
  const times = shown.flatMap((it) => [it.created_at, 'updated_at' in it && it.updated_at]);
  // The requests that lead to the conversations: the properties that both of them have.
  const requests = new Map(
    [...appConversations].map(([id, it]) => {
      const parts = { body: { ...it, conversation_id: id } };
      const { request } = validateRequest(operationsById.startAppConversation, parts, false);
      return [id, request!.body as AppConversationStartRequest];
    }),
  );
  return {
    sandboxes,
    appConversations,
    time: Math.max(...times.flatMap((text) => (text ? Date.parse(text) : []))),
    userId: shown.find((it) => it.created_by_user_id)?.created_by_user_id,
    addTo(account: Account) {
      for (const [id, it] of sandboxes) {
        const { sandbox_spec_id: specId, status_detail: detail = null } = it;
        const createdAt = it.created_at!;
        const status = it.status as SandboxStatus;
        const since = Date.parse(createdAt);
        account.sandboxes.add({ id, specId, createdAt, status, since, detail });
      }
      for (const [id, it] of appConversations) {
        const createdAt = it.created_at!;
        const common = { id, sandboxId: it.sandbox_id, request: requests.get(id)!, createdAt };
        const ready = { status: 'READY', since: Date.parse(createdAt), detail: null } as const;
        account.tasks.add({ ...common, ...ready, taskId: account.ids.hex() });
        const status = (it.execution_status ?? account.appConversations.initial) as ExecutionStatus;
        const since = Date.parse(it.updated_at!);
        const subConversationIds = [...it.sub_conversation_ids!];
        account.appConversations.add({ ...common, status, since, subConversationIds, turns: 0 });
      }
      const { now } = account;
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

/** Returns resources by id, from the oldest to the newest. */
function byId<T extends { readonly id?: string; readonly created_at?: string | null }>(
  newestFirst: readonly T[],
): Map<string, T> {
  const time = ({ created_at }: T) => Date.parse(created_at ?? '');
  const oldestFirst = newestFirst.toReversed().toSorted((a, b) => time(a) - time(b));
  // If several show a resource, the first one is used.
  return new Map(oldestFirst.map(({ id }) => [id!, newestFirst.find((it) => it.id === id)!]));
}

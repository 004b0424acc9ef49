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
import { type SeedData, timestamp } from '../state/store.ts';
import { listedProperties } from './app-conversations.ts';
import type { Examples } from './context.ts';

/** Reads the examples of successful responses. If several show a resource, the first one is used. */
export function readExamples(): Examples {
  const examplesIn = <Body>(id: OperationId) => [...examplesOf(id, 200).values()] as Body[];
  const sandboxes = [
    ...examplesIn<SandboxPage>('searchSandboxes').flatMap(({ items }) => items),
    ...examplesIn<Sandbox>('startSandbox'),
  ];
  const lists = examplesIn<readonly (AppConversation | null)[]>('listAppConversations');
  const conversations = examplesIn<CreateConversationResponse>('createConversation');
  return {
    sandboxes: oldestFirst(sandboxes.map((it) => [it.id, it])),
    appConversations: oldestFirst(lists.flat().map((it) => [it?.id, it])),
    conversations: oldestFirst(conversations.map((it) => [it.conversation_id, it])),
  };
}

/** Returns resources by id, without those that have none. */
function oldestFirst<T extends object>(
  newestFirst: readonly (readonly [id: string | null | undefined, resource: T | null])[],
): Map<string, T> {
  const time = ([, it]: readonly [string, T]) =>
    'created_at' in it ? Date.parse(String(it.created_at)) : NaN;
  // Of two entries with the same id, a map takes the later one.
  const entries = newestFirst
    .toReversed()
    .flatMap(([id, it]) => (id && it ? [[id, it] as const] : []));
  return new Map(entries.toSorted((a, b) => time(a) - time(b) || 0));
}

/** Creates the seed data of each key. A status that ends with time starts now: it would have ended long ago. */
export function createSeedData({ sandboxes, appConversations, conversations }: Examples): SeedData {
  const shown = [...sandboxes.values(), ...appConversations.values()];
  const times = shown.flatMap((it) => [it.created_at, 'updated_at' in it && it.updated_at]);
  // The requests that lead to the conversations: the properties that both of them have.
  const started = [...appConversations].map(([id, it]) => {
    const request = listedProperties({ ...it, conversation_id: id } as AppConversationStartRequest);
    return { id, it, request };
  });
  return {
    time: Math.max(...times.flatMap((text) => (text ? Date.parse(text) : []))),
    userId: shown.find((it) => it.created_by_user_id)?.created_by_user_id,
    addTo(account) {
      const { now } = account;
      for (const [id, it] of sandboxes) {
        const { created_at: createdAt = timestamp(now), status_detail: detail = null } = it;
        const status = it.status as SandboxStatus;
        const since = account.sandboxes.isPassing(status) ? now : Date.parse(createdAt);
        const specId = it.sandbox_spec_id;
        account.sandboxes.add({ id, specId, createdAt, status, since, detail });
      }
      for (const { id, it, request } of started) {
        const { sandbox_id: sandboxId, created_at: createdAt = timestamp(now) } = it;
        const common = { id, sandboxId, request, createdAt };
        const ready = { status: 'READY', since: Date.parse(createdAt), detail: null } as const;
        account.tasks.add({ ...common, ...ready, taskId: account.ids.hex() });
        const status = (it.execution_status ?? account.appConversations.initial) as ExecutionStatus;
        account.appConversations.add({
          ...common,
          status,
          since: account.appConversations.isPassing(status)
            ? now
            : Date.parse(it.updated_at ?? createdAt),
          subConversationIds: [...(it.sub_conversation_ids ?? [])],
          turns: 0,
        });
      }
      for (const [id, it] of conversations) {
        const status = (it.conversation_status ??
          account.conversations.initial) as ConversationStatus;
        account.conversations.add({ id, status, since: now });
      }
    },
  };
}

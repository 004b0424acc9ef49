import type {
  AppConversation,
  AppConversationStartRequest,
  ConversationStatus,
  ExecutionStatus,
  SandboxStatus,
} from '@agent-conversation/types';
import type { Account } from '../state/account.ts';
import type { Beginnings } from '../state/accounts.ts';
import type { Lifecycle, Stateful } from '../state/lifecycle.ts';
import { executionLifecycle } from './app-conversations.ts';
import { conversationLifecycle } from './conversations.ts';
import type { Examples } from './examples.ts';
import { listedMembers } from './listed-members.ts';
import { sandboxLifecycle } from './sandboxes.ts';
import { timestamp } from './world.ts';

/** Lets the state of each key begin with what the examples show. */
export function createBeginnings(examples: Examples): Beginnings {
  const shown = [...examples.sandboxes.values(), ...examples.appConversations.values()];
  const times = shown
    .flatMap((it) => ['updated_at' in it ? it.updated_at : undefined, it.created_at])
    .map((text) => Date.parse(text ?? ''))
    .filter((time) => !Number.isNaN(time));
  const userId = shown.map((it) => it.created_by_user_id).find((id) => typeof id === 'string');
  // The same for each key, and never changed.
  const requests = new Map(
    [...examples.appConversations].map(([id, it]) => [id, requestFor(id, it)] as const),
  );
  return {
    ...(times.length > 0 && { time: Math.max(...times) }),
    ...(userId !== undefined && { userId }),
    begin(account) {
      addSandboxes(account, examples);
      for (const [id, request] of requests) addAppConversation(account, examples, id, request);
      for (const [id, { conversation_status }] of examples.conversations) {
        const status = (conversation_status ?? conversationLifecycle.initial) as ConversationStatus;
        account.conversations.add({ id, ...inState(status, conversationLifecycle, account.now) });
      }
    },
  };
}

function addSandboxes({ sandboxes, now }: Account, examples: Examples): void {
  for (const [id, sandbox] of examples.sandboxes) {
    const { sandbox_spec_id: specId, created_at: createdAt = timestamp(now) } = sandbox;
    const status = sandbox.status as SandboxStatus;
    sandboxes.add({
      id,
      specId,
      createdAt,
      detail: sandbox.status_detail ?? null,
      ...inState(status, sandboxLifecycle, now, createdAt),
    });
  }
}

/** Adds an app conversation and the task that started it. */
function addAppConversation(
  account: Account,
  examples: Examples,
  id: string,
  request: AppConversationStartRequest,
): void {
  const { now } = account;
  const shown = examples.appConversations.get(id)!;
  const { sandbox_id: sandboxId, created_at: createdAt = timestamp(now) } = shown;
  const status = (shown.execution_status ?? executionLifecycle.initial) as ExecutionStatus;
  account.tasks.add({
    id,
    taskId: account.ids.hex(),
    sandboxId,
    request,
    status: 'READY',
    since: Date.parse(createdAt),
    createdAt,
    detail: null,
  });
  account.appConversations.add({
    id,
    sandboxId,
    request,
    createdAt,
    subConversationIds: [...(shown.sub_conversation_ids ?? [])],
    turns: 0,
    ...inState(status, executionLifecycle, now, shown.updated_at ?? createdAt),
  });
}

/** The request that leads to such a conversation: the members that both of them have. */
function requestFor(id: string, shown: AppConversation): AppConversationStartRequest {
  return listedMembers({ ...shown, conversation_id: id } as AppConversationStartRequest);
}

/**
 * A state as an example shows it. One that passes by itself begins now, as it would have passed long ago
 * otherwise.
 */
function inState<State extends string>(
  status: State,
  lifecycle: Lifecycle<State>,
  now: number,
  shown?: string,
): Stateful<State> {
  const passes = shown === undefined || lifecycle.after(status) !== undefined;
  return { status, since: passes ? now : Date.parse(shown) };
}

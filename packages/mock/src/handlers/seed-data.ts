/** Seed data from the contract's examples, for the option `examples`. */
import type {
  AppConversation,
  AppConversationStartRequest,
  ConversationStatus,
  CreateConversationResponse,
  ExecutionStatus,
  Sandbox,
  SandboxStatus,
} from '@agent-conversation/types';
import type { OperationId } from '@agent-conversation/validators';
import { examplesOf } from '../contract.ts';
import type { Lifecycle, Stateful } from '../state/lifecycle.ts';
import type { Account, SeedData } from '../state/store.ts';
import { executionLifecycle, listedProperties } from './app-conversations.ts';
import { timestamp } from './context.ts';
import { conversationLifecycle } from './conversations.ts';
import { sandboxLifecycle } from './sandboxes.ts';

/** The resources that the contract's examples show, by id, from the oldest to the newest. */
export interface Examples {
  readonly sandboxes: ReadonlyMap<string, Sandbox>;
  readonly appConversations: ReadonlyMap<string, AppConversation>;
  /** The conversations of the legacy generation. */
  readonly conversations: ReadonlyMap<string, CreateConversationResponse>;
}

/** Reads the examples of successful responses. If several show a resource, the first one is used. */
export function readExamples(): Examples {
  const pages = examplesIn<{ readonly items: readonly Sandbox[] }>('searchSandboxes');
  const started = examplesIn<Sandbox>('startSandbox');
  const lists = examplesIn<readonly (AppConversation | null)[]>('listAppConversations');
  const conversations = examplesIn<CreateConversationResponse>('createConversation');
  return {
    sandboxes: byId([...pages.flatMap(({ items }) => items), ...started], ({ id }) => id),
    appConversations: byId(
      lists.flat().filter((it) => it !== null),
      ({ id }) => id,
    ),
    conversations: byId(conversations, (it) => it.conversation_id),
  };
}

function examplesIn<Body>(id: OperationId): Body[] {
  return [...examplesOf(id, 200).values()] as Body[];
}

function byId<T extends object>(
  resources: readonly T[],
  idOf: (resource: T) => string | null | undefined,
): Map<string, T> {
  // Lists are newest first, and of two entries with the same id a map takes the later one.
  const entries = resources.toReversed().flatMap((it) => {
    const id = idOf(it);
    return id ? [[id, it] as const] : [];
  });
  const time = ([, it]: readonly [string, T]) =>
    'created_at' in it ? Date.parse(String(it.created_at)) : NaN;
  return new Map(entries.toSorted((a, b) => time(a) - time(b) || 0));
}

/** Creates the seed data of each key. */
export function createSeedData(examples: Examples): SeedData {
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
    addTo(account) {
      const { now } = account;
      for (const [id, sandbox] of examples.sandboxes) {
        const { sandbox_spec_id: specId, created_at: createdAt = timestamp(now) } = sandbox;
        const status = sandbox.status as SandboxStatus;
        const detail = sandbox.status_detail ?? null;
        const state = inState(status, sandboxLifecycle, now, createdAt);
        account.sandboxes.add({ id, specId, createdAt, detail, ...state });
      }
      for (const [id, it] of examples.appConversations) {
        addAppConversation(account, id, it, requests.get(id)!);
      }
      for (const [id, { conversation_status }] of examples.conversations) {
        const status = (conversation_status ?? conversationLifecycle.initial) as ConversationStatus;
        account.conversations.add({ id, ...inState(status, conversationLifecycle, now) });
      }
    },
  };
}

/** Adds an app conversation and the task that started it. */
function addAppConversation(
  account: Account,
  id: string,
  shown: AppConversation,
  request: AppConversationStartRequest,
): void {
  const { now } = account;
  const { sandbox_id: sandboxId, created_at: createdAt = timestamp(now) } = shown;
  const status = (shown.execution_status ?? executionLifecycle.initial) as ExecutionStatus;
  const common = { id, sandboxId, request, createdAt };
  const ready = { status: 'READY', since: Date.parse(createdAt), detail: null } as const;
  account.tasks.add({ ...common, ...ready, taskId: account.ids.hex() });
  account.appConversations.add({
    ...common,
    ...inState(status, executionLifecycle, now, shown.updated_at ?? createdAt),
    subConversationIds: [...(shown.sub_conversation_ids ?? [])],
    turns: 0,
  });
}

/** Returns the request that leads to such a conversation: the properties that both of them have. */
function requestFor(id: string, shown: AppConversation): AppConversationStartRequest {
  return listedProperties({ ...shown, conversation_id: id } as AppConversationStartRequest);
}

/** Returns a state as an example shows it. One that ends with time starts now, else it would have ended long ago. */
function inState<State extends string>(
  status: State,
  lifecycle: Lifecycle<State>,
  now: number,
  shown?: string,
): Stateful<State> {
  const isPassing = shown === undefined || lifecycle.after(status) !== undefined;
  return { status, since: isPassing ? now : Date.parse(shown) };
}

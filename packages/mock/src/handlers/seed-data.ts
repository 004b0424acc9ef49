/** What the states of keys start with: the contract's examples, and data of the options. */
import type {
  AppConversation,
  AppConversationStartRequest,
  CreateConversationResponse,
  Sandbox,
  SandboxPage,
} from '@agent-conversation/types';
import type { OperationId } from '@agent-conversation/validators';
import { examplesOf, operationsById } from '../contract.ts';
import { canonicalId } from '../state/ids.ts';
import { resourceLimit, timestamp } from '../state/resources.ts';
import {
  type Account,
  newConversation,
  type SeedData,
} from '../state/store.ts';
import type { MockData } from '../types.ts';
import { validateRequest } from '../validate.ts';

/** What an app conversation is made from. */
interface SeedConversation {
  readonly item: Partial<AppConversation>;
  /** The request that leads to it. */
  readonly request: AppConversationStartRequest;
  /** Whether nothing is added to it. */
  readonly isComplete: boolean;
}

type Identified = SeedConversation & { readonly id: string };

/** Returns what the contract's examples show. */
export function exampleData() {
  const pages = examplesIn<SandboxPage>('searchSandboxes');
  const listedSandboxes = pages.flatMap(({ items }) => items);
  const started = examplesIn<Sandbox>('startSandbox');
  const listed = examplesIn<(AppConversation | null)[]>('listAppConversations');
  const conversations = listed.flat().filter((item) => item !== null);
  return {
    sandboxes: firstOfEach([...listedSandboxes, ...started]),
    appConversations: firstOfEach(conversations),
    conversations: examplesIn<CreateConversationResponse>('createConversation'),
  } satisfies MockData;
}

function examplesIn<T>(id: OperationId): T[] {
  return [...examplesOf(id, 200).values()] as T[];
}

interface Identifiable {
  readonly id?: string;
  readonly conversation_id?: string;
}

/** Returns the resources without those whose id an earlier one has. Those without an id are all different. */
function firstOfEach<T extends Identifiable>(resources: readonly T[]): T[] {
  const known = new Set<string>();
  return resources.filter(({ id, conversation_id = id }) => {
    if (conversation_id === undefined) return true;
    const canonical = canonicalId(conversation_id);
    const isNew = !known.has(canonical);
    known.add(canonical);
    return isNew;
  });
}

function mergeSettings(
  more: MockData['settings'],
  before: MockData['settings'],
) {
  if (more === undefined) return before;
  return more && { ...before, ...more };
}

function merge<T extends Identifiable>(
  more: readonly T[] = [],
  before: readonly T[] = [],
): T[] {
  return firstOfEach([...more, ...before]).slice(0, resourceLimit);
}

/** Returns data with more data, which come first and replace what has the same id; the newest thousand of a kind. */
export function mergeData(data: MockData, more: MockData): MockData {
  return {
    ...data,
    ...more,
    sandboxes: merge(more.sandboxes, data.sandboxes),
    appConversations: merge(more.appConversations, data.appConversations),
    conversations: merge(more.conversations, data.conversations),
    settings: mergeSettings(more.settings, data.settings),
    sandboxSpecs: more.sandboxSpecs ?? data.sandboxSpecs,
  };
}

/**
 * Returns what adds data to the states of keys.
 *
 * @param examples those of the data that are shown as they are, without what is usual today
 */
export function createSeedData(
  data: MockData,
  examples: MockData = {},
): SeedData {
  const sandboxes = oldestFirst(data.sandboxes ?? []);
  const started = oldestFirst(data.appConversations ?? []).map(
    (item): SeedConversation => ({
      item,
      request: requestOf(item),
      isComplete: examples.appConversations?.includes(item) ?? false,
    }),
  );
  const conversations = data.conversations?.toReversed() ?? [];
  return {
    time: latestTime(data),
    addTo(account: Account): void {
      const ofAccount = started.map((conversation) => ({
        ...conversation,
        id: canonicalId(conversation.item.id ?? account.ids.hex()),
      }));
      for (const item of sandboxes) addSandbox(account, item);
      for (const conversation of ofAccount)
        addSandboxFor(account, conversation);
      for (const conversation of ofAccount) addTask(account, conversation);
      for (const conversation of ofAccount)
        addAppConversation(account, conversation);
      for (const item of conversations) addConversation(account, item);
    },
  };
}

function latestTime({
  sandboxes = [],
  appConversations = [],
}: MockData): number | undefined {
  const created = [...sandboxes, ...appConversations].map(
    (item) => item.created_at,
  );
  const updated = appConversations.map((item) => item.updated_at);
  const dates = [...created, ...updated].filter((date) => date !== undefined);
  if (dates.length === 0) return undefined;
  const times = dates.map((date) => Date.parse(date));
  return Math.max(...times);
}

/** Returns a request that leads to a conversation: the properties that both of them have. */
function requestOf(
  item: Partial<AppConversation>,
): AppConversationStartRequest {
  const body = { ...item, ...(item.id && { conversation_id: item.id }) };
  const { request } = validateRequest(
    operationsById.startAppConversation,
    { body },
    false,
  );
  const valid: unknown = request?.body ?? {};
  return valid as AppConversationStartRequest;
}

function addSandbox(account: Account, item: Partial<Sandbox>): void {
  const { ids, now, sandboxes, shared } = account;
  const {
    id = ids.base62(),
    status = 'RUNNING',
    status_detail: detail = null,
  } = item;
  const { created_at = timestamp(now) } = item;
  const sandbox_spec_id =
    item.sandbox_spec_id ?? shared.sandboxSpecs.at(-1)!.id;
  // A status that ends with time starts now: it would have ended long ago.
  const since = sandboxes.isPassing(status) ? now : Date.parse(created_at);
  const shown = { ...item, status, sandbox_spec_id, created_at };
  sandboxes.replace({ id, status, since, detail, shown });
}

/** Adds the sandbox of a conversation, unless there is one, or it is said to be gone. */
function addSandboxFor(account: Account, { id, item }: Identified): void {
  const {
    sandbox_id = id,
    sandbox_status = 'RUNNING',
    session_api_key = null,
  } = item;
  if (account.sandboxes.get(sandbox_id)) return;
  if (sandbox_status === 'MISSING') return;
  const { created_at = timestamp(account.now) } = item;
  addSandbox(account, {
    id: sandbox_id,
    status: sandbox_status,
    session_api_key,
    created_at,
  });
}

function addTask(account: Account, { id, item, request }: Identified): void {
  const { ids, now, tasks } = account;
  const { sandbox_id = id, created_at = timestamp(now) } = item;
  const shown = { app_conversation_id: id, sandbox_id, request, created_at };
  tasks.add({
    id: ids.hex(),
    status: 'READY',
    since: Date.parse(created_at),
    shown,
  });
}

function addAppConversation(account: Account, conversation: Identified): void {
  const { id, item, request, isComplete } = conversation;
  const { appConversations, now, shared } = account;
  const { sandbox_id = id, created_at = timestamp(now) } = item;
  const { updated_at = created_at } = item;
  const status = item.execution_status ?? appConversations.initial;
  const since = appConversations.isPassing(status)
    ? now
    : Date.parse(updated_at);
  const beginning = { id, request, since: Date.parse(created_at) };
  const usual = isComplete ? {} : newConversation(shared.edition, beginning);
  const shown = structuredClone({
    ...usual,
    ...item,
    sandbox_id,
    created_at,
    updated_at,
  });
  appConversations.replace({ id, status, since, turns: 0, shown });
}

/** Adds a conversation of the legacy generation. */
function addConversation(
  account: Account,
  item: Partial<CreateConversationResponse>,
): void {
  const { conversations, ids, now } = account;
  const id = canonicalId(item.conversation_id ?? ids.hex());
  const status = item.conversation_status ?? conversations.initial;
  conversations.replace({ id, status, since: now, shown: {} });
}

/** Sorts what a response shows newest first. What does not say the time is new. */
export function oldestFirst<
  T extends { readonly created_at?: string | null | undefined },
>(newestFirst: readonly T[]): T[] {
  const time = ({ created_at }: T) =>
    created_at ? Date.parse(created_at) : Infinity;
  // The difference of two infinite times is NaN, which counts as equal (ECMAScript, CompareArrayElements).
  return newestFirst.toReversed().toSorted((a, b) => time(a) - time(b));
}

/** Starts and lists app conversations, and creates legacy ones. */
import { withHyphens } from '@agent-conversation/contract';
import type {
  AppConversationStartRequest,
  CreateConversationRequest,
  Message,
  Settings,
  SuggestedTask,
} from '@agent-conversation/types';
import type {
  Account,
  AppConversationRecord,
  TaskRecord,
} from '../state/store.ts';
import type { Edition } from '../editions/editions.ts';
import { requests } from '../editions/models.ts';
import { read } from '../editions/pydantic.ts';
import { Rejection, ServiceFailure } from '../response.ts';
import { canonicalId, digest, hasUuidDigits } from '../state/ids.ts';
import { type Resource, timestamp } from '../state/resources.ts';
import type { Handler } from './handler.ts';
import { accessTo, addSandbox, agentServerUrl } from './sandboxes.ts';

export const startAppConversation: Handler<'startAppConversation'> = (
  account,
  { body },
) => {
  const { edition } = account.shared;
  const request = echoOf(body ?? {}, edition);
  const chosen = body?.conversation_id
    ? canonicalId(body.conversation_id)
    : undefined;
  if (chosen) request.conversation_id = withHyphens(chosen);
  const refersToOthers =
    chosen ?? request.parent_conversation_id ?? request.sandbox_id;
  if (refersToOthers) account.applyElapsedTime();
  applyParent(account, request);
  if (request.suggested_task && edition.failsForUnknown) {
    applyTask(request, request.suggested_task);
  }
  const underway = chosen && startUnderway(account, chosen);
  if (underway) {
    const repeated = { ...underway, id: account.ids.hex() };
    return { ...showStarted(repeated), request };
  }
  const task = addTask(account, request, chosen);
  return { ...showStarted(task), request };
};

/** A conversation has what it lacks from its parent. The service fails for a parent that it does not know. */
function applyParent(account: Account, request: StartRequest): void {
  const { parent_conversation_id: id } = request;
  if (!id) return;
  const parent = account.appConversations.get(id);
  if (parent) {
    inherit(request, showAppConversation(account, parent));
  } else if (account.shared.edition.failsForUnknown) {
    throw new ServiceFailure('The parent conversation is unknown');
  }
}

/** Returns the start of a conversation that is repeated meanwhile; undefined if there is none. */
function startUnderway(
  account: Account,
  conversationId: string,
): TaskRecord | undefined {
  const started = account.tasks.list.findLast(
    ({ shown }) => shown.app_conversation_id === conversationId,
  );
  return started && isUnderway(account, started) ? started : undefined;
}

/** Adds a task, with the sandbox that it needs. */
function addTask(
  account: Account,
  request: StartRequest,
  chosen: string | undefined,
): TaskRecord {
  const { ids, now, sandboxes, tasks } = account;
  const id = ids.hex();
  const conversationId = chosen ?? ids.hex();
  const sandboxId = request.sandbox_id ?? ownSandbox(account, chosen);
  const sandbox = sandboxes.get(sandboxId);
  if (sandbox?.status === 'PAUSED') {
    sandboxes.applyOperation(sandbox, 'resumeSandbox', now);
  }
  const shown = {
    app_conversation_id: conversationId,
    sandbox_id: sandboxId,
    request: shortened(request),
    created_at: timestamp(now),
  };
  return tasks.add({ id, since: now, shown });
}

/** Whether a start will lead to a conversation: one that is repeated meanwhile starts nothing. */
function isUnderway(
  { sandboxes }: Account,
  { status, shown }: TaskRecord,
): boolean {
  const sandbox = sandboxes.get(shown.sandbox_id);
  const isOver = status === 'ERROR' || status === 'READY';
  return !isOver && sandbox !== undefined && sandbox.status !== 'MISSING';
}

/** Returns the id of a conversation's own sandbox, which has the id that was chosen for the conversation. */
function ownSandbox(account: Account, chosen: string | undefined): string {
  const { ids, sandboxes } = account;
  const known = sandboxes.get(chosen ?? '');
  if (known && known.status !== 'MISSING') return known.id;
  // A sandbox that is gone is started again, in its place.
  if (known) sandboxes.remove(known);
  return addSandbox(account, {
    id: chosen ?? ids.base62(),
    status: sandboxes.initial,
  }).id;
}

/** A suggested task is the first message of its conversation. The service fails for those that it has no prompt for. */
function applyTask(request: StartRequest, task: SuggestedTask): void {
  checkTask(task);
  if (request.initial_message) {
    throw new ServiceFailure('A task and a message exclude each other');
  }
  const text = `Work on ${task.repo}#${task.issue_number}: ${task.task_type}.`;
  const content = [{ cache_prompt: false, type: 'text' as const, text }];
  request.initial_message = { role: 'user', content, run: false };
  request.trigger = 'suggested_task';
  request.selected_repository ||= task.repo ?? null;
  request.git_provider ||= (task.git_provider ??
    null) as StartRequest['git_provider'] & string;
}

const promptTypes = [
  'MERGE_CONFLICTS',
  'FAILING_CHECKS',
  'UNRESOLVED_COMMENTS',
  'OPEN_ISSUE',
];
const promptProviders = [
  'github',
  'gitlab',
  'bitbucket',
  'bitbucket_data_center',
];

/** @throws {ServiceFailure} if the service has no prompt for a task */
function checkTask({ task_type, git_provider }: SuggestedTask): void {
  const hasPrompt =
    promptTypes.includes(task_type!) && promptProviders.includes(git_provider!);
  if (!hasPrompt)
    throw new ServiceFailure('The service has no prompt for this task');
}

/** A conversation without a sandbox, a repository or a model has those of its parent. */
function inherit(
  request: StartRequest,
  parent: ReturnType<typeof showAppConversation>,
): void {
  request.sandbox_id ||= parent.sandbox_id;
  request.selected_repository ||= parent.selected_repository ?? null;
  request.selected_branch ||= parent.selected_branch ?? null;
  request.git_provider ||= (parent.git_provider ?? null) as NonNullable<
    StartRequest['git_provider']
  > | null;
  request.llm_model ||= parent.llm_model ?? null;
}

/** Returns a start request as the task repeats it: with all defaults, and without secrets. */
function echoOf(
  body: AppConversationStartRequest,
  edition: Edition,
): StartRequest {
  const request = (
    edition.requests ? { ...body } : withDefaults(body)
  ) as StartRequest;
  const { parent_conversation_id: parent, secrets } = request;
  if (parent) request.parent_conversation_id = canonicalId(parent);
  if (secrets) {
    const masked = Object.keys(secrets).map(
      (name) => [name, secretMask] as const,
    );
    request.secrets = Object.fromEntries(masked);
  }
  return request;
}

/** How the service shows a secret. */
const secretMask = '**********';

/** What the newest edition repeats of an empty request. */
const emptyRequest = read(
  requests['1.11.0'].startAppConversation.body,
  {},
  [],
  { isLax: false },
);

/** Adds the defaults of the newest edition to a request of the contract. */
function withDefaults(body: AppConversationStartRequest): object {
  const complete = { ...(emptyRequest.value as object), ...body };
  const { initial_message } = body;
  if (!initial_message) return complete;
  return { ...complete, initial_message: completeMessage(initial_message) };
}

/** Not by the model of the edition, as this takes longer than all else that a start does. */
function completeMessage({
  role = 'user',
  content = [],
  run = false,
}: Message): object {
  const parts = content.map((part) => {
    const type = 'image_urls' in part ? 'image' : 'text';
    return { cache_prompt: false, type, ...part };
  });
  return { role, content: parts, run };
}

type StartRequest = {
  -readonly [
    Name in keyof AppConversationStartRequest
  ]: AppConversationStartRequest[Name];
};

export const listAppConversations: Handler<'listAppConversations'> = (
  account,
  { query },
) => {
  const { appConversations, shared } = account;
  if (query.ids) checkIds(query.ids, shared.edition);
  account.applyElapsedTime();
  if (!query.ids) {
    const newestFirst = appConversations.list.toReversed();
    return newestFirst.map((record) => showAppConversation(account, record));
  }
  return query.ids.map((id) => {
    const record = appConversations.get(canonicalId(id));
    return record ? showAppConversation(account, record) : null;
  });
};

function checkIds(
  ids: readonly string[],
  { idLimit, failsBeyondIdLimit }: Edition,
): void {
  if (ids.length > idLimit) {
    const reason = 'Too many ids requested. Maximum is 99.';
    if (failsBeyondIdLimit) throw new ServiceFailure(reason);
    throw new Rejection(400, reason, {}, { detail: reason });
  }
  const wrong = ids.filter((id) => !hasUuidDigits(id));
  if (wrong.length === 0) return;
  const detail = `Invalid UUID format for ids: [${wrong.map(quoted).join(', ')}]`;
  throw new Rejection(400, 'An id is no UUID', {}, { detail });
}

/** Returns a text as Python writes it in a list. */
function quoted(text: string): string {
  const needsDouble = text.includes("'") && !text.includes('"');
  const quote = needsDouble ? '"' : "'";
  const escaped = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
  return `${quote}${escaped}${quote}`;
}

/** Creates a legacy conversation, or joins the one whose id is given. */
export const createConversation: Handler<'createConversation'> = (
  account,
  { body },
) => {
  account.applyElapsedTime();
  const { ids, now, conversations, shared } = account;
  if (!shared.settings) throw new Rejection(400, 'No settings are stored');
  checkLegacyRequest(body, shared.edition);
  const { conversation_id: given } = body;
  const id = given === undefined ? ids.hex() : canonicalId(given);
  const known = conversations.get(id);
  if (!known)
    return showConversation(conversations.add({ id, since: now, shown: {} }));
  conversations.applyOperation(known, 'createConversation', now);
  return showConversation(known, 'Joined the conversation');
};

/** Fails where the service does: it has no tokens for repositories, and no prompts for some tasks. */
function checkLegacyRequest(
  { repository, create_microagent, suggested_task }: CreateConversationRequest,
  { failsForUnknown }: Edition,
): void {
  if (!failsForUnknown) return;
  if (suggested_task) checkTask(suggested_task);
  if (repository || create_microagent?.repo) {
    throw new ServiceFailure('There is no token for the repository');
  }
}

/**
 * Returns a request as the state keeps it: of one over 8 KiB, what the app conversation shows, with shortened texts.
 */
function shortened(
  request: AppConversationStartRequest,
): AppConversationStartRequest {
  if (JSON.stringify(request).length <= 8192) return request;
  const shown = Object.entries(request).filter(([name, value]) => {
    const isPrimitive = Object(value) !== value;
    return isPrimitive || ['pr_number', 'initial_message'].includes(name);
  });
  const json = JSON.stringify(
    Object.fromEntries(shown),
    (name, value: unknown) => {
      if (typeof value === 'string') return value.slice(0, 1000);
      if (!Array.isArray(value)) return value;
      const kept = name === 'pr_number' ? 100 : 1;
      return value.slice(0, kept);
    },
  );
  // Parsed, because V8 keeps a whole text in memory for a slice of it.
  return JSON.parse(json) as AppConversationStartRequest;
}

/** Returns a start task as the immediate response shows it, whatever has become of it. */
function showStarted({ id, shown }: TaskRecord) {
  return {
    id,
    created_by_user_id: null,
    status: 'WORKING',
    detail: null,
    app_conversation_id: null,
    sandbox_id: null,
    agent_server_url: null,
    request: shown.request,
    created_at: shown.created_at,
    updated_at: shown.created_at,
  };
}

/** Returns a start task as it is now. */
export function showTask(account: Account, task: TaskRecord) {
  const { status, detail, since, shown } = task;
  return {
    ...showStarted(task),
    status,
    detail,
    app_conversation_id: status === 'READY' ? shown.app_conversation_id : null,
    sandbox_id: shown.sandbox_id,
    agent_server_url: runningServer(account, shown.sandbox_id),
    updated_at: timestamp(since),
  };
}

/** Returns an app conversation as responses show it. */
export function showAppConversation(
  account: Account,
  record: AppConversationRecord,
) {
  const { settings, edition } = account.shared;
  const { id, status, since, shown } = record;
  const sandbox = account.sandboxes.get(shown.sandbox_id);
  const server = runningServer(account, shown.sandbox_id);
  const llm_model = shown.llm_model ?? settings?.llm_model ?? null;
  // As an example writes the time, as long as it is the same.
  const isUnchanged = Date.parse(shown.updated_at ?? '') === since;
  const conversation = {
    id,
    created_by_user_id: null,
    ...shown,
    llm_model,
    metrics: metricsOf(record, settings, llm_model ?? 'default'),
    updated_at: isUnchanged ? shown.updated_at! : timestamp(since),
    sandbox_status: sandbox?.status ?? 'MISSING',
    execution_status: server && status,
    conversation_url:
      server && (shown.conversation_url ?? `${server}/api/conversations/${id}`),
    session_api_key: sandbox
      ? accessTo(account.shared, sandbox).session_api_key
      : null,
  };
  if (edition.conversationLacks.length === 0) return conversation;
  const kept = Object.entries(conversation).filter(
    ([name]) => !edition.conversationLacks.includes(name),
  );
  return Object.fromEntries(kept) as unknown as typeof conversation;
}

/** Returns what a conversation has used: made up, and the same for the same one. An example continues with its own. */
function metricsOf(
  { id, turns, shown }: AppConversationRecord,
  settings: Settings | null,
  name: string,
) {
  const { metrics: before = null } = shown;
  if (turns === 0) return before;
  const used = before?.accumulated_token_usage ?? {};
  const cost = (before?.accumulated_cost ?? 0) * 100_000;
  const chance = Number.parseInt(digest(id).slice(0, 4), 16) / 0xffff;
  const prompt = Math.round(turns * (9000 + 30_000 * chance));
  const completion = Math.round(prompt / 15);
  return {
    model_name: name,
    accumulated_cost:
      Math.round(cost + prompt * 0.3 + completion * 1.5) / 100_000,
    max_budget_per_task: settings?.max_budget_per_task ?? null,
    accumulated_token_usage: {
      model: name,
      prompt_tokens: (used.prompt_tokens ?? 0) + prompt,
      completion_tokens: (used.completion_tokens ?? 0) + completion,
      cache_read_tokens:
        (used.cache_read_tokens ?? 0) + Math.round(prompt * 0.8),
      cache_write_tokens:
        (used.cache_write_tokens ?? 0) + Math.round(prompt * 0.1),
      reasoning_tokens:
        (used.reasoning_tokens ?? 0) + Math.round(completion / 5),
      context_window: 200_000,
      per_turn_token: Math.round((prompt + completion) / turns),
      response_id: `msg_${digest(`${id} ${turns}`).slice(0, 12)}`,
    },
  };
}

/** Returns the address of the agent's own server in a sandbox; null while this does not run. */
function runningServer(
  { sandboxes }: Account,
  sandboxId: string,
): string | null {
  return sandboxes.get(sandboxId)?.status === 'RUNNING'
    ? agentServerUrl(sandboxId)
    : null;
}

/** Returns a legacy conversation as responses show it. */
export function showConversation(
  { id, status }: Resource<object>,
  message: string | null = null,
) {
  return {
    status: 'ok',
    conversation_id: id,
    message,
    conversation_status: status,
  };
}

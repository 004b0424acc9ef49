/** Starts and lists app conversations. */
import type {
  AppConversation,
  AppConversationStartRequest,
  AppConversationStartTask,
} from '@agent-conversation/types';
import { ok } from '../response.ts';
import { canonicalId } from '../state/ids.ts';
import type { AppConversationRecord, TaskRecord } from '../state/resources.ts';
import { timestamp } from '../state/store.ts';
import type { Context, Handler } from './context.ts';
import { applyElapsedTime } from './elapsed-time.ts';
import { metricsOf } from './metrics.ts';
import { accessTo, addSandbox, agentServerUrl } from './sandboxes.ts';

export const startAppConversation: Handler<'startAppConversation'> = (context, { body = {} }) => {
  const { account, edition } = context;
  const request = { ...body };
  const { conversation_id: id, parent_conversation_id: parent, sandbox_id, secrets } = request;
  if (id) request.conversation_id = canonicalId(id);
  if (parent) request.parent_conversation_id = canonicalId(parent);
  if (secrets) request.secrets = null;
  if (!edition.honorsConversationId) delete request.conversation_id;
  if (id ?? sandbox_id) applyElapsedTime(context);
  const started = account.tasks.get(request.conversation_id ?? '');
  // A start that failed can be repeated with the same id.
  if (started && started.status !== 'ERROR') return ok(showStarted(context, started));

  const { now } = account;
  const task: TaskRecord = {
    id: request.conversation_id ?? account.ids.hex(),
    taskId: account.ids.hex(),
    sandboxId: sandboxFor(context, sandbox_id),
    request: shortened(request),
    status: account.tasks.initial,
    since: now,
    createdAt: timestamp(now),
    detail: null,
  };
  account.tasks.add(task);
  return ok({ ...showStarted(context, task), request });
};

export const listAppConversations: Handler<'listAppConversations'> = (context, { query }) => {
  applyElapsedTime(context);
  const { appConversations } = context.account;
  const records =
    query.ids?.map((id) => appConversations.get(canonicalId(id))) ??
    appConversations.list().toReversed();
  return ok(records.map((record) => (record ? showAppConversation(context, record) : null)));
};

/** Returns the id of the sandbox to run in: of a new one, or the requested one, which is resumed if it is paused. */
function sandboxFor(context: Context, id: string | null | undefined): string {
  if (id === null || id === undefined) return addSandbox(context)!.id;
  const { sandboxes, now } = context.account;
  const sandbox = sandboxes.get(id);
  if (sandbox?.status === 'PAUSED') {
    sandboxes.applyOperation(sandbox, 'resumeSandbox', now);
  }
  return id;
}

/** How many characters of JSON a request can have that is kept in full. */
const requestLimit = 8192;

/** How many items are kept of the lists in a larger one. */
const itemLimits: Readonly<Record<string, number>> = { pr_number: 100, content: 1, image_urls: 0 };

/** Returns a request as the state keeps it: of a large one, what the app conversation shows, with shortened texts. */
function shortened(request: AppConversationStartRequest): AppConversationStartRequest {
  if (JSON.stringify(request).length <= requestLimit) return request;
  const shown = Object.entries(request).filter(
    ([name, it]) => Object(it) !== it || name === 'pr_number' || name === 'initial_message',
  );
  const json = JSON.stringify(Object.fromEntries(shown), (name, it: unknown) => {
    if (typeof it === 'string') return it.slice(0, 1000);
    return Array.isArray(it) ? it.slice(0, itemLimits[name]) : it;
  });
  // Parsed, because V8 keeps a whole text in memory for a slice of it.
  return JSON.parse(json) as AppConversationStartRequest;
}

/** Returns a start task as the immediate response shows it, whatever has become of it. */
function showStarted(context: Context, task: TaskRecord): AppConversationStartTask {
  return {
    id: task.taskId,
    created_by_user_id: context.account.userId,
    status: context.account.tasks.initial,
    detail: null,
    app_conversation_id: null,
    sandbox_id: null,
    agent_server_url: null,
    request: task.request,
    created_at: task.createdAt,
    updated_at: task.createdAt,
  };
}

/** Returns a start task as it is now. */
export function showTask(context: Context, task: TaskRecord): AppConversationStartTask {
  const { status, detail, sandboxId } = task;
  const isRunning = context.account.sandboxes.get(sandboxId)?.status === 'RUNNING';
  return {
    ...showStarted(context, task),
    status,
    detail,
    app_conversation_id: status === 'READY' ? task.id : null,
    sandbox_id: sandboxId,
    agent_server_url: isRunning ? agentServerUrl(sandboxId) : null,
    updated_at: timestamp(task.since),
  };
}

/** Returns an app conversation as responses show it. */
export function showAppConversation(
  context: Context,
  record: AppConversationRecord,
): AppConversation {
  const { account, settings, examples } = context;
  const { id, sandboxId, request } = record;
  const sandbox = account.sandboxes.get(sandboxId);
  const isRunning = sandbox?.status === 'RUNNING';
  const example = examples?.appConversations.get(id);
  const model = request.llm_model ?? settings.llm_model ?? null;
  // As the example writes the time, as long as it is the same.
  const isUnchanged = Date.parse(example?.updated_at ?? '') === record.since;
  return {
    id,
    created_by_user_id: account.userId,
    sandbox_id: sandboxId,
    selected_repository: request.selected_repository ?? null,
    selected_branch: request.selected_branch ?? null,
    git_provider: request.git_provider ?? null,
    title: request.title ?? null,
    trigger: request.trigger ?? null,
    pr_number: request.pr_number ?? [],
    llm_model: model,
    metrics: metricsOf(settings, record, model, example?.metrics),
    parent_conversation_id: request.parent_conversation_id ?? null,
    sub_conversation_ids: record.subConversationIds,
    public: request.public ?? null,
    tags: example?.tags ?? {},
    created_at: record.createdAt,
    updated_at: isUnchanged ? example!.updated_at! : timestamp(record.since),
    sandbox_status: sandbox?.status ?? 'MISSING',
    execution_status: isRunning ? record.status : null,
    conversation_url: isRunning ? `${agentServerUrl(sandboxId)}/conversations/${id}` : null,
    session_api_key: sandbox ? accessTo(context, sandbox).session_api_key : null,
  };
}

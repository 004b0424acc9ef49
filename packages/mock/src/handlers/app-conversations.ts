/** Starts and lists app conversations. */
import type {
  AppConversation,
  AppConversationStartRequest,
  AppConversationStartTask,
  AppConversationStartTaskStatus,
  ExecutionStatus,
} from '@agent-conversation/types';
import { operationsById } from '../contract.ts';
import { ok, type Reply } from '../response.ts';
import { applyElapsedTime, applyOperation, Lifecycle, moveTo } from '../state/lifecycle.ts';
import type { AppConversationRecord, TaskRecord } from '../state/types.ts';
import { withoutUnlisted } from '../validate.ts';
import { canonicalId, type Context, timestamp } from './context.ts';
import { metricsOf } from './metrics.ts';
import {
  addSandbox,
  agentServerUrl,
  findSandbox,
  sandboxLifecycle,
  sessionKeyOf,
} from './sandboxes.ts';

export const taskLifecycle = new Lifecycle<AppConversationStartTaskStatus>(
  'AppConversationStartTaskStatus',
);
export const executionLifecycle = new Lifecycle<ExecutionStatus>('ExecutionStatus');

/** Steps that have nothing to do if no repository was selected (decision D26). */
const repositorySteps: readonly string[] = [
  'PREPARING_REPOSITORY',
  'RUNNING_SETUP_SCRIPT',
  'SETTING_UP_GIT_HOOKS',
];

/** How many steps of a task take as long as a start-up. */
const stepsPerStartup = 10;

/** Returns a start request without what the contract does not list: deployments ignore and do not repeat it. */
export function listedProperties(body: AppConversationStartRequest): AppConversationStartRequest {
  const result = operationsById.startAppConversation.validateRequest({ body }, { closed: true });
  return result.valid ? body : withoutUnlisted(body, result.violations);
}

export function startAppConversation(
  context: Context,
  { conversation_id, parent_conversation_id: parent, ...rest }: AppConversationStartRequest,
): Reply {
  const { account, edition } = context;
  const id = edition.honorsConversationId ? conversation_id : undefined;
  const request: AppConversationStartRequest = {
    ...rest,
    ...(id !== undefined && { conversation_id: id && canonicalId(id) }),
    ...(parent !== undefined && { parent_conversation_id: parent && canonicalId(parent) }),
  };
  if (request.secrets) request.secrets = null;
  if (request.conversation_id) {
    finishTasks(context);
    const started = account.tasks.get(request.conversation_id);
    // A start that failed can be repeated with the same id.
    if (started && started.status !== 'ERROR') return ok(showStarted(context, started));
  }
  const { now } = account;
  const task: TaskRecord = {
    id: request.conversation_id ?? account.ids.hex(),
    taskId: account.ids.hex(),
    sandboxId: sandboxFor(context, request.sandbox_id),
    request: shortened(request),
    status: taskLifecycle.initial,
    since: now,
    createdAt: timestamp(now),
    detail: null,
  };
  account.tasks.add(task);
  return ok(showStarted(context, task, request));
}

export function listAppConversations(context: Context, ids: readonly string[] | undefined): Reply {
  finishTasks(context);
  const { appConversations } = context.account;
  const records =
    ids?.map((id) => appConversations.get(canonicalId(id))) ?? appConversations.list().toReversed();
  return ok(records.map((record) => (record ? showAppConversation(context, record) : null)));
}

/** How many characters of JSON a request can have that is kept in full. */
const requestLimit = 8192;

/** Returns the start of a text: a copy, because V8 keeps the whole text in memory for a slice of it. */
function startOf(text: string): string {
  return Array.from(text.slice(0, 1000)).join('');
}

/** Returns a request as the state keeps it: of a large one, what the app conversation shows, with shortened texts. */
function shortened(request: AppConversationStartRequest): AppConversationStartRequest {
  if (JSON.stringify(request).length <= requestLimit) return request;
  const plain = Object.entries(request).filter(([, it]) => typeof it !== 'object' || it === null);
  const { pr_number: numbers, initial_message: message } = request;
  const [first] = message?.content ?? [];
  const content = first && [
    'text' in first ? { ...first, text: startOf(first.text) } : { ...first, image_urls: [] },
  ];
  return {
    ...Object.fromEntries(
      plain.map(([name, it]) => [name, typeof it === 'string' ? startOf(it) : it]),
    ),
    ...(numbers && { pr_number: numbers.slice(0, 100) }),
    ...(message && { initial_message: { ...message, ...(content && { content }) } }),
  };
}

/** Returns the id of the sandbox to run in: of a new one, or the requested one, which is resumed if it is paused. */
function sandboxFor(context: Context, id: string | null | undefined): string {
  if (id === null || id === undefined) return addSandbox(context)!.id;
  const sandbox = findSandbox(context, id);
  if (sandbox?.status === 'PAUSED') {
    applyOperation('resumeSandbox', sandbox, sandboxLifecycle, context.account.now);
  }
  return id;
}

/** Brings the tasks up to the present time, and adds the conversations that are ready. */
export function finishTasks(context: Context): void {
  const ready: TaskRecord[] = [];
  for (const task of context.account.tasks.list()) {
    if (task.status === 'READY' || task.status === 'ERROR') continue;
    if (proceed(context, task) === 'READY') ready.push(task);
  }
  for (const task of ready.toSorted((a, b) => a.since - b.since)) addAppConversation(context, task);
}

/**
 * Brings tasks and agents up to the present time. It has to be done before a sandbox stops, as no request may have read
 * them since they went on.
 */
export function catchUp(context: Context): void {
  finishTasks(context);
  for (const record of context.account.appConversations.list()) work(context, record);
}

function proceed(context: Context, task: TaskRecord): AppConversationStartTaskStatus {
  const { now } = context.account;
  const duration = (status: string) => stepTime(context, task.request, status);
  const sandbox = findSandbox(context, task.sandboxId);
  if (task.status === 'WORKING' && (!sandbox || sandbox.status === 'MISSING')) {
    const due = task.since + duration(task.status);
    if (now >= due) fail(task, due);
    return task.status;
  }
  applyElapsedTime(task, taskLifecycle, now, duration);
  if (task.status !== 'WAITING_FOR_SANDBOX') return task.status;

  if (sandbox?.status === 'RUNNING') {
    moveTo(task, taskLifecycle.after(task.status)!, Math.max(task.since, sandbox.since));
    applyElapsedTime(task, taskLifecycle, now, duration);
  } else if (!sandbox || sandbox.status === 'ERROR' || sandbox.status === 'MISSING') {
    fail(task, Math.max(task.since, sandbox?.since ?? now));
  }
  return task.status;
}

function fail(task: TaskRecord, time: number): void {
  task.detail = taskLifecycle.eventsIn(task.status).get('ERROR') ?? null;
  moveTo(task, 'ERROR', time);
}

/** Returns how long a task stays in a state, in milliseconds. */
function stepTime(
  { startupTimeInMs }: Context,
  { selected_repository }: AppConversationStartRequest,
  status: string,
): number {
  if (status === 'WAITING_FOR_SANDBOX') return Infinity;
  if (!selected_repository && repositorySteps.includes(status)) return 0;
  return startupTimeInMs / stepsPerStartup;
}

/** Adds the conversation of a task that is ready. */
export function addAppConversation(context: Context, task: TaskRecord): void {
  const { appConversations } = context.account;
  const { initial_message: message, parent_conversation_id: parent } = task.request;
  const isWorking = message?.run === true && (message.content?.length ?? 0) > 0;
  appConversations.add({
    id: task.id,
    sandboxId: task.sandboxId,
    request: task.request,
    status: isWorking ? 'running' : executionLifecycle.initial,
    since: task.since,
    createdAt: timestamp(task.since),
    // One that was started later may have been ready earlier.
    subConversationIds: appConversations
      .list()
      .filter((other) => other.request.parent_conversation_id === task.id)
      .map(({ id }) => id),
    turns: 0,
  });
  if (parent) appConversations.get(parent)?.subConversationIds.push(task.id);
}

/** Returns a start task as it is now, by its own id. */
export function findTask(context: Context, taskId: string): TaskRecord | undefined {
  finishTasks(context);
  return context.account.tasks.list().find((task) => task.taskId === taskId);
}

/** Returns an app conversation as it is now. */
export function findAppConversation(
  context: Context,
  id: string,
): AppConversationRecord | undefined {
  finishTasks(context);
  const record = context.account.appConversations.get(id);
  if (record) work(context, record);
  return record;
}

/** Lets the agent work as long as a start-up takes, while its sandbox runs. */
function work(context: Context, record: AppConversationRecord): void {
  const sandbox = findSandbox(context, record.sandboxId);
  if (record.status !== 'running' || sandbox?.status !== 'RUNNING') return;
  const { account, startupTimeInMs } = context;
  record.since = Math.max(record.since, sandbox.since);
  applyElapsedTime(record, executionLifecycle, account.now, () => startupTimeInMs);
  if (record.status !== 'running') record.turns += 1;
}

/** Returns a start task as the immediate response shows it, whatever has become of it. */
function showStarted(
  context: Context,
  task: TaskRecord,
  request = task.request,
): AppConversationStartTask {
  return {
    ...showTask(context, task),
    request,
    status: taskLifecycle.initial,
    detail: null,
    app_conversation_id: null,
    sandbox_id: null,
    agent_server_url: null,
    updated_at: task.createdAt,
  };
}

/** Returns a start task as it is now. */
export function showTask(context: Context, task: TaskRecord): AppConversationStartTask {
  const sandbox = findSandbox(context, task.sandboxId);
  return {
    id: task.taskId,
    created_by_user_id: context.account.userId,
    status: task.status,
    detail: task.detail,
    app_conversation_id: task.status === 'READY' ? task.id : null,
    sandbox_id: task.sandboxId,
    agent_server_url: sandbox?.status === 'RUNNING' ? agentServerUrl(sandbox.id) : null,
    request: task.request,
    created_at: task.createdAt,
    updated_at: timestamp(task.since),
  };
}

/** Returns an app conversation as responses show it. */
export function showAppConversation(
  context: Context,
  record: AppConversationRecord,
): AppConversation {
  const { id, request } = record;
  const sandbox = findSandbox(context, record.sandboxId);
  const isRunning = sandbox?.status === 'RUNNING';
  work(context, record);
  const example = context.examples?.appConversations.get(id);
  const model = request.llm_model ?? context.settings.llm_model ?? null;
  const updatedAt = example?.updated_at;
  return {
    id,
    created_by_user_id: context.account.userId,
    sandbox_id: record.sandboxId,
    selected_repository: request.selected_repository ?? null,
    selected_branch: request.selected_branch ?? null,
    git_provider: request.git_provider ?? null,
    title: request.title ?? null,
    trigger: request.trigger ?? null,
    pr_number: request.pr_number ?? [],
    llm_model: model,
    metrics: metricsOf(context.settings, record, model, example?.metrics),
    parent_conversation_id: request.parent_conversation_id ?? null,
    sub_conversation_ids: record.subConversationIds,
    public: request.public ?? null,
    tags: example?.tags ?? {},
    created_at: record.createdAt,
    // As the example writes the time, as long as it is the same.
    updated_at:
      updatedAt && Date.parse(updatedAt) === record.since ? updatedAt : timestamp(record.since),
    sandbox_status: sandbox?.status ?? 'MISSING',
    execution_status: isRunning ? record.status : null,
    conversation_url: isRunning ? `${agentServerUrl(sandbox.id)}/conversations/${id}` : null,
    session_api_key: sandbox ? sessionKeyOf(context, sandbox) : null,
  };
}

import type {
  AppConversation,
  AppConversationStartRequest,
  AppConversationStartTask,
  AppConversationStartTaskStatus,
  ExecutionStatus,
} from '@agent-conversation/types';
import type { AppConversationRecord, TaskRecord } from '../state/account.ts';
import { apply, createLifecycle, moveTo, settle } from '../state/lifecycle.ts';
import { canonicalId } from './editions.ts';
import { metricsOf } from './metrics.ts';
import {
  addSandbox,
  agentServerUrl,
  findSandbox,
  sandboxLifecycle,
  sessionKeyOf,
} from './sandboxes.ts';
import { ok, type Reply, timestamp, timestampAs, type World } from './world.ts';

export const taskLifecycle = createLifecycle<AppConversationStartTaskStatus>(
  'AppConversationStartTaskStatus',
);
export const executionLifecycle = createLifecycle<ExecutionStatus>('ExecutionStatus');

/** Steps that have nothing to do where no repository was selected (decision D26). */
const repositorySteps: readonly string[] = [
  'PREPARING_REPOSITORY',
  'RUNNING_SETUP_SCRIPT',
  'SETTING_UP_GIT_HOOKS',
];

/** What part of the start-up time one step of a task takes. */
const stepsPerStartup = 10;

export function startAppConversation(
  world: World,
  { conversation_id, parent_conversation_id, ...rest }: AppConversationStartRequest,
): Reply {
  const { account, edition } = world;
  const id = edition.honorsConversationId ? conversation_id : undefined;
  const request: AppConversationStartRequest = {
    ...rest,
    ...(id !== undefined && { conversation_id: id && canonicalId(id) }),
    ...(parent_conversation_id !== undefined && {
      parent_conversation_id: parent_conversation_id && canonicalId(parent_conversation_id),
    }),
  };
  if (request.secrets) request.secrets = null;
  if (request.conversation_id) {
    finishTasks(world);
    const started = account.tasks.get(request.conversation_id);
    // A start that failed can be repeated with the same id.
    if (started && started.status !== 'ERROR') return ok(showStarted(world, started));
  }
  const { now } = account;
  const task: TaskRecord = {
    id: request.conversation_id ?? account.ids.hex(),
    taskId: account.ids.hex(),
    sandboxId: sandboxFor(world, request.sandbox_id),
    request: shortened(request),
    status: taskLifecycle.initial,
    since: now,
    createdAt: timestamp(now),
    detail: null,
  };
  account.tasks.add(task);
  return ok(showStarted(world, task, request));
}

/** How many characters of JSON a request can have that is kept in full. */
const requestLimit = 8192;

/** Returns the first characters of a text: a copy, because V8 keeps the whole text in memory for a slice of it. */
function beginning(text: string): string {
  return Array.from(text.slice(0, 1000)).join('');
}

/** Returns a request as the state keeps it: of a large one, what the app conversation shows, with shortened texts. */
function shortened(request: AppConversationStartRequest): AppConversationStartRequest {
  if (JSON.stringify(request).length <= requestLimit) return request;
  const cut = (value: unknown) => (typeof value === 'string' ? beginning(value) : value);
  const { pr_number: numbers, initial_message: message } = request;
  const [first] = message?.content ?? [];
  return {
    ...Object.fromEntries(
      Object.entries(request).flatMap(([name, value]) =>
        typeof value === 'object' && value !== null ? [] : [[name, cut(value)]],
      ),
    ),
    ...(numbers && { pr_number: numbers.slice(0, 100) }),
    ...(message && {
      initial_message: {
        ...message,
        ...(first && {
          content: [
            'text' in first
              ? { ...first, text: beginning(first.text) }
              : { ...first, image_urls: [] },
          ],
        }),
      },
    }),
  };
}

export function listAppConversations(world: World, ids: readonly string[] | undefined): Reply {
  finishTasks(world);
  const { appConversations } = world.account;
  const records =
    ids?.map((id) => appConversations.get(canonicalId(id))) ?? appConversations.newestFirst();
  return ok(records.map((record) => (record ? showAppConversation(world, record) : null)));
}

/** Returns the id of the sandbox to run in: of a new one, or the requested one, which is resumed if it is paused. */
function sandboxFor(world: World, id: string | null | undefined): string {
  if (id === null || id === undefined) return addSandbox(world)!.id;
  const sandbox = findSandbox(world, id);
  if (sandbox?.status === 'PAUSED') {
    apply('resumeSandbox', sandbox, sandboxLifecycle, world.account.now);
  }
  return id;
}

/** Lets the tasks go as far as they have come by now, and makes the conversations that are ready. */
export function finishTasks(world: World): void {
  const { account } = world;
  const ready: TaskRecord[] = [];
  for (const task of account.tasks.list()) {
    if (!isOver(task) && proceed(world, task) === 'READY') ready.push(task);
  }
  for (const task of ready.toSorted((a, b) => a.since - b.since)) addAppConversation(world, task);
}

/**
 * Lets tasks and agents go as far as they have come by now. It has to be done before a sandbox stops, as
 * nobody may have looked at them since they went on.
 */
export function catchUp(world: World): void {
  finishTasks(world);
  for (const record of world.account.appConversations.list()) work(world, record);
}

function isOver({ status }: TaskRecord): boolean {
  return status === 'READY' || status === 'ERROR';
}

function proceed(world: World, task: TaskRecord): AppConversationStartTaskStatus {
  const { now } = world.account;
  const stay = (status: string) => stepTime(world, task.request, status);
  const sandbox = findSandbox(world, task.sandboxId);
  if (task.status === 'WORKING' && (!sandbox || sandbox.status === 'MISSING')) {
    const due = task.since + stay(task.status);
    if (now >= due) fail(task, due);
    return task.status;
  }
  settle(task, taskLifecycle, now, stay);
  if (task.status !== 'WAITING_FOR_SANDBOX') return task.status;

  if (sandbox?.status === 'RUNNING') {
    moveTo(task, taskLifecycle.after(task.status)!, Math.max(task.since, sandbox.since));
    settle(task, taskLifecycle, now, stay);
  } else if (!sandbox || sandbox.status === 'ERROR' || sandbox.status === 'MISSING') {
    fail(task, Math.max(task.since, sandbox?.since ?? now));
  }
  return task.status;
}

function fail(task: TaskRecord, time: number): void {
  task.detail = taskLifecycle.happenings(task.status).get('ERROR') ?? null;
  moveTo(task, 'ERROR', time);
}

/** How long a task stays in a state, in milliseconds. */
function stepTime(
  { startupTime }: World,
  { selected_repository }: AppConversationStartRequest,
  status: string,
): number {
  if (status === 'WAITING_FOR_SANDBOX') return Infinity;
  if (!selected_repository && repositorySteps.includes(status)) return 0;
  return startupTime / stepsPerStartup;
}

/** Makes the conversation of a task that is ready. */
export function addAppConversation(world: World, task: TaskRecord): void {
  const { appConversations } = world.account;
  const { initial_message: message, parent_conversation_id: parent } = task.request;
  const works = message?.run === true && (message.content?.length ?? 0) > 0;
  appConversations.add({
    id: task.id,
    sandboxId: task.sandboxId,
    request: task.request,
    status: works ? 'running' : executionLifecycle.initial,
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

/** A start task as it is now, by its own id. */
export function findTask(world: World, taskId: string): TaskRecord | undefined {
  finishTasks(world);
  return world.account.tasks.list().find((task) => task.taskId === taskId);
}

/** An app conversation as it is now. */
export function findAppConversation(world: World, id: string): AppConversationRecord | undefined {
  finishTasks(world);
  const record = world.account.appConversations.get(id);
  if (record) work(world, record);
  return record;
}

/** Returns a start task as the immediate response shows it, whatever has become of it. */
function showStarted(
  world: World,
  task: TaskRecord,
  request = task.request,
): AppConversationStartTask {
  return {
    ...showTask(world, task),
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
export function showTask(world: World, task: TaskRecord): AppConversationStartTask {
  const sandbox = findSandbox(world, task.sandboxId);
  return {
    id: task.taskId,
    created_by_user_id: world.account.userId,
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

/** An app conversation as the contract has it. */
export function showAppConversation(world: World, record: AppConversationRecord): AppConversation {
  const { id, request } = record;
  const sandbox = findSandbox(world, record.sandboxId);
  const runs = sandbox?.status === 'RUNNING';
  work(world, record);
  const begun = world.examples?.appConversations.get(id);
  const model = request.llm_model ?? world.settings.llm_model ?? null;
  return {
    id,
    created_by_user_id: world.account.userId,
    sandbox_id: record.sandboxId,
    selected_repository: request.selected_repository ?? null,
    selected_branch: request.selected_branch ?? null,
    git_provider: request.git_provider ?? null,
    title: request.title ?? null,
    trigger: request.trigger ?? null,
    pr_number: request.pr_number ?? [],
    llm_model: model,
    metrics: metricsOf(world.settings, record, model, begun?.metrics),
    parent_conversation_id: request.parent_conversation_id ?? null,
    sub_conversation_ids: record.subConversationIds,
    public: request.public ?? null,
    tags: begun?.tags ?? {},
    created_at: record.createdAt,
    updated_at: timestampAs(begun?.updated_at, record.since),
    sandbox_status: sandbox?.status ?? 'MISSING',
    execution_status: runs ? record.status : null,
    conversation_url: runs ? `${agentServerUrl(sandbox.id)}/conversations/${id}` : null,
    session_api_key: sandbox ? sessionKeyOf(world, sandbox) : null,
  };
}

/** Lets the agent go on with its work, which takes as long as a start-up, while its sandbox runs. */
function work(world: World, record: AppConversationRecord): void {
  const sandbox = findSandbox(world, record.sandboxId);
  if (record.status !== 'running' || sandbox?.status !== 'RUNNING') return;
  record.since = Math.max(record.since, sandbox.since);
  settle(record, executionLifecycle, world.account.now, () => world.startupTime);
  if (record.status !== 'running') record.turns += 1;
}

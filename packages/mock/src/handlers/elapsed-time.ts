/** What changes while time passes: sandboxes start, start tasks take their steps, agents work. */
import type { TaskRecord } from '../state/resources.ts';
import { type Account, timestamp } from '../state/store.ts';
import type { Context } from './context.ts';

/** Steps of a task that have nothing to do if no repository was selected (decision D26). */
const repositorySteps: readonly string[] = [
  'PREPARING_REPOSITORY',
  'RUNNING_SETUP_SCRIPT',
  'SETTING_UP_GIT_HOOKS',
];

/** How many steps of a task take as long as a start-up. */
const stepsPerStartup = 10;

/**
 * Brings everything that was created with a key up to the present time. Whatever reads or changes it does this first:
 * no other request may have read it since it went on.
 */
export function applyElapsedTime({ account, startupTimeInMs }: Context): void {
  const { now, sandboxes, tasks, appConversations, conversations } = account;
  sandboxes.applyElapsedTime(now, () => startupTimeInMs);
  conversations.applyElapsedTime(now, () => startupTimeInMs);

  const stepTime = startupTimeInMs / stepsPerStartup;
  const moved = tasks.applyElapsedTime(now, (task) => durationOf(account, task, stepTime));
  for (const task of tasks.passing()) failWithoutSandbox(account, task, stepTime);
  const ready = moved.filter(({ status }) => status === 'READY');
  for (const task of ready.toSorted((a, b) => a.since - b.since)) addAppConversation(account, task);

  // An agent works as long as a start-up takes, while its sandbox runs.
  for (const agent of appConversations.passing()) {
    const sandbox = sandboxes.get(agent.sandboxId);
    if (sandbox?.status === 'RUNNING') agent.since = Math.max(agent.since, sandbox.since);
  }
  const idle = appConversations.applyElapsedTime(now, ({ sandboxId }) =>
    sandboxes.get(sandboxId)?.status === 'RUNNING' ? startupTimeInMs : Infinity,
  );
  for (const agent of idle) agent.turns += 1;
}

/** Returns how long a task stays in its state. It waits until its sandbox runs. */
function durationOf({ sandboxes }: Account, task: TaskRecord, stepTime: number): number {
  const { status, request, since } = task;
  const sandbox = sandboxes.get(task.sandboxId);
  if (status === 'WORKING' && (!sandbox || sandbox.status === 'MISSING')) return Infinity;
  if (status === 'WAITING_FOR_SANDBOX') {
    return sandbox?.status === 'RUNNING' ? Math.max(0, sandbox.since - since) : Infinity;
  }
  return !request.selected_repository && repositorySteps.includes(status) ? 0 : stepTime;
}

/** Lets a task fail whose sandbox is unknown, has failed, or is gone. */
function failWithoutSandbox(
  { now, sandboxes, tasks }: Account,
  task: TaskRecord,
  stepTime: number,
): void {
  const sandbox = sandboxes.get(task.sandboxId);
  const isLost = !sandbox || sandbox.status === 'MISSING';
  const fail = (time: number) => tasks.triggerEvent(task, task.id, 'ERROR', time);
  if (task.status === 'WORKING' && isLost && now >= task.since + stepTime) {
    fail(task.since + stepTime);
  } else if (task.status === 'WAITING_FOR_SANDBOX' && (isLost || sandbox.status === 'ERROR')) {
    fail(Math.max(task.since, sandbox?.since ?? now));
  }
}

/** Adds the conversation of a task that is ready. */
export function addAppConversation({ appConversations }: Account, task: TaskRecord): void {
  const { id, sandboxId, request, since } = task;
  const { initial_message: message, parent_conversation_id: parent } = request;
  const isWorking = message?.run === true && (message.content?.length ?? 0) > 0;
  // One that was started later may have been ready earlier.
  const children = appConversations
    .list()
    .filter((other) => other.request.parent_conversation_id === id);
  appConversations.add({
    id,
    sandboxId,
    request,
    status: isWorking ? 'running' : appConversations.initial,
    since,
    createdAt: timestamp(since),
    subConversationIds: children.map((child) => child.id),
    turns: 0,
  });
  if (parent) appConversations.get(parent)?.subConversationIds.push(id);
}

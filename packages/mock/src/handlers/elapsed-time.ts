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
  const moved = tasks.applyElapsedTime(
    now,
    (task) => durationOf(account, task, stepTime),
    (task) => fails(account, task),
  );
  const ready = moved.filter(({ status }) => status === 'READY');
  for (const task of ready.toSorted((a, b) => a.since - b.since)) addAppConversation(account, task);

  // An agent works as long as a start-up takes, while its sandbox runs.
  const runs = ({ sandboxId }: { readonly sandboxId: string }) =>
    sandboxes.get(sandboxId)?.status === 'RUNNING';
  for (const agent of [...appConversations.passing].filter(runs)) {
    agent.since = Math.max(agent.since, sandboxes.get(agent.sandboxId)!.since);
  }
  const idle = appConversations.applyElapsedTime(now, (agent) =>
    runs(agent) ? startupTimeInMs : Infinity,
  );
  for (const agent of idle) agent.turns += 1;
}

/** Returns how long a task stays in its state. It waits until its sandbox runs, or will not run. */
function durationOf({ now, sandboxes }: Account, task: TaskRecord, stepTime: number): number {
  const { status, request, since } = task;
  if (status === 'WAITING_FOR_SANDBOX') {
    const sandbox = sandboxes.get(task.sandboxId);
    const mustWait = sandbox && ['STARTING', 'PAUSED'].includes(sandbox.status);
    return mustWait ? Infinity : Math.max(0, (sandbox?.since ?? now) - since);
  }
  return !request.selected_repository && repositorySteps.includes(status) ? 0 : stepTime;
}

/** Whether a task fails after its state: its sandbox is unknown, gone, or has failed. */
function fails({ sandboxes }: Account, { status, sandboxId }: TaskRecord): boolean {
  const sandbox = sandboxes.get(sandboxId)?.status ?? 'MISSING';
  if (status === 'WAITING_FOR_SANDBOX') return ['MISSING', 'ERROR'].includes(sandbox);
  return status === 'WORKING' && sandbox === 'MISSING';
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

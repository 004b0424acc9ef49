/** What handlers work with, and what changes while time passes. */
import type { SandboxSpec, Settings } from '@agent-conversation/types';
import type { OperationId, RequestOf } from '@agent-conversation/validators';
import type { Step } from '../state/resources.ts';
import type { Account, TaskRecord } from '../state/store.ts';
import type { Edition } from './editions.ts';

export interface Context {
  /** The state of the API key. */
  readonly account: Account;
  /** Without secrets. */
  readonly settings: Settings;
  /** From the oldest to the newest. */
  readonly sandboxSpecs: readonly SandboxSpec[];
  /** How long a sandbox, and what runs in it, takes to start. */
  readonly startupTimeInMs: number;
  readonly edition: Edition;
}

/**
 * What an operation does with a valid request. Returns the body of its success; throws a `Rejection` for an error that
 * the contract declares.
 */
export type Handler<Id extends OperationId> = (context: Context, request: RequestOf<Id>) => unknown;

/**
 * Brings everything that was created with a key up to the present time: sandboxes start, start tasks take their steps,
 * agents work. Whatever reads or changes it does this first: no other request may have read it since it went on.
 */
export function applyElapsedTime(context: Context): void {
  const { now, sandboxes, tasks, appConversations, conversations } = context.account;
  const startup = { duration: context.startupTimeInMs };
  sandboxes.applyElapsedTime(now, () => startup);
  conversations.applyElapsedTime(now, () => startup);
  tasks.applyElapsedTime(now, (task) => stepOf(context, task));
  // An agent works as long as a start-up takes, from the time on at which its sandbox runs.
  appConversations.applyElapsedTime(now, (agent) => {
    const sandbox = sandboxes.get(agent.shown.sandbox_id);
    if (sandbox?.status !== 'RUNNING') return { duration: Infinity };
    agent.since = Math.max(agent.since, sandbox.since);
    return startup;
  });
}

/** Steps of a task that have nothing to do if no repository was selected (decision D26). */
const repositorySteps = ['PREPARING_REPOSITORY', 'RUNNING_SETUP_SCRIPT', 'SETTING_UP_GIT_HOOKS'];

/** How many steps of a task take as long as a start-up. */
const stepsPerStartup = 10;

/**
 * Returns how long a task stays in its state. It waits until its sandbox runs, or will not run, and fails if that is
 * unknown, gone, or has failed.
 */
function stepOf({ account, startupTimeInMs }: Context, { status, shown, since }: TaskRecord): Step {
  const { now, sandboxes } = account;
  const sandbox = sandboxes.get(shown.sandbox_id);
  const isGone = !sandbox || sandbox.status === 'MISSING';
  if (status === 'WAITING_FOR_SANDBOX') {
    if (['STARTING', 'PAUSED'].includes(sandbox?.status ?? '')) return { duration: Infinity };
    const duration = Math.max(0, (sandbox?.since ?? now) - since);
    return { duration, fails: isGone || sandbox.status === 'ERROR' };
  }
  const hasNothingToDo = !shown.request.selected_repository && repositorySteps.includes(status);
  const duration = hasNothingToDo ? 0 : startupTimeInMs / stepsPerStartup;
  return { duration, fails: isGone && status === 'WORKING' };
}

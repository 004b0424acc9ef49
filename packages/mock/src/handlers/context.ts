/** What handlers work with, and what changes while time passes. */
import type { SandboxSpec, Settings } from '@agent-conversation/types';
import type { OperationId, RequestOf } from '@agent-conversation/validators';
import type { Reply } from '../response.ts';
import type { TaskRecord } from '../state/resources.ts';
import type { Account } from '../state/store.ts';
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

/** What an operation does with a valid request. */
export type Handler<Id extends OperationId> = (context: Context, request: RequestOf<Id>) => Reply;

/**
 * Brings everything that was created with a key up to the present time: sandboxes start, start tasks take their steps,
 * agents work. Whatever reads or changes it does this first: no other request may have read it since it went on.
 */
export function applyElapsedTime(context: Context): void {
  const { account, startupTimeInMs } = context;
  const { now, sandboxes, tasks, appConversations, conversations } = account;
  sandboxes.applyElapsedTime(now, () => startupTimeInMs);
  conversations.applyElapsedTime(now, () => startupTimeInMs);
  tasks.applyElapsedTime(
    now,
    (task) => durationOf(context, task),
    (task) => fails(account, task),
  );
  // An agent works as long as a start-up takes, while its sandbox runs.
  appConversations.applyElapsedTime(now, ({ sandboxId, since }) => {
    const sandbox = sandboxes.get(sandboxId);
    if (sandbox?.status !== 'RUNNING') return Infinity;
    return Math.max(0, sandbox.since - since) + startupTimeInMs;
  });
}

/** Steps of a task that have nothing to do if no repository was selected (decision D26). */
const repositorySteps: readonly string[] = [
  'PREPARING_REPOSITORY',
  'RUNNING_SETUP_SCRIPT',
  'SETTING_UP_GIT_HOOKS',
];

/** How many steps of a task take as long as a start-up. */
const stepsPerStartup = 10;

/** Returns how long a task stays in its state. It waits until its sandbox runs, or will not run. */
function durationOf(
  { account: { now, sandboxes }, startupTimeInMs }: Context,
  { status, sandboxId, request, since }: TaskRecord,
): number {
  if (status === 'WAITING_FOR_SANDBOX') {
    const sandbox = sandboxes.get(sandboxId);
    const mustWait = sandbox && ['STARTING', 'PAUSED'].includes(sandbox.status);
    return mustWait ? Infinity : Math.max(0, (sandbox?.since ?? now) - since);
  }
  const hasNothingToDo = !request.selected_repository && repositorySteps.includes(status);
  return hasNothingToDo ? 0 : startupTimeInMs / stepsPerStartup;
}

/** Whether a task fails after its state: its sandbox is unknown, gone, or has failed. */
function fails({ sandboxes }: Account, { status, sandboxId }: TaskRecord): boolean {
  const sandbox = sandboxes.get(sandboxId)?.status ?? 'MISSING';
  if (status === 'WAITING_FOR_SANDBOX') return ['MISSING', 'ERROR'].includes(sandbox);
  return status === 'WORKING' && sandbox === 'MISSING';
}

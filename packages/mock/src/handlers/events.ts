/** The state of a key as the control surface and tests see it, and the events that no request causes. */
import type {
  AppConversation,
  AppConversationStartTask,
  CreateConversationResponse,
  Sandbox,
} from '@agent-conversation/types';
import { type Lifecycle, moveTo, type Stateful } from '../state/lifecycle.ts';
import {
  addAppConversation,
  catchUp,
  executionLifecycle,
  findAppConversation,
  findTask,
  finishTasks,
  showAppConversation,
  showTask,
  taskLifecycle,
} from './app-conversations.ts';
import { canonicalId, type Context, timestamp } from './context.ts';
import { conversationLifecycle, findConversation, showConversation } from './conversations.ts';
import { findSandbox, sandboxLifecycle, showSandbox } from './sandboxes.ts';

/** What was created with one API key, as it is now and as responses show it, newest first. */
export interface MockState {
  /** The time of the mock's clock for this key. */
  readonly now: string;
  readonly sandboxes: Sandbox[];
  /** The tasks that start app conversations, which no operation of the service returns. */
  readonly startTasks: AppConversationStartTask[];
  readonly appConversations: AppConversation[];
  /** The conversations of the legacy generation. */
  readonly conversations: CreateConversationResponse[];
}

/** Returns a copy of the state of a key. */
export function snapshot(context: Context): MockState {
  const { account } = context;
  finishTasks(context);
  const newestFirst = <T>(records: { list: () => readonly T[] }) => records.list().toReversed();
  return structuredClone({
    now: timestamp(account.now),
    sandboxes: newestFirst(account.sandboxes).map((it) => showSandbox(context, it)),
    startTasks: newestFirst(account.tasks).map((it) => showTask(context, it)),
    appConversations: newestFirst(account.appConversations).map((it) =>
      showAppConversation(context, it),
    ),
    conversations: newestFirst(account.conversations).map(({ id }) =>
      showConversation(findConversation(context, id)!, null),
    ),
  });
}

/**
 * Finds the resource with an id. What can happen to it without an operation (a fault, an external change, or time that
 * passes early) is defined by the lifecycle tables.
 *
 * @param id of a sandbox, a start task, an app conversation (its agent's state) or a legacy conversation
 * @returns a function that puts the resource into a state, or throws a TypeError that lists the possible states;
 * undefined if there is no resource with this id
 */
export function findEventTarget(
  context: Context,
  id: string,
): ((status: string) => void) | undefined {
  const { now } = context.account;
  catchUp(context);
  const trigger = <State extends string>(
    resource: Stateful<State> | undefined,
    lifecycle: Lifecycle<State>,
    then: (detail: string | null, before: State) => void = () => {},
  ) =>
    resource &&
    ((status: string) => {
      const before = resource.status;
      then(triggerEvent(resource, lifecycle, id, status, now), before);
    });
  const [sandbox, task] = [findSandbox(context, id), findTask(context, id)];
  const conversation = findAppConversation(context, canonicalId(id));
  return (
    trigger(sandbox, sandboxLifecycle, (detail) => (sandbox!.detail = detail)) ??
    trigger(task, taskLifecycle, (detail) => {
      task!.detail = detail;
      if (task!.status === 'READY') addAppConversation(context, task!);
    }) ??
    trigger(conversation, executionLifecycle, (_, before) => {
      const isOver = ['idle', 'finished'].includes(conversation!.status ?? '');
      if (before === 'running' && isOver) conversation!.turns += 1;
    }) ??
    trigger(findConversation(context, canonicalId(id)), conversationLifecycle)
  );
}

/**
 * Moves a resource along a transition that no operation causes.
 *
 * @returns what has happened; null if it is what happens with time
 */
function triggerEvent<State extends string>(
  resource: Stateful<State>,
  lifecycle: Lifecycle<State>,
  id: string,
  status: string,
  now: number,
): string | null {
  const usual = lifecycle.after(resource.status);
  const possible = lifecycle.eventsIn(resource.status);
  const description = possible.get(status as State);
  if (description === undefined) {
    const states = [...possible.keys()].join(', ') || 'no other state';
    throw new TypeError(`${id} is ${resource.status}, and can become ${states}, but not ${status}`);
  }
  moveTo(resource, status as State, now);
  return status === usual ? null : description;
}

/** The state of a key as the control surface and tests see it, and the events that no request causes. */
import type {
  AppConversation,
  AppConversationStartTask,
  CreateConversationResponse,
  Sandbox,
} from '@agent-conversation/types';
import { canonicalId } from '../state/ids.ts';
import type { Kept } from '../state/resources.ts';
import { timestamp } from '../state/store.ts';
import { showAppConversation, showConversation, showTask } from './app-conversations.ts';
import { applyElapsedTime, type Context } from './context.ts';
import { showSandbox } from './sandboxes.ts';

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
  applyElapsedTime(context);
  const { now, sandboxes, tasks, appConversations, conversations } = context.account;
  const shown = <T, Shown>({ list }: Kept<T>, show: (record: T) => Shown) =>
    list.toReversed().map(show);
  return structuredClone({
    now: timestamp(now),
    sandboxes: shown(sandboxes, (it) => showSandbox(context, it)),
    startTasks: shown(tasks, (it) => showTask(context, it)),
    appConversations: shown(appConversations, (it) => showAppConversation(context, it)),
    conversations: shown(conversations, (it) => showConversation(it)),
  });
}

/**
 * Finds the resource with an id. The lifecycle tables define its changes without an operation: by a fault, an external
 * change, or time that passes early.
 *
 * @param id of a sandbox, a start task, an app conversation (its agent's state) or a legacy conversation
 * @returns a function that puts the resource into a state, or throws a TypeError that lists the possible states;
 * undefined if there is no resource with this id
 */
export function findEventTarget(
  context: Context,
  id: string,
): ((status: string) => void) | undefined {
  applyElapsedTime(context);
  const { now, sandboxes, tasks, appConversations, conversations } = context.account;
  const kinds = [sandboxes, tasks, appConversations, conversations];
  return kinds.flatMap((kind) => kind.eventTarget(canonicalId(id), now) ?? [])[0];
}

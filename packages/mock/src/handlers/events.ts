/** The state of a key as the control surface and tests see it, and the events that no request causes. */
import type {
  AppConversation,
  AppConversationStartTask,
  CreateConversationResponse,
  Sandbox,
} from '@agent-conversation/types';
import type { Account } from '../state/account.ts';
import { canonicalId } from '../state/ids.ts';
import { timestamp } from '../state/resources.ts';
import { showAppConversation, showConversation, showTask } from './conversations.ts';
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
export function snapshot(account: Account): MockState {
  account.applyElapsedTime();
  const { now, sandboxes, tasks, appConversations, conversations } = account;
  return structuredClone({
    now: timestamp(now),
    sandboxes: sandboxes.list.toReversed().map((it) => showSandbox(account, it)),
    startTasks: tasks.list.toReversed().map((it) => showTask(account, it)),
    appConversations: appConversations.list
      .toReversed()
      .map((it) => showAppConversation(account, it)),
    conversations: conversations.list.toReversed().map((it) => showConversation(it)),
  });
}

/** Finds the resource with an id; undefined if there is none. Returns a function that triggers an event of it. */
export function findEventTarget(account: Account, id: string) {
  account.applyElapsedTime();
  const { now, sandboxes, tasks, appConversations, conversations } = account;
  const found = canonicalId(id);
  const kinds = [sandboxes, tasks, appConversations, conversations];
  const kind = kinds.find((it) => it.get(found));
  return kind && ((status: string) => kind.triggerEvent(found, status, now));
}

/** The handler of each operation, and what they have created. */
import type * as types from '@agent-conversation/types';
import type { OperationId } from '@agent-conversation/validators';
import {
  exampleOf,
  operationsById,
  parametersIn,
  successOf,
} from '../contract.ts';
import { Rejection } from '../response.ts';
import type { Account } from '../state/store.ts';
import { pageOf, timestamp } from '../state/resources.ts';
import {
  createConversation,
  listAppConversations,
  showAppConversation,
  showConversation,
  showTask,
  startAppConversation,
} from './conversations.ts';
import type { Handler, Handlers } from './handler.ts';
import {
  changeSandbox,
  searchSandboxes,
  showSandbox,
  startSandbox,
} from './sandboxes.ts';

const getSettings: Handler<'getSettings'> = ({ shared: { settings } }) => {
  if (!settings) throw new Rejection(404, 'No settings are stored');
  return settings;
};

export const handlers: Handlers = {
  createConversation,
  getSettings,
  startAppConversation,
  listAppConversations,
  searchSandboxes,
  startSandbox,
  pauseSandbox: changeSandbox('pauseSandbox'),
  resumeSandbox: changeSandbox('resumeSandbox'),
  searchSandboxSpecs: ({ shared }, { query }) =>
    pageOf(shared.sandboxSpecs, query),
};

/** The operations that only respond with their examples, whatever was created before. */
export const exampleOnly: readonly OperationId[] = (
  Object.keys(operationsById) as OperationId[]
).filter((id) => !handlers[id]);

/**
 * What an operation without a handler does: responds with the first example of its success for the ids that the
 * contract shows, and with 404 for others, if it declares that.
 */
export function exampleFor(
  id: OperationId,
  path: Readonly<Record<string, unknown>>,
): unknown {
  // Path parameters are strings, whatever type the example has.
  const isKnown = parametersIn('path', id).every(
    (it) => path[it.name] === String(it.example),
  );
  const isDeclared = operationsById[id].statuses.includes(404);
  if (!isKnown && isDeclared)
    throw new Rejection(404, 'No example has this id');
  return exampleOf(id, successOf(id));
}

/** What was created with one API key, as it is now and as responses show it, newest first. */
export interface MockState {
  /** The time of the mock's clock for this key. */
  readonly now: string;
  readonly sandboxes: types.Sandbox[];
  /** The tasks that start app conversations, which no operation of the service returns. */
  readonly startTasks: types.AppConversationStartTask[];
  readonly appConversations: types.AppConversation[];
  /** The conversations of the legacy generation. */
  readonly conversations: types.CreateConversationResponse[];
}

/** Returns a copy of the state of a key. */
export function snapshot(account: Account): MockState {
  account.applyElapsedTime();
  const { now, sandboxes, tasks, appConversations, conversations } = account;
  return structuredClone({
    now: timestamp(now),
    sandboxes: sandboxes.list
      .toReversed()
      .map((it) => showSandbox(account, it)),
    startTasks: tasks.list.toReversed().map((it) => showTask(account, it)),
    appConversations: appConversations.list
      .toReversed()
      .map((it) => showAppConversation(account, it)),
    conversations: conversations.list
      .toReversed()
      .map((it) => showConversation(it)),
  });
}

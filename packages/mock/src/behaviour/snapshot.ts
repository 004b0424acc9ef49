import type {
  AppConversation,
  AppConversationStartTask,
  CreateConversationResponse,
  Sandbox,
} from '@agent-conversation/types';
import { finishTasks, showAppConversation, showTask } from './app-conversations.ts';
import { findConversation, showConversation } from './conversations.ts';
import { showSandbox } from './sandboxes.ts';
import { timestamp, type World } from './world.ts';

/** What was made with one API key, as it is now and as the contract writes it, newest first. */
export interface MockState {
  /** The time of the mock's clock for this key. */
  readonly now: string;
  readonly sandboxes: Sandbox[];
  /** The tasks that start app conversations, which no operation of the service reads. */
  readonly startTasks: AppConversationStartTask[];
  readonly appConversations: AppConversation[];
  /** The conversations of the legacy generation. */
  readonly conversations: CreateConversationResponse[];
}

export function snapshot(world: World): MockState {
  const { account } = world;
  finishTasks(world);
  // A copy: what was told once does not change afterwards.
  return structuredClone({
    now: timestamp(account.now),
    sandboxes: account.sandboxes.newestFirst().map((record) => showSandbox(world, record)),
    startTasks: account.tasks.newestFirst().map((record) => showTask(world, record)),
    appConversations: account.appConversations
      .newestFirst()
      .map((record) => showAppConversation(world, record)),
    conversations: account.conversations
      .newestFirst()
      .map(({ id }) => showConversation(findConversation(world, id)!, null)),
  });
}

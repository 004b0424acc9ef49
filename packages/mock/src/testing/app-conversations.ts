import type {
  AppConversation,
  AppConversationStartTask,
  AppConversationStartRequest,
} from '@agent-conversation/types';
import type { Mock } from '../index.ts';
import { ask } from './ask.ts';

const path = '/api/v1/app-conversations';

/** Starts an app conversation, and gives the task. */
export async function startConversation(
  mock: Mock,
  body: AppConversationStartRequest = {},
): Promise<AppConversationStartTask> {
  return (await ask<AppConversationStartTask>(mock, 'POST', path, { body })).body;
}

/** Lists app conversations: those of the ids, or all. */
export async function listConversations(
  mock: Mock,
  ids: readonly string[] = [],
): Promise<(AppConversation | null)[]> {
  const query = new URLSearchParams(ids.map((id) => ['ids', id])).toString();
  return (await ask<(AppConversation | null)[]>(mock, 'GET', `${path}?${query}`)).body;
}

/** The ids of all app conversations, as they are listed. */
export async function listIds(mock: Mock): Promise<(string | undefined)[]> {
  return (await listConversations(mock)).map((conversation) => conversation?.id);
}

/** The only app conversation that there is. */
export async function theConversation(mock: Mock): Promise<AppConversation> {
  const [conversation, ...others] = await listConversations(mock);
  if (!conversation || others.length > 0) throw new Error('There is not exactly one conversation');
  return conversation;
}

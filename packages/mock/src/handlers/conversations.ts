/** Creates conversations of the legacy generation. */
import type { ConversationStatus, CreateConversationRequest } from '@agent-conversation/types';
import { notAllowed, ok, type Reply } from '../response.ts';
import { applyElapsedTime, applyOperation, Lifecycle } from '../state/lifecycle.ts';
import type { ConversationRecord } from '../state/types.ts';
import { canonicalId, type Context } from './context.ts';

export const conversationLifecycle = new Lifecycle<ConversationStatus>('ConversationStatus');

/** Creates a conversation, or joins the one whose id is given. */
export function createConversation(
  context: Context,
  { conversation_id: given }: CreateConversationRequest,
): Reply {
  const { account } = context;
  const id = given === undefined ? account.ids.hex() : canonicalId(given);
  const known = findConversation(context, id);
  const record = known ?? { id, status: conversationLifecycle.initial, since: account.now };
  if (known) {
    const outcome = applyOperation('createConversation', known, conversationLifecycle, account.now);
    if ('rejected' in outcome) return notAllowed(outcome.rejected);
  } else {
    account.conversations.add(record);
  }
  return ok(showConversation(record, known ? 'Joined the conversation' : null));
}

/** Returns a conversation as it is now. */
export function findConversation(
  { account, startupTimeInMs }: Context,
  id: string,
): ConversationRecord | undefined {
  const record = account.conversations.get(id);
  if (record) applyElapsedTime(record, conversationLifecycle, account.now, () => startupTimeInMs);
  return record;
}

/** Returns a conversation as responses show it. */
export function showConversation({ id, status }: ConversationRecord, message: string | null) {
  return { status: 'ok', conversation_id: id, message, conversation_status: status };
}

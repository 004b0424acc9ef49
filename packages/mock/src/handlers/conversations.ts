/** Creates legacy conversations. */
import { ok } from '../response.ts';
import { canonicalId } from '../state/ids.ts';
import type { ConversationRecord } from '../state/resources.ts';
import type { Handler } from './context.ts';
import { applyElapsedTime } from './elapsed-time.ts';

/** Creates a conversation, or joins the one whose id is given. */
export const createConversation: Handler<'createConversation'> = (context, { body }) => {
  applyElapsedTime(context);
  const { account } = context;
  const { now, conversations } = account;
  const { conversation_id: given } = body;
  const id = given === undefined ? account.ids.hex() : canonicalId(given);
  const known = conversations.get(id);
  if (known) {
    const error = conversations.applyOperation(known, 'createConversation', now);
    return error ?? ok(showConversation(known, 'Joined the conversation'));
  }
  const record = { id, status: conversations.initial, since: now };
  conversations.add(record);
  return ok(showConversation(record, null));
};

/** Returns a conversation as responses show it. */
export function showConversation({ id, status }: ConversationRecord, message: string | null) {
  return { status: 'ok', conversation_id: id, message, conversation_status: status };
}

import type { ConversationStatus, CreateConversationRequest } from '@agent-conversation/types';
import type { ConversationRecord } from '../state/account.ts';
import { apply, createLifecycle, settle } from '../state/lifecycle.ts';
import { canonicalId } from './editions.ts';
import { ok, refused, type Reply, type World } from './world.ts';

export const conversationLifecycle = createLifecycle<ConversationStatus>('ConversationStatus');

/** Creates a legacy conversation, or joins the one whose id was supplied. */
export function createConversation(
  world: World,
  { conversation_id: supplied }: CreateConversationRequest,
): Reply {
  const { account } = world;
  const id = supplied === undefined ? account.ids.hex() : canonicalId(supplied);
  const known = findConversation(world, id);
  const record = known ?? { id, status: conversationLifecycle.initial, since: account.now };
  if (known) {
    const outcome = apply('createConversation', known, conversationLifecycle, account.now);
    if ('refused' in outcome) return refused(outcome.refused);
  } else {
    account.conversations.add(record);
  }
  return ok(showConversation(record, known ? 'Joined the conversation' : null));
}

/** A conversation as it is now. */
export function findConversation(
  { account, startupTime }: World,
  id: string,
): ConversationRecord | undefined {
  const record = account.conversations.get(id);
  if (record) settle(record, conversationLifecycle, account.now, () => startupTime);
  return record;
}

/** A conversation as the contract has it. */
export function showConversation({ id, status }: ConversationRecord, message: string | null) {
  return { status: 'ok', conversation_id: id, message, conversation_status: status };
}

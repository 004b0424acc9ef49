/** The objects of responses, and the states of lifecycles that they show. */
import { isList, type JsonObject, objectOf } from '@agent-conversation/contract';
import type { OperationId } from '@agent-conversation/validators';

/** The enumerations with a lifecycle that responses show. */
export type LifecycleName =
  'SandboxStatus' | 'ConversationStatus' | 'ExecutionStatus' | 'AppConversationStartTaskStatus';

export type ShownState = readonly [lifecycle: LifecycleName, id: string, state: string];

/** A lifecycle, and the properties of an object with the id of the resource and its state. */
export const shownStates: { readonly [Operation in OperationId]?: readonly ShownState[] } = {
  startSandbox: [['SandboxStatus', 'id', 'status']],
  searchSandboxes: [['SandboxStatus', 'id', 'status']],
  startAppConversation: [['AppConversationStartTaskStatus', 'id', 'status']],
  listAppConversations: [
    ['SandboxStatus', 'sandbox_id', 'sandbox_status'],
    ['ExecutionStatus', 'id', 'execution_status'],
  ],
  createConversation: [['ConversationStatus', 'conversation_id', 'conversation_status']],
};

/** The objects that a response shows: those of a list or a page, or the one that it is. */
export function objectsIn(body: unknown): (readonly [pointer: string, value: JsonObject])[] {
  const { items = body } = objectOf(body);
  if (!isList(items)) return [['', objectOf(body)]];
  return items.map((it, at) => [`${items === body ? '' : '/items'}/${at}`, objectOf(it)]);
}

/** The handler of each operation. */
import type { OperationId } from '@agent-conversation/validators';
import { operationsById, parametersIn } from '../contract.ts';
import { declared, ok, type Reply } from '../response.ts';
import { listAppConversations, startAppConversation } from './app-conversations.ts';
import type { Handler } from './context.ts';
import { createConversation } from './conversations.ts';
import { changeSandbox, searchSandboxes, startSandbox } from './sandboxes.ts';

/** The handlers by operation. An operation without one responds with its example. */
export type Handlers = { readonly [Id in OperationId]?: Handler<Id> };

export const handlers: Handlers = {
  createConversation,
  getSettings: ({ settings }) => ok(settings),
  startAppConversation,
  listAppConversations,
  searchSandboxes,
  startSandbox,
  pauseSandbox: changeSandbox('pauseSandbox'),
  resumeSandbox: changeSandbox('resumeSandbox'),
  searchSandboxSpecs: ({ sandboxSpecs }, { query }) => ok(sandboxSpecs.page(query)),
};

/** The operations that only respond with their examples, whatever was created before. */
export const exampleOnly: readonly OperationId[] = (
  Object.keys(operationsById) as OperationId[]
).filter((id) => !handlers[id]);

/**
 * Replies for an operation without a handler: with the first example of its success for the ids that the contract
 * shows, and with 404 for others, if the operation declares that.
 */
export function exampleReply(id: OperationId, path: Readonly<Record<string, unknown>>): Reply {
  const { statuses } = operationsById[id];
  // Path parameters are strings, whatever type the example has.
  const isKnown = parametersIn('path', id).every((it) => path[it.name] === String(it.example));
  if (!isKnown && statuses.includes(404)) return declared(id, 404);
  return declared(
    id,
    statuses.find((status) => status >= 200 && status < 300)!,
  );
}

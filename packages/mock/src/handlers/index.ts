/** The handler of each operation. */
import type { OperationId } from '@agent-conversation/validators';
import { operationsById, parametersIn } from '../contract.ts';
import { declared, ok, type Reply } from '../response.ts';
import { pageOf } from '../state/resources.ts';
import { createConversation, listAppConversations, startAppConversation } from './conversations.ts';
import type { Handler } from './context.ts';
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
  searchSandboxSpecs: ({ sandboxSpecs }, { query }) =>
    ok(pageOf({ gone: 0, list: sandboxSpecs }, query)),
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
  const success = statuses.find((it) => it >= 200 && it < 300)!;
  return declared(id, !isKnown && statuses.includes(404) ? 404 : success);
}

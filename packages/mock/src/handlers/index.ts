/** The handler of each operation. */
import type { OperationId, RequestOf } from '@agent-conversation/validators';
import { operationsById, pathExamples } from '../contract.ts';
import { declared, ok, type Reply } from '../response.ts';
import { listAppConversations, startAppConversation } from './app-conversations.ts';
import type { Context } from './context.ts';
import { createConversation } from './conversations.ts';
import { changeSandbox, searchSandboxes, startSandbox } from './sandboxes.ts';

/** What an operation does with a valid request. */
type Handler<Id extends OperationId> = (context: Context, request: RequestOf<Id>) => Reply;

/** The handlers by operation. An operation without one responds with its example. */
export type Handlers = { readonly [Id in OperationId]?: Handler<Id> };

export const handlers: Handlers = {
  createConversation: (context, { body }) => createConversation(context, body),
  getSettings: ({ settings }) => ok(settings),
  startAppConversation: (context, { body }) => startAppConversation(context, body ?? {}),
  listAppConversations: (context, { query }) => listAppConversations(context, query.ids),
  searchSandboxes: (context, { query }) => searchSandboxes(context, query),
  startSandbox: (context, { query }) => startSandbox(context, query.sandbox_spec_id ?? undefined),
  pauseSandbox: (context, { path }) => changeSandbox(context, 'pauseSandbox', path.sandbox_id),
  resumeSandbox: (context, { path }) => changeSandbox(context, 'resumeSandbox', path.sandbox_id),
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
  const isKnown = [...pathExamples(id)].every(([name, example]) => path[name] === String(example));
  if (!isKnown && statuses.includes(404)) return declared(id, 404);
  return declared(
    id,
    statuses.find((status) => status >= 200 && status < 300)!,
  );
}

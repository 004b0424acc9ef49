import { type OperationId, operations, type RequestOf } from '@agent-conversation/validators';
import { catchUp, listAppConversations, startAppConversation } from './app-conversations.ts';
import { pathExamples } from '../contract.ts';
import { createConversation } from './conversations.ts';
import { listedMembers } from './listed-members.ts';
import { pageOf } from './pages.ts';
import { changeSandbox, searchSandboxes, startSandbox } from './sandboxes.ts';
import { declared, ok, type Reply, type World } from './world.ts';

/** What an operation does with a request that is in order. */
type Behaviour<Id extends OperationId> = (world: World, request: RequestOf<Id>) => Reply;

/** What the operations do. One that is missing here is answered with its example. */
export const behaviours: { readonly [Id in OperationId]?: Behaviour<Id> } = {
  createConversation: (world, { body }) => createConversation(world, body),
  getSettings: ({ settings }) => ok(settings),
  startAppConversation: (world, { body }) => startAppConversation(world, listedMembers(body ?? {})),
  listAppConversations: (world, { query }) => listAppConversations(world, query.ids),
  searchSandboxes: (world, { query }) => searchSandboxes(world, query),
  startSandbox: (world, { query }) => startSandbox(world, query.sandbox_spec_id ?? undefined),
  pauseSandbox(world, { path }) {
    catchUp(world);
    return changeSandbox(world, 'pauseSandbox', path.sandbox_id);
  },
  resumeSandbox(world, { path }) {
    catchUp(world);
    return changeSandbox(world, 'resumeSandbox', path.sandbox_id);
  },
  searchSandboxSpecs: ({ sandboxSpecs }, { query }) =>
    ok(pageOf(sandboxSpecs, query, (spec) => spec)),
};

/** The operations that are only answered with their examples, whatever was made before. */
export const exampleOnly: readonly OperationId[] = (
  Object.keys(operations) as OperationId[]
).filter((id) => !behaviours[id]);

/**
 * The answer of an operation that has no behaviour: the first example of its success. It knows no ids but
 * those that the contract shows; another one is not found, where the operation declares that.
 */
export function exampleReply(id: OperationId, path: Readonly<Record<string, unknown>>): Reply {
  const { statuses } = operations[id];
  // What a path has is a text, whatever its example is.
  const isKnown = [...pathExamples(id)].every(([name, example]) => path[name] === String(example));
  if (!isKnown && statuses.includes(404)) return declared(id, 404);
  return declared(
    id,
    statuses.find((status) => status >= 200 && status < 300)!,
  );
}

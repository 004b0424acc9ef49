import type { OperationId, RequestOf } from '@agent-conversation/validators';
import { catchUp, listAppConversations, startAppConversation } from './app-conversations.ts';
import { createConversation } from './conversations.ts';
import { listedMembers } from './listed-members.ts';
import { pageOf } from './pages.ts';
import { changeSandbox, searchSandboxes, startSandbox } from './sandboxes.ts';
import { type Objection, ok, type Reply, type World } from './world.ts';

/** What each operation does. An operation of the contract that is missing here does not compile. */
export const behaviours: {
  readonly [Id in OperationId]: (world: World, request: RequestOf<Id>) => Reply | Objection;
} = {
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
  resumeSandbox: (world, { path }) => changeSandbox(world, 'resumeSandbox', path.sandbox_id),
  searchSandboxSpecs({ sandboxSpecs }, { query }) {
    const page = pageOf(sandboxSpecs, query, (spec) => spec);
    return 'violations' in page ? page : ok(page);
  },
};

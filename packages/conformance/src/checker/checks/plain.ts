/** Checks of plain calls. */
import { type JsonObject, objectOf } from '@agent-conversation/contract';
import { randomUUID } from 'node:crypto';
import { operationOf } from '../../contract.ts';
import { lifecycleRule, propertyRule, type Rule } from '../../oracle/rules.ts';
import { conversationId } from '../../requests/valid-requests.ts';
import { json, textOf } from '../calls.ts';
import {
  type CheckContext,
  type CheckDefinition,
  CheckOver,
  type Seen,
  Skipped,
} from '../check-context.ts';
import { poll, sandboxFor } from './sandboxes.ts';

export const plainChecks: readonly CheckDefinition[] = [
  {
    kind: 'response',
    title: 'A plain call gets a declared response',
    of: ({ method, path }) => method === 'get' && !path.includes('{'),
    async run(context) {
      const { firstResponses } = context.session;
      await context.callValid({}, firstResponses.get(context.operation));
    },
  },
  {
    kind: 'response',
    title: 'A sandbox is started, listed by the search, and becomes RUNNING',
    of: ({ operationId }) => operationId === 'startSandbox',
    async run(context) {
      await sandboxFor(context);
    },
  },
  {
    kind: 'response',
    title: 'A conversation is started in a sandbox, and listed by the id that was sent',
    of: ({ operationId }) => operationId === 'startAppConversation',
    async run(context) {
      // It has no message, so its agent is idle.
      const sent = {
        sandbox_id: await sandboxFor(context),
        title: 'Conformance',
        conversation_id: conversationId(randomUUID()),
      };
      const why = 'because the sandbox exists and is running';
      const seen = await context.expect([200], json(sent), why);
      if (seen.status !== 200) throw new CheckOver();
      const request = objectOf(seen.properties['request']);
      const id = textOf(request['conversation_id']);
      const returned = { ...request, conversation_id: conversationId(id ?? sent.conversation_id) };
      const rule = propertyRule('AppConversationStartTask', 'request');
      compare(context, seen, '/request', returned, sent, () => rule);
      if (id === undefined) {
        throw new Skipped('the server ignores conversation_id, so the start cannot be followed');
      }
      await findListed(context, sent);
    },
  },
  {
    kind: 'response',
    title: 'A conversation is created, and can be joined by its id',
    of: ({ operationId }) => operationId === 'createConversation',
    async run(context) {
      const created = await context.callValid(json({}));
      if (created.status === 400) {
        throw new Skipped('the server cannot create a conversation (400)');
      }
      const id = textOf(created.properties['conversation_id']);
      if (created.status !== 200 || id === undefined) throw new CheckOver();
      // Others than those that let it be joined choose an id of their own (decision D18).
      await context.callValid(json({ conversation_id: id }));
    },
  },
];

/** Reports properties that are not what was sent. */
function compare(
  context: CheckContext,
  seen: Seen,
  pointer: string,
  returned: JsonObject,
  sent: JsonObject,
  ruleOf: (name: string) => Rule,
): void {
  for (const [name, value] of Object.entries(sent)) {
    if (returned[name] === value) continue;
    const message = `must be the ${name} of the request`;
    context.report(ruleOf(name), `body${pointer}/${name}`, 'shown', message, seen);
  }
}

/** Waits until a conversation is listed by its id, and compares it with the request that has started it. */
async function findListed(
  context: CheckContext,
  { conversation_id: id, ...sent }: JsonObject,
): Promise<void> {
  const operation = operationOf('listAppConversations');
  const call = { operation, query: [`ids=${textOf(id)}`] };
  const look = async () => {
    const seen = await context.callValid(call);
    if (seen.status !== 200) throw new CheckOver();
    return { seen, entry: Array.isArray(seen.body) ? (seen.body[0] as unknown) : undefined };
  };
  const { seen, entry = null } = await poll(context, look, (it) => (it.entry ?? null) !== null);
  if (entry === null) {
    const time = `${context.settings.waitInMs / 1000} s`;
    const message = `must be the conversation with the id that was sent, and was null after ${time}`;
    // The start can have failed: no response shows why a conversation does not appear.
    const rule = lifecycleRule('AppConversationStartTaskStatus');
    context.report(rule, 'body/0', 'shown', message);
    return;
  }
  // That the title of the request becomes the title of the conversation, only the names suggest (decision D39).
  const assumed = { provenance: 'assumed', decision: 'D39' } as const;
  compare(context, seen, '/0', objectOf(entry), sent, (name) => ({
    ...propertyRule('AppConversation', name),
    ...(name === 'title' && assumed),
  }));
}

/** Checks of conversations. */
import { randomUUID } from 'node:crypto';
import { lifecycleRule, parameterRule, propertyRule, type Rule } from '../../oracle/rules.ts';
import { conversationId, formatId } from '../../requests/valid-requests.ts';
import {
  type CheckContext,
  CheckOver,
  type Seen,
  Skipped,
  type CheckDefinition,
} from '../check-context.ts';
import { json } from '../session.ts';
import { madeUpUuid, type Properties, propertiesOf, textOf } from '../values.ts';
import { poll, sandboxFor, secondsOf } from './sandboxes.ts';

/** Reports properties that are not what was sent. */
function compare(
  context: CheckContext,
  seen: Seen,
  { returned, sent, pointer }: { returned: Properties; sent: Properties; pointer: string },
  ruleOf: (name: string) => Rule,
): void {
  for (const [name, value] of Object.entries(sent)) {
    if (returned[name] === value) continue;
    const place = { part: 'body', pointer: `${pointer}/${name}`, keyword: 'shown' } as const;
    context.report(ruleOf(name), { ...place, message: `must be the ${name} of the request`, seen });
  }
}

async function findListed(
  context: CheckContext,
  { conversation_id: id, ...sent }: Properties,
): Promise<void> {
  const call = { operation: 'listAppConversations', query: [`ids=${String(id)}`] } as const;
  const found = await poll(context, async () => {
    const seen = await context.callValid(call);
    if (seen.status !== 200) throw new CheckOver();
    const [entry = null] = Array.isArray(seen.body) ? (seen.body as unknown[]) : [];
    return entry === null ? undefined : { seen, returned: propertiesOf(entry) };
  });
  if (!found) {
    const message = `must be the conversation with the id that was sent, and was null after ${secondsOf(context)} s`;
    // The start can have failed: no response shows why a conversation does not appear.
    const rule = lifecycleRule('AppConversationStartTaskStatus');
    context.report(rule, { part: 'body', pointer: '/0', keyword: 'shown', message });
    return;
  }
  const { seen, returned } = found;
  // That the title of the request becomes the title of the conversation, only the names suggest (decision D39).
  const assumed = { provenance: 'assumed', decision: 'D39' } as const;
  compare(context, seen, { returned, sent, pointer: '/0' }, (name) => ({
    ...propertyRule('AppConversation', name),
    ...(name === 'title' && assumed),
  }));
}

async function compareListed(
  context: CheckContext,
  ids: readonly string[],
  isKnown: (id: string) => boolean,
  hyphenated: boolean,
): Promise<void> {
  const query = ids.map((id) => `ids=${encodeURIComponent(formatId([id, hyphenated]))}`);
  const seen = await context.callValid({ operation: 'listAppConversations', query });
  if (seen.status !== 200 || !Array.isArray(seen.body)) return;
  const rule = parameterRule('AppConversationIds');
  const place = { part: 'body', keyword: 'ids', seen } as const;
  if (seen.body.length !== ids.length) {
    const message = `must have ${ids.length} entries, one for each id that was asked for`;
    context.report(rule, { ...place, message });
    return;
  }
  for (const [at, entry] of seen.body.entries()) {
    const wanted = ids[at]!;
    const id = textOf(propertiesOf(entry)['id']);
    const isRight = isKnown(wanted)
      ? // The id may be absent.
        entry !== null && (id === undefined || conversationId(id) === conversationId(wanted))
      : entry === null;
    if (isRight) continue;
    const message = isKnown(wanted)
      ? 'must be the conversation with the id at this position'
      : 'must be null, because no conversation has the id';
    context.report(rule, { ...place, pointer: `/${at}`, message });
  }
}

/** How many conversations are requested by their ids. */
const some = 3;

export const conversationChecks = {
  start: {
    kind: 'answer',
    title: 'A conversation is started in a sandbox, and listed by the id that was sent',
    of: ({ operationId }) => operationId === 'startAppConversation',
    async run(context, operation) {
      // It has no message, so its agent is idle.
      const asked = {
        sandbox_id: await sandboxFor(context),
        conversation_id: conversationId(randomUUID()),
        title: 'Conformance',
      };
      const seen = await context.call({ operation, ...json(asked) });
      context.demand(seen, [200], 'because the sandbox exists and is running');
      if (seen.status !== 200) throw new CheckOver();
      const request = propertiesOf(propertiesOf(seen.body)['request']);
      const id = textOf(request['conversation_id']);
      const { conversation_id: own, ...others } = asked;
      const hasId = id !== undefined;
      const returned = { ...request, ...(hasId && { conversation_id: conversationId(id) }) };
      const sent = { ...others, ...(hasId && { conversation_id: own }) };
      const rule = propertyRule('AppConversationStartTask', 'request');
      compare(context, seen, { returned, sent, pointer: '/request' }, () => rule);
      if (!hasId) {
        throw new Skipped('the server ignores conversation_id, so the start cannot be followed');
      }
      await findListed(context, asked);
    },
  },
  create: {
    kind: 'answer',
    title: 'A conversation is created, and can be joined by its id',
    of: ({ operationId }) => operationId === 'createConversation',
    async run(context, operation) {
      const created = await context.callValid({ operation, ...json({}) });
      if (created.status === 400) {
        throw new Skipped('the server cannot create a conversation (400)');
      }
      const id = textOf(propertiesOf(created.body)['conversation_id']);
      if (created.status !== 200 || id === undefined) throw new CheckOver();
      // Others than those that let it be joined choose an id of their own (decision D18).
      await context.callValid({ operation, ...json({ conversation_id: id }) });
    },
  },
  ids: {
    kind: 'ids',
    title:
      'The response has an entry for each id, in either form and in order, null for an unknown one',
    of: ({ operationId }) => operationId === 'listAppConversations',
    async run(context, operation) {
      const { conversations, settings } = context.session;
      // Deployments that do not require ids list conversations; of others, those that this run has created are known.
      await context.call({ operation });
      const known = [...conversations.keys()].slice(0, some).toReversed();
      context.involve(known.map((id) => conversations.get(id)!));
      const ids = known.toSpliced(1, 0, madeUpUuid(settings.seed, operation));
      for (const hyphenated of [false, true]) {
        await compareListed(context, ids, (id) => known.includes(id), hyphenated);
      }
    },
  },
} satisfies Readonly<Record<string, CheckDefinition>>;

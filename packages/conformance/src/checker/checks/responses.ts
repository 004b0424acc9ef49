/** Checks of the settings and of the list of conversations. */
import { objectOf } from '@agent-conversation/contract';
import { elementAt, parameterRule } from '../../oracle/rules.ts';
import { textsIn } from '../../oracle/secrets.ts';
import { conversationId, formatId } from '../../requests/valid-requests.ts';
import type { CheckContext, CheckDefinition } from '../check-context.ts';
import { madeUpUuid, textOf } from '../values.ts';

/** How many conversations are requested by their ids. */
const mostIds = 3;

export const responseChecks: readonly CheckDefinition[] = [
  {
    kind: 'secrets',
    title: 'No secret is returned in clear text',
    of: ({ operationId }) => operationId === 'getSettings',
    async run(context) {
      const seen = await context.call({});
      if (seen.status !== 200) return;
      // The settings state that there are secrets, and not which (decision D19).
      const texts = textsIn(seen.body, elementAt('components', 'schemas', 'Settings'));
      for (const { pointer, text, isName, secret } of texts) {
        if (!secret || isName || /^[*•]*$/.test(text)) continue;
        const message = 'must be null or empty, because it is a secret';
        context.report(secret, `body${pointer}`, 'secret', message, seen);
      }
    },
  },
  {
    kind: 'ids',
    title:
      'The response has an entry for each id, in either form and in order, null for an unknown one',
    of: ({ operationId }) => operationId === 'listAppConversations',
    async run(context) {
      const { conversations } = context.session;
      // Deployments that do not require ids list conversations; of others, those that this run has created are known.
      await context.call({});
      const known = [...conversations].slice(0, mostIds).toReversed();
      for (const [, check] of known) context.involved.add(check);
      const unknown = madeUpUuid(context.settings.seed, context.check.operation);
      const ids = known.map(([id]) => id).toSpliced(1, 0, unknown);
      for (const hyphenated of [false, true]) await compareIds(context, ids, unknown, hyphenated);
    },
  },
];

/** Requests conversations by their ids, in one of the two forms, and compares the entries with the ids. */
async function compareIds(
  context: CheckContext,
  ids: readonly string[],
  unknown: string,
  hyphenated: boolean,
): Promise<void> {
  const query = ids.map((id) => `ids=${encodeURIComponent(formatId([id, hyphenated]))}`);
  const seen = await context.callValid({ query });
  if (seen.status !== 200 || !Array.isArray(seen.body)) return;
  const rule = parameterRule('AppConversationIds');
  if (seen.body.length !== ids.length) {
    const message = `must have ${ids.length} entries, one for each id that was asked for`;
    context.report(rule, 'body', 'ids', message, seen);
    return;
  }
  for (const [at, entry] of (seen.body as unknown[]).entries()) {
    const wanted = ids[at]!;
    const isKnown = wanted !== unknown;
    // The id may be absent.
    const id = textOf(objectOf(entry)['id']) ?? wanted;
    if (isKnown ? entry !== null && conversationId(id) === wanted : entry === null) continue;
    const message = isKnown
      ? 'must be the conversation with the id at this position'
      : 'must be null, because no conversation has the id';
    context.report(rule, `body/${at}`, 'ids', message, seen);
  }
}

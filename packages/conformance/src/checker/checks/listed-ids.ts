import { parameterRule } from '../../oracle/rule.ts';
import { conversationId, inAForm } from '../../requests/random-requests.ts';
import { type Check, checkOf } from '../check.ts';
import type { Examination } from '../examination.ts';
import { membersOf, textOf } from '../members.ts';
import { madeUpUuid } from '../random.ts';
import { demandUnderstood } from './understood.ts';

const operation = 'listAppConversations';

/** How many conversations are asked for by their ids. */
const some = 3;

/** The list of conversations by their ids, in both forms; one of them is unknown. */
export function listedIdsCheck(): Check {
  return checkOf(operation, 'ids', {
    title:
      'The response has an entry for each id, in either form and in order, null for an unknown one',
    async run(examination) {
      const { conversations, settings } = examination.session;
      // Deployments that do not require ids list conversations; of others, those that this run has made are known.
      await examination.call({ operation });
      const known = [...conversations].slice(0, some).toReversed();
      const ids = known.toSpliced(1, 0, madeUpUuid(settings.seed, operation));
      for (const hyphenated of [false, true]) {
        await compareListed(examination, ids, (id) => known.includes(id), hyphenated);
      }
    },
  });
}

async function compareListed(
  examination: Examination,
  ids: readonly string[],
  isKnown: (id: string) => boolean,
  hyphenated: boolean,
): Promise<void> {
  const query = ids.map((id) => `ids=${encodeURIComponent(inAForm([id, hyphenated]))}`);
  const call = { operation, query } as const;
  const seen = await examination.call(call);
  demandUnderstood(examination, call, seen);
  if (seen.status !== 200 || !Array.isArray(seen.body)) return;
  const rule = parameterRule('AppConversationIds');
  const place = { part: 'body', keyword: 'ids', seen } as const;
  if (seen.body.length !== ids.length) {
    const message = `must have ${ids.length} entries, one for each id that was asked for`;
    examination.report(rule, { ...place, message });
    return;
  }
  for (const [at, entry] of seen.body.entries()) {
    const wanted = ids[at]!;
    const id = textOf(membersOf(entry)['id']);
    const isRight = isKnown(wanted)
      ? // The id may be absent.
        entry !== null && (id === undefined || conversationId(id) === conversationId(wanted))
      : entry === null;
    if (isRight) continue;
    const message = isKnown(wanted)
      ? 'must be the conversation with the id at this position'
      : 'must be null, because no conversation has the id';
    examination.report(rule, { ...place, pointer: `/${at}`, message });
  }
}

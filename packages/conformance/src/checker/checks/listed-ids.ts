import { parameterRule } from '../../oracle/rule.ts';
import type { Check } from '../check.ts';
import { idsOf, membersOf } from '../members.ts';
import { madeUpUuid } from '../random.ts';
import { checkOf } from './check-of.ts';
import { demandUnderstood } from './understood.ts';

const operation = 'listAppConversations';

/** How many conversations are asked for by their ids. */
const some = 3;

/** The list of conversations that are named by their ids, of which one is unknown. */
export function listedIdsCheck(): Check {
  return checkOf(operation, 'ids', {
    title: 'Ids are answered one by one in their order, with null for an unknown one',
    async run(examination) {
      const all = await examination.call({ operation });
      const known = idsOf(all.body).slice(0, some).toReversed();
      const ids = known.toSpliced(1, 0, madeUpUuid(examination.session.settings.seed, operation));
      const call = { operation, query: ids.map((id) => `ids=${encodeURIComponent(id)}`) } as const;
      const seen = await examination.call(call);
      demandUnderstood(examination, call, seen);
      if (seen.status !== 200 || !Array.isArray(seen.body)) return;
      const rule = parameterRule('AppConversationIds');
      if (seen.body.length !== ids.length) {
        const message = `must have ${ids.length} entries, one for each id that was asked for`;
        examination.report(rule, { part: 'body', keyword: 'ids', message, seen });
        return;
      }
      for (const [at, entry] of seen.body.entries()) {
        const want = known.includes(ids[at]!) ? ids[at] : null;
        const is = entry === null ? null : membersOf(entry)['id'];
        if (is === want) continue;
        const message =
          want === null
            ? 'must be null, as nobody has the id'
            : 'must be what the id in its place names';
        examination.report(rule, {
          part: 'body',
          pointer: `/${at}`,
          keyword: 'ids',
          message,
          seen,
        });
      }
    },
  });
}

import { randomUUID } from 'node:crypto';
import { memberRule, type Rule } from '../../oracle/rule.ts';
import { conversationId } from '../../requests/random-requests.ts';
import { json } from '../call.ts';
import { type Check, checkOf, CheckOver, Skipped } from '../check.ts';
import type { Examination, Seen } from '../examination.ts';
import { type Members, membersOf, textOf } from '../members.ts';
import { poll } from './sandbox.ts';
import { demandUnderstood } from './understood.ts';
import { workplaceIn } from './workplace.ts';

const operation = 'startAppConversation';

/** The start of a conversation in a sandbox of the run's own. It has no message, so its agent is idle. */
export function startAppConversationCheck(): Check {
  return checkOf(operation, 'answer', {
    title: 'A conversation is started in a sandbox, and listed by the id that was sent',
    async run(examination) {
      const asked = {
        sandbox_id: await workplaceIn(examination),
        conversation_id: conversationId(randomUUID()),
        title: 'Conformance',
      };
      const seen = await examination.call({ operation, ...json(asked) });
      examination.demand(seen, [200], 'because the sandbox exists and is running');
      if (seen.status !== 200) throw new CheckOver();
      const request = membersOf(membersOf(seen.body)['request']);
      const id = textOf(request['conversation_id']);
      const echo = { ...request, ...(id !== undefined && { conversation_id: conversationId(id) }) };
      const { conversation_id: sent, ...others } = asked;
      const expected = id === undefined ? others : { ...others, conversation_id: sent };
      const rule = memberRule('AppConversationStartTask', 'request');
      for (const name of Object.keys(expected)) {
        compare(examination, seen, { asked, shown: echo, name, pointer: '/request', rule });
      }
      if (id === undefined) {
        throw new Skipped('the server ignores conversation_id, so the start cannot be followed');
      }
      await findListed(examination, asked);
    },
  });
}

type Asked = Readonly<Record<'conversation_id' | 'sandbox_id' | 'title', string>>;

async function findListed(examination: Examination, asked: Asked): Promise<void> {
  const { conversation_id: id } = asked;
  const call = { operation: 'listAppConversations', query: [`ids=${id}`] } as const;
  const found = await poll(examination, async () => {
    const seen = await examination.call(call);
    demandUnderstood(examination, call, seen);
    if (seen.status !== 200) throw new CheckOver();
    const [entry = null] = Array.isArray(seen.body) ? (seen.body as unknown[]) : [];
    return entry === null ? undefined : { seen, entry: membersOf(entry) };
  });
  if (!found) {
    const seconds = examination.session.settings.wait / 1000;
    const message = `must be the conversation with the id that was sent, and was null after ${seconds} s`;
    const rule = memberRule('AppConversationStartRequest', 'conversation_id');
    examination.report(rule, { part: 'body', pointer: '/0', keyword: 'shown', message });
    return;
  }
  const { seen, entry } = found;
  const where = { asked, shown: entry, pointer: '/0' };
  const sandbox = memberRule('AppConversation', 'sandbox_id');
  compare(examination, seen, { ...where, name: 'sandbox_id', rule: sandbox });
  // That the title of the request becomes the title of the conversation, only the names suggest.
  const title = { ...memberRule('AppConversation', 'title'), ...assumedMeaning };
  compare(examination, seen, { ...where, name: 'title', rule: title });
}

const assumedMeaning = { provenance: 'assumed', decision: 'D39' } as const;

/** Reports a property that is not what was sent. */
function compare(
  examination: Examination,
  seen: Seen,
  where: {
    readonly asked: Members;
    readonly shown: Members;
    readonly name: string;
    readonly pointer: string;
    readonly rule: Rule;
  },
): void {
  const { asked, shown, name, rule } = where;
  if (shown[name] === asked[name]) return;
  const pointer = `${where.pointer}/${name}`;
  const message = `must be the ${name} of the request`;
  examination.report(rule, { part: 'body', pointer, keyword: 'shown', message, seen });
}

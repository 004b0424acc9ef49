import { randomUUID } from 'node:crypto';
import { memberRule } from '../../oracle/rule.ts';
import { json } from '../call.ts';
import { type Check, CheckOver } from '../check.ts';
import type { Examination, Seen } from '../examination.ts';
import { listOf, type Members, membersOf } from '../members.ts';
import { checkOf } from './check-of.ts';
import { poll } from './poll.ts';
import { workplaceIn } from './workplace.ts';
import { demandUnderstood } from './understood.ts';

const operation = 'startAppConversation';

/** The start of a conversation in a sandbox of the run's own. No message begins it, so its agent is idle. */
export function startAppConversationCheck(): Check {
  return checkOf(operation, 'answer', {
    title: 'A conversation is started in a sandbox, and listed as it was asked for',
    async run(examination) {
      const asked = {
        sandbox_id: await workplaceIn(examination),
        conversation_id: randomUUID(),
        title: 'Conformance',
      };
      const seen = await examination.call({ operation, ...json(asked) });
      examination.demand(seen, [200], 'as the sandbox is there and runs');
      if (seen.status !== 200) throw new CheckOver();
      const task = membersOf(seen.body);
      compare(examination, seen, asked, membersOf(task['request']), {
        schema: 'AppConversationStartTask',
        member: 'request',
        pointer: '/request',
      });
      await findListed(examination, asked);
    },
  });
}

async function findListed(
  examination: Examination,
  asked: Readonly<Record<'conversation_id' | 'sandbox_id' | 'title', string>>,
): Promise<void> {
  const { conversation_id: id, sandbox_id, title } = asked;
  const call = { operation: 'listAppConversations', query: [`ids=${id}`] } as const;
  const found = await poll(examination, async () => {
    const seen = await examination.call(call);
    demandUnderstood(examination, call, seen);
    if (seen.status !== 200) throw new CheckOver();
    const entry = listOf(seen.body).find((it) => it['id'] === id);
    return entry && { seen, entry };
  });
  if (!found) {
    const seconds = examination.session.settings.wait / 1000;
    const message = `must list the conversation by the id that was asked for, and did not within ${seconds} s`;
    const rule = memberRule('AppConversationStartRequest', 'conversation_id');
    examination.report(rule, { part: 'body', pointer: '/0', keyword: 'shown', message });
    return;
  }
  const where = { schema: 'AppConversation', pointer: '/0' };
  compare(examination, found.seen, { sandbox_id, title }, found.entry, where);
}

/** Tells which members are not what was asked for. */
function compare(
  examination: Examination,
  seen: Seen,
  asked: Readonly<Record<string, string>>,
  shown: Members,
  where: { readonly schema: string; readonly member?: string; readonly pointer: string },
): void {
  for (const [name, value] of Object.entries(asked)) {
    if (shown[name] === value) continue;
    const rule = memberRule(where.schema, where.member ?? name);
    const pointer = `${where.pointer}/${name}`;
    const message = 'must be what was asked for';
    examination.report(rule, { part: 'body', pointer, keyword: 'shown', message, seen });
  }
}

import { json } from '../call.ts';
import { type Check, checkOf, CheckOver, Skipped } from '../check.ts';
import { membersOf, textOf } from '../members.ts';
import { demandUnderstood } from './understood.ts';

const operation = 'createConversation';

/** The creation of a legacy conversation, and another one that names its id. */
export function createConversationCheck(): Check {
  return checkOf(operation, 'answer', {
    title: 'A conversation is created, and can be joined by its id',
    async run(examination) {
      const create = { operation, ...json({}) } as const;
      const created = await examination.call(create);
      demandUnderstood(examination, create, created);
      if (created.status === 400)
        throw new Skipped('the server cannot create a conversation (400)');
      const id = textOf(membersOf(created.body)['conversation_id']);
      if (created.status !== 200 || id === undefined) throw new CheckOver();
      // Others than those that let it be joined choose an id of their own (decision D18).
      const join = { operation, ...json({ conversation_id: id }) } as const;
      demandUnderstood(examination, join, await examination.call(join));
    },
  });
}

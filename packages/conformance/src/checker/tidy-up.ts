import type { Belonging } from './belongings.ts';
import { type Call, outgoing, pathTo } from './call.ts';
import { jsonOf, membersOf } from './members.ts';
import type { Line } from './line.ts';
import type { Leftover } from './run.ts';
import type { Session } from './session.ts';

/**
 * Puts in order what the run has made: its sandboxes are paused. No operation takes anything away.
 *
 * @returns all that is still there, and what could not be done about it
 */
export async function tidyUp(session: Session, line: Line): Promise<Leftover[]> {
  session.budget.keep(0);
  const left: Leftover[] = [];
  for (const belonging of session.belongings.all) {
    const { kind, id = '(the server did not return its id)' } = belonging;
    const reason =
      kind === 'sandbox' ? await pause(session, line, belonging) : 'no operation ends it';
    left.push({ kind, id, reason });
  }
  return left;
}

async function pause(
  { settings }: Session,
  line: Line,
  { id, key, isNew }: Belonging,
): Promise<string> {
  if (!isNew)
    return 'a conversation was started in it; it may have been there before, and is left as it is';
  const problem = (what: string) => `it could not be paused: ${what}`;
  if (id === undefined) return problem('its id is not known');
  const operation = 'pauseSandbox';
  const call: Call = { operation, path: pathTo(operation, id), key };
  try {
    const sent = await line.deliver(outgoing(call, settings.baseUrl, settings.apiKey));
    if ('failure' in sent) return problem(sent.failure.message);
    const { status, body } = sent.exchange.answer;
    if (status !== 200) return problem(`the server answered ${status}`);
    if (membersOf(jsonOf(body))['success'] === false) return problem('the server said so');
    return 'it is paused, and no operation takes it away';
  } catch (error) {
    return problem((error as Error).message);
  }
}

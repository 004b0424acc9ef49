import { operationRule } from '../../oracle/rule.ts';
import { operationOf } from '../call.ts';
import { type Check, checkOf, CheckOver, Skipped } from '../check.ts';
import type { Examination } from '../examination.ts';
import { membersOf, textOf } from '../members.ts';
import { arrive, change, statusOf, waitFor } from './sandbox.ts';

/**
 * Starts a sandbox, and waits until it runs.
 *
 * @returns its id
 * @throws {CheckOver} when it does not, and what is wrong was found
 */
async function startOne(examination: Examination): Promise<string> {
  const operation = 'startSandbox';
  const seen = await examination.call({ operation });
  examination.demand(seen, [200], 'because there is a default spec');
  const id = textOf(membersOf(seen.body)['id']);
  if (seen.status !== 200 || id === undefined) throw new CheckOver();
  const last = await waitFor(examination, id, (status) => status !== 'STARTING');
  const seconds = examination.session.settings.wait / 1000;
  if (last === undefined) {
    const message = `must list the sandbox that was started, and did not within ${seconds} s`;
    const rule = operationRule(operationOf('searchSandboxes'));
    examination.report(rule, { part: 'body', pointer: '/items', keyword: 'shown', message });
    throw new CheckOver();
  }
  if (last === 'STARTING') {
    const message = `must become RUNNING, and was still STARTING after ${seconds} s`;
    const place = { part: 'body', pointer: '/status', keyword: 'lifecycle' } as const;
    examination.report(operationRule(operationOf(operation)), { ...place, message });
    throw new CheckOver();
  }
  if (last !== 'RUNNING') throw new Skipped(`the sandbox that was started is ${last}`);
  return id;
}

/**
 * The sandbox of the run's own that checks work in, running; it is started when it is asked for first.
 *
 * @throws {Skipped} when there is none
 */
export async function workplaceIn(examination: Examination): Promise<string> {
  const { session } = examination;
  if (session.noWorkplace !== undefined) throw new Skipped(session.noWorkplace);
  // As long as nobody has succeeded, it is the truth.
  session.noWorkplace = 'no sandbox runs to work in';
  if (session.workplace === undefined) session.workplace = await startOne(examination);
  else await wake(examination, session.workplace);
  session.noWorkplace = undefined;
  return session.workplace;
}

async function wake(examination: Examination, id: string): Promise<void> {
  const from = await statusOf(examination, id);
  if (from === 'PAUSED') {
    const operation = 'resumeSandbox';
    await change(examination, operation, id, from);
    await arrive(examination, id, { from, to: 'STARTING', operation });
  }
  if (from === 'RUNNING') return;
  const last = await waitFor(examination, id, (it) => it === 'RUNNING');
  if (last !== 'RUNNING') throw new Skipped(`the sandbox to work in is ${last ?? 'gone'}`);
}

/** The start of a sandbox, in which other checks then work. */
export function startSandboxCheck(): Check {
  return checkOf('startSandbox', 'answer', {
    title: 'A sandbox is started, listed by the search, and becomes RUNNING',
    async run(examination) {
      await workplaceIn(examination);
    },
  });
}

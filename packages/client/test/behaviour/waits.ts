/** Waiting for sandboxes and conversations, which only the methods do. */
import type { Client } from '@agent-conversation/client';
import { json, type Reply } from '../replies.ts';
import { clientOf, type Scripted, serve, taskOf } from '../support.ts';
import { describeOutcome, type Facts, type Row, type Rows } from './rows.ts';

const uuid = '0F6B8C1E-3A44-4D0E-9A51-7C2E5B9D1F36';
const at = { created_at: '2026-11-22T08:00:00Z', updated_at: '2026-11-22T08:00:00Z' };
const soon = { pollIntervalInMs: 1 };

const started: Reply = (...args) => json(taskOf(JSON.parse(args[2].body)))(...args);
/** Responds as a deployment that does not know `conversation_id`. */
const startedWithoutId: Reply = (...args) => json(taskOf({}))(...args);
const unknown = json([null]);
/** Responds with a conversation for each id, which has 32 digits whatever the request has. */
const listed: Reply = (...args) => {
  const ids = idsOf(args[2].url).map((id) => id.replaceAll('-', '').toLowerCase());
  // In another order, which no client should rely upon.
  json(ids.toReversed().map((id) => ({ id, sandbox_id: 'sbx-1', ...at })))(...args);
};
const sandbox = (status: string) => json({ items: [{ id: 'sbx-1', status }] });

function idsOf(url: string): string[] {
  return new URL(url, 'http://any').searchParams.getAll('ids');
}

/** Whether all that was polled is the id that was sent. */
function followsSent({ requests: [start, ...polls] }: Scripted) {
  const { conversation_id } = JSON.parse(start!.body) as { conversation_id: string };
  const follows = polls.every(({ url }) => idsOf(url).join() === conversation_id);
  return {
    'polls its id, a UUID of 32 digits':
      follows && /^[\da-f]{12}4[\da-f]{3}[89ab][\da-f]{15}$/.test(conversation_id),
    'polls the id of the caller': follows && conversation_id === uuid,
  };
}

/** What an error at the end of a wait names. */
function names(what: string, parts: readonly string[], subject?: unknown): Facts {
  return ({ error }) => ({
    [what]:
      parts.every((part) => String(error).includes(part)) &&
      JSON.stringify(Object(error).subject) === JSON.stringify(subject),
  });
}

/** A client waits, and a server follows a script. */
function wait(
  call: (client: Client) => PromiseLike<unknown>,
  replies: readonly [Reply, ...Reply[]],
  facts?: Facts,
): Row {
  return async () => {
    const server = await serve(...replies);
    const text = await describeOutcome(() => call(clientOf(server)), server, facts);
    // How often it polls depends on the machine.
    return text.includes('TimeoutError') ? text.replace(/ sends .*?;/, '') : text;
  };
}

const follows: Facts = (_, server) => followsSent(server);
const brief = { ...soon, timeoutInMs: 2000 };
const ids = Array.from({ length: 120 }, (_, n) => `${n === 119 ? 0 : n}`.padStart(32, '0'));
const isMissing = (id: string) => id === ids[70];
/** Responds with null for one of the ids. */
const listedButOne: Reply = (...args) =>
  json(idsOf(args[2].url).map((id) => (isMissing(id) ? null : { id })))(...args);
const hasAll: Facts = ({ data }, { requests }) => {
  const found = (data as ({ id: string } | null)[]).map((it) => it?.id ?? null);
  return {
    'of 50, 50 and 20 ids': requests.map(({ url }) => idsOf(url).length).join() === '50,50,20',
    'keeps the order': found.join() === ids.map((id) => (isMissing(id) ? null : id)).join(),
  };
};

export const waits: Rows = {
  '`startAndWait` has no `conversation_id`, and the entry is null at first': wait(
    ({ appConversations }) => appConversations.startAndWait({ title: 'Basket' }, soon),
    [started, unknown, unknown, listed],
    follows,
  ),
  '`startAndWait` has a `conversation_id` with hyphens, and responses have 32 digits': wait(
    ({ appConversations }) => appConversations.startAndWait({ conversation_id: uuid }, soon),
    [started, unknown, listed],
    follows,
  ),
  '`start` has no `conversation_id`': wait(
    ({ appConversations }) => appConversations.start({ title: 'Basket' }),
    [started],
    (_, { requests }) => ({
      'adds nothing to the body': requests[0]!.body === '{"title":"Basket"}',
    }),
  ),
  'the deployment ignores `conversation_id`, so that no conversation appears': wait(
    ({ appConversations }) => appConversations.startAndWait({ conversation_id: uuid }, brief),
    [startedWithoutId, unknown],
    names(
      'names the id, the time and what to do, and has the task',
      [uuid, 'after 2000 ms', 'ignores conversation_id', 'waitUntilReady', 'look for it'],
      taskOf({ conversation_id: uuid }),
    ),
  ),
  'a task has no `app_conversation_id`, and its request no `conversation_id`': wait(
    ({ appConversations }) => appConversations.waitUntilReady(taskOf({}), soon),
    [unknown],
    names(
      'names what is missing and what to do',
      ['neither the task nor its request names a conversation', 'startAndWait'],
      taskOf({}),
    ),
  ),
  'a conversation starts in a sandbox that is in no list, in two polls': wait(
    ({ appConversations }) => appConversations.startAndWait({ sandbox_id: 'sbx-9' }, soon),
    [started, unknown, json({ items: [] }), unknown, json({ items: [] })],
    names('names the sandbox', ['sandbox sbx-9 is in no list']),
  ),
  'a wait for a sandbox to run finds it in `ERROR`': wait(
    ({ sandboxes }) => sandboxes.waitUntil('sbx-1', 'RUNNING', soon),
    [sandbox('ERROR'), sandbox('RUNNING')],
    names('names the sandbox and the option', ['sandbox sbx-1 is ERROR', 'waitThroughError'], {
      id: 'sbx-1',
      status: 'ERROR',
    }),
  ),
  'a wait with `waitThroughError` finds the sandbox in `ERROR`, and then recovered': wait(
    ({ sandboxes }) => sandboxes.waitUntil('sbx-1', 'RUNNING', { ...soon, waitThroughError: true }),
    [sandbox('ERROR'), sandbox('ERROR'), sandbox('RUNNING')],
  ),
  'a sandbox does not come into the status in time': wait(
    ({ sandboxes }) => sandboxes.waitUntil('sbx-1', 'RUNNING', brief),
    [sandbox('STARTING')],
    names(
      'names its id, its last status and the time',
      ['after 2000 ms', 'the sandbox sbx-1 was last STARTING'],
      { id: 'sbx-1', status: 'STARTING' },
    ),
  ),
  '`getMany` has 120 ids, of which one is unknown and one given twice': wait(
    ({ appConversations }) => appConversations.getMany(ids),
    [listed, listedButOne, listed],
    hasAll,
  ),
  '`getMany` has no ids': wait(({ appConversations }) => appConversations.getMany([]), [unknown]),
};

/** Waiting for sandboxes and conversations, which only the methods do. */
import type { Client } from '@agent-conversation/client';
import { json, type Reply } from '../replies.ts';
import { clientOf, type Scripted, serve, taskOf } from '../support.ts';
import {
  describeOutcome,
  type Facts,
  type Row,
  rowsOf,
  type Rows,
} from './rows.ts';

const uuid = '0F6B8C1E-3A44-4D0E-9A51-7C2E5B9D1F36';
/** The same as responses have it: the id of the conversation, and of the sandbox that it starts. */
const digits = '0f6b8c1e3a444d0e9a517c2e5b9d1f36';
const at = {
  created_at: '2026-11-22T08:00:00Z',
  updated_at: '2026-11-22T08:00:00Z',
};
const soon = { pollIntervalInMs: 1 };

const started: Reply = (...args) =>
  json(taskOf(JSON.parse(args[2].body)))(...args);
/** Responds as a deployment that does not know `conversation_id`. */
const startedWithoutId: Reply = (...args) => json(taskOf({}))(...args);
const unknown = json([null]);
/** Responds that there is neither the conversation nor a sandbox. */
const unknownWithoutSandbox: Reply = (...args) =>
  (args[2].url.includes('sandboxes') ? noSandbox : unknown)(...args);
/** Responds with a conversation for each id, which has 32 digits whatever the request has. */
const listed: Reply = (...args) => {
  const ids = idsOf(args[2].url).map((id) =>
    id.replaceAll('-', '').toLowerCase(),
  );
  // In another order, which no client should rely upon.
  json(ids.toReversed().map((id) => ({ id, sandbox_id: 'sbx-1', ...at })))(
    ...args,
  );
};
const sandbox = (status: string, id = 'sbx-1') =>
  json({ items: [{ id, status }] });
const noSandbox = json({ items: [] });
const limited = json({ error: 'Rate limit exceeded: 10 per 1 second' }, 429);
/** A conversation whose agent and sandbox have a status. */
const conversationIn = (
  execution_status: string | null,
  sandbox_status = 'RUNNING',
) => ({
  id: digits,
  sandbox_id: 'sbx-1',
  sandbox_status,
  execution_status,
  ...at,
});
const agent = (...statuses: Parameters<typeof conversationIn>) =>
  json([conversationIn(...statuses)]);

function idsOf(url: string): string[] {
  return new URL(url, 'http://any').searchParams.getAll('ids');
}

/** Whether all that was polled is the id that was sent. */
function followsSent({ requests: [start, ...polls] }: Scripted) {
  const { conversation_id } = JSON.parse(start!.body) as {
    conversation_id: string;
  };
  const lists = polls.filter(({ url }) => url.includes('app-conversations'));
  const follows = lists.every(
    ({ url }) => idsOf(url).join() === conversation_id,
  );
  return {
    'polls its id, a UUID of 32 digits':
      follows &&
      /^[\da-f]{12}4[\da-f]{3}[89ab][\da-f]{15}$/.test(conversation_id),
    'polls the id of the caller': follows && conversation_id === uuid,
  };
}

/** What an error at the end of a wait names. */
function names(
  what: string,
  parts: readonly string[],
  subject?: unknown,
): Facts {
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
    const text = await describeOutcome(
      () => call(clientOf(server)),
      server,
      facts,
    );
    // How often it polls depends on the machine.
    return text.includes('TimeoutError')
      ? text.replace(/ sends .*?;/, '')
      : text;
  };
}

const follows: Facts = (_, server) => followsSent(server);
const brief = { ...soon, timeoutInMs: 5000 };
const unreachable: Facts = ({ error }) => ({
  '`failure` is `UNREACHABLE`': Object(error).failure === 'UNREACHABLE',
});
const ids = Array.from({ length: 120 }, (_, n) =>
  `${n === 119 ? 0 : n}`.padStart(32, '0'),
);
const isMissing = (id: string) => id === ids[70];
/** Responds with null for one of the ids. */
const listedButOne: Reply = (...args) =>
  json(idsOf(args[2].url).map((id) => (isMissing(id) ? null : { id })))(
    ...args,
  );
const hasAll: Facts = ({ data }, { requests }) => {
  const found = (data as ({ id: string } | null)[]).map((it) => it?.id ?? null);
  return {
    'of 50, 50 and 20 ids':
      requests.map(({ url }) => idsOf(url).length).join() === '50,50,20',
    'keeps the order':
      found.join() === ids.map((id) => (isMissing(id) ? null : id)).join(),
  };
};

export const waits: Rows = {
  '`startAndWait` has no `conversation_id`, and the entry is null at first':
    wait(
      ({ appConversations }) =>
        appConversations.startAndWait({ title: 'Basket' }, soon),
      [started, unknown, noSandbox, unknown, noSandbox, listed],
      follows,
    ),
  '`startAndWait` has a `conversation_id` with hyphens, and responses have 32 digits':
    wait(
      ({ appConversations }) =>
        appConversations.startAndWait({ conversation_id: uuid }, soon),
      [started, unknown, noSandbox, listed],
      follows,
    ),
  '`start` has no `conversation_id`': wait(
    ({ appConversations }) => appConversations.start({ title: 'Basket' }),
    [started],
    (_, { requests }) => ({
      'adds nothing to the body': requests[0]!.body === '{"title":"Basket"}',
    }),
  ),
  'the deployment ignores `conversation_id`, so that no conversation appears':
    wait(
      ({ appConversations }) =>
        appConversations.startAndWait({ conversation_id: uuid }, brief),
      [startedWithoutId, unknownWithoutSandbox],
      names(
        'names the id, the time and what to do, and has the task',
        [uuid, 'after 5000 ms', 'ignores conversation_id', 'waitUntilReady'],
        taskOf({ conversation_id: uuid }),
      ),
    ),
  'a task has no `app_conversation_id`, and its request no `conversation_id`':
    wait(
      ({ appConversations }) =>
        appConversations.waitUntilReady(taskOf({}), soon),
      [unknown],
      names(
        'names what is missing and what to do',
        ['the task names no conversation', 'startAndWait'],
        taskOf({}),
      ),
    ),
  'a conversation starts in a sandbox that is in no list, in two polls': wait(
    ({ appConversations }) =>
      appConversations.startAndWait({ sandbox_id: 'sbx-9' }, soon),
    [started, unknown, noSandbox, unknown, noSandbox],
    names('names the sandbox', ['sandbox sbx-9 is in no list']),
  ),
  ...rowsOf(['ERROR', 'MISSING'], (status) => [
    `the sandbox with the id of the conversation, in which it starts, is in \`${status}\``,
    wait(
      ({ appConversations }) =>
        appConversations.startAndWait({ conversation_id: uuid }, soon),
      [
        started,
        unknown,
        noSandbox,
        unknown,
        sandbox('STARTING', digits),
        unknown,
        sandbox(status, digits),
      ],
      names(
        'says that the start has failed, and names the sandbox',
        [
          'the start of the conversation has failed',
          `the sandbox ${digits} is ${status}`,
        ],
        { id: digits, status },
      ),
    ),
  ]),
  'that sandbox was there, and then is in no list, in two polls': wait(
    ({ appConversations }) =>
      appConversations.startAndWait({ conversation_id: uuid }, soon),
    [
      started,
      unknown,
      sandbox('STARTING', digits),
      unknown,
      noSandbox,
      unknown,
      noSandbox,
    ],
    names(
      'says that the start has failed, and names the sandbox',
      [
        'the start of the conversation has failed',
        `the sandbox ${digits} is in no list`,
      ],
      { id: digits, status: 'STARTING' },
    ),
  ),
  'that sandbox is in `ERROR`, with `waitThroughError`, and recovers': wait(
    ({ appConversations }) =>
      appConversations.startAndWait(
        { conversation_id: uuid },
        { ...soon, waitThroughError: true },
      ),
    [
      started,
      unknown,
      sandbox('ERROR', digits),
      unknown,
      sandbox('RUNNING', digits),
      listed,
    ],
    follows,
  ),
  'polls are rejected with 429 until the call gives up': wait(
    ({ appConversations }) =>
      appConversations.startAndWait({ conversation_id: uuid }, soon),
    [started, limited, limited, limited, unknown, noSandbox, listed],
    follows,
  ),
  '`waitUntilFinished` sees a status that is new to the contract, and then that the agent has finished':
    wait(
      ({ appConversations }) =>
        appConversations.waitUntilFinished(digits, soon),
      [agent('running'), agent('reflecting'), agent('finished')],
    ),
  ...rowsOf(['error', 'stuck', 'waiting_for_confirmation'], (status) => [
    `\`waitUntilFinished\` sees the agent in \`${status}\``,
    wait(
      ({ appConversations }) =>
        appConversations.waitUntilFinished({ id: digits }, soon),
      [agent('running'), agent(status)],
      (outcome, server) => ({
        [`\`failure\` is \`${status.toUpperCase()}\``]:
          Object(outcome.error).failure === status.toUpperCase(),
        ...names(
          'names the conversation and the status',
          [`the agent of the conversation ${digits} is ${status}`],
          conversationIn(status),
        )(outcome, server),
      }),
    ),
  ]),
  ...rowsOf(['idle', 'paused'], (status) => [
    `\`waitUntilFinished\` sees the agent in \`${status}\` for longer than \`graceInMs\``,
    wait(
      ({ appConversations }) =>
        appConversations.waitUntilFinished(digits, {
          pollIntervalInMs: 20,
          graceInMs: 1,
        }),
      [agent(status)],
      unreachable,
    ),
  ]),
  '`waitUntilFinished` sees the sandbox `PAUSED` for longer than `graceInMs`':
    wait(
      ({ appConversations }) =>
        appConversations.waitUntilFinished(digits, {
          pollIntervalInMs: 20,
          graceInMs: 1,
        }),
      [agent(null, 'PAUSED')],
      unreachable,
    ),
  ...rowsOf(['ERROR', 'MISSING'], (status) => [
    `\`waitUntilFinished\` sees the sandbox in \`${status}\``,
    wait(
      ({ appConversations }) =>
        appConversations.waitUntilFinished(digits, soon),
      [agent(null, status)],
      names(
        'names the sandbox',
        [`the sandbox sbx-1 is ${status}`],
        conversationIn(null, status),
      ),
    ),
  ]),
  '`waitUntilFinished` has the id of no conversation': wait(
    ({ appConversations }) => appConversations.waitUntilFinished(digits, soon),
    [unknown],
    names('names the id and what to do', [
      `no conversation has the id ${digits}`,
      'waitUntilReady',
    ]),
  ),
  'an entry of a list is null, in a wait for a sandbox': wait(
    ({ sandboxes }) => sandboxes.waitUntil('sbx-1', 'RUNNING', soon),
    [json({ items: [null] })],
    names('names the sandbox', ['the sandbox sbx-1 is in no list']),
  ),
  'the list of conversations is an object, in `waitUntilFinished`': wait(
    ({ appConversations }) => appConversations.waitUntilFinished(digits, soon),
    [json({})],
    names('names the reason', ['the contract does not have this body']),
  ),
  'a wait for a sandbox has `retries: 0`, and the response is 503': wait(
    ({ sandboxes }) =>
      sandboxes.waitUntil('sbx-1', 'RUNNING', { ...soon, retries: 0 }),
    [json({}, 503)],
  ),
  'a wait for a sandbox to run finds it in `ERROR`': wait(
    ({ sandboxes }) => sandboxes.waitUntil('sbx-1', 'RUNNING', soon),
    [sandbox('ERROR'), sandbox('RUNNING')],
    names(
      'names the sandbox and the option',
      ['sandbox sbx-1 is ERROR', 'waitThroughError'],
      {
        id: 'sbx-1',
        status: 'ERROR',
      },
    ),
  ),
  'a wait with `waitThroughError` finds the sandbox in `ERROR`, and then recovered':
    wait(
      ({ sandboxes }) =>
        sandboxes.waitUntil('sbx-1', 'RUNNING', {
          ...soon,
          waitThroughError: true,
        }),
      [sandbox('ERROR'), sandbox('ERROR'), sandbox('RUNNING')],
    ),
  'a sandbox does not come into the status in time': wait(
    ({ sandboxes }) => sandboxes.waitUntil('sbx-1', 'RUNNING', brief),
    [sandbox('STARTING')],
    names(
      'names its id, its last status and the time',
      ['after 5000 ms', 'the sandbox sbx-1 was last STARTING'],
      { id: 'sbx-1', status: 'STARTING' },
    ),
  ),
  '`getMany` has 120 ids, of which one is unknown and one given twice': wait(
    ({ appConversations }) => appConversations.getMany(ids),
    [listed, listedButOne, listed],
    hasAll,
  ),
  '`getMany` has no ids': wait(
    ({ appConversations }) => appConversations.getMany([]),
    [unknown],
  ),
};

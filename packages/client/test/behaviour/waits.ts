/** Waiting for sandboxes and conversations, which only the methods do. */
import { clientOf, json, type Reply, type Scripted, serve } from '../support.ts';
import type { Section } from './rows.ts';
import { type Outcome, describeOutcome } from './subjects.ts';

const uuid = '0F6B8C1E-3A44-4D0E-9A51-7C2E5B9D1F36';
const at = { created_at: '2026-11-22T08:00:00Z', updated_at: '2026-11-22T08:00:00Z' };
const soon = { pollIntervalInMs: 1 };

/** A start task as deployments return it: without any id. */
const taskOf = (request: object) => ({
  id: 'task-1',
  created_by_user_id: null,
  status: 'WORKING',
  app_conversation_id: null,
  sandbox_id: null,
  agent_server_url: null,
  request,
  ...at,
});
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
function names(what: string, parts: readonly string[], subject?: unknown) {
  return ({ error }: Outcome) => ({
    [what]:
      parts.every((part) => String(error).includes(part)) &&
      JSON.stringify(Object(error).subject) === JSON.stringify(subject),
  });
}

export const waits: Section = {
  title: 'Waiting',
  rows: [
    {
      when: '`startAndWait` has no `conversation_id`, and the entry is null at first',
      expected: 'returns the data; sends 4 requests; polls its id, a UUID of 32 digits',
      openapiFetch: null,
      async run() {
        const server = await serve(started, unknown, unknown, listed);
        const call = clientOf(server).appConversations.startAndWait({ title: 'Basket' }, soon);
        return describeOutcome(call, server, () => followsSent(server));
      },
    },
    {
      when: '`startAndWait` has a `conversation_id` with hyphens, and responses have 32 digits',
      expected: 'returns the data; sends 3 requests; polls the id of the caller',
      openapiFetch: null,
      async run() {
        const server = await serve(started, unknown, listed);
        const { appConversations } = clientOf(server);
        const call = appConversations.startAndWait({ conversation_id: uuid }, soon);
        return describeOutcome(call, server, () => followsSent(server));
      },
    },
    {
      when: '`start` has no `conversation_id`',
      expected: 'returns the data; sends one request; adds nothing to the body',
      openapiFetch: null,
      async run() {
        const server = await serve(started);
        return describeOutcome(
          clientOf(server).appConversations.start({ title: 'Basket' }),
          server,
          () => ({
            'adds nothing to the body': server.requests[0]!.body === '{"title":"Basket"}',
          }),
        );
      },
    },
    {
      when: 'the deployment ignores `conversation_id`, so that no conversation appears',
      expected:
        'throws `TimeoutError` of the wait; names the id, the time and what to do, and has the task',
      openapiFetch: null,
      async run() {
        const server = await serve(startedWithoutId, unknown);
        const call = clientOf(server).appConversations.startAndWait(
          { conversation_id: uuid },
          { ...soon, timeoutInMs: 2000 },
        );
        const text = await describeOutcome(
          call,
          undefined,
          names(
            'names the id, the time and what to do, and has the task',
            [uuid, 'after 2000 ms', 'ignores conversation_id', 'waitUntilReady', 'look for it'],
            taskOf({ conversation_id: uuid }),
          ),
        );
        return text.replace(/ makes .*?;/, '');
      },
    },
    {
      when: 'a task has no `app_conversation_id`, and its request no `conversation_id`',
      expected: 'throws `WaitError`; sends nothing; names what is missing and what to do',
      openapiFetch: null,
      async run() {
        const server = await serve(unknown);
        const task = taskOf({}) as never;
        const call = clientOf(server).appConversations.waitUntilReady(task, soon);
        const parts = ['neither the task nor its request names a conversation', 'startAndWait'];
        return describeOutcome(
          call,
          server,
          names('names what is missing and what to do', parts, task),
        );
      },
    },
    {
      when: 'a conversation starts in a sandbox that is in no list, in two polls',
      expected: 'throws `WaitError`; sends 5 requests; names the sandbox',
      openapiFetch: null,
      async run() {
        const server = await serve(
          started,
          unknown,
          json({ items: [] }),
          unknown,
          json({ items: [] }),
        );
        const { appConversations } = clientOf(server);
        const call = appConversations.startAndWait({ sandbox_id: 'sbx-9' }, soon);
        return describeOutcome(
          call,
          server,
          names('names the sandbox', ['sandbox sbx-9 is in no list']),
        );
      },
    },
    {
      when: 'a wait for a sandbox to run finds it in `ERROR`',
      expected: 'throws `WaitError`; sends one request; names the sandbox and the option',
      openapiFetch: null,
      async run() {
        const server = await serve(sandbox('ERROR'), sandbox('RUNNING'));
        const call = clientOf(server).sandboxes.waitUntil('sbx-1', 'RUNNING', soon);
        const parts = ['sandbox sbx-1 is ERROR', 'waitThroughError'];
        const subject = { id: 'sbx-1', status: 'ERROR' };
        return describeOutcome(
          call,
          server,
          names('names the sandbox and the option', parts, subject),
        );
      },
    },
    {
      when: 'a wait with `waitThroughError` finds the sandbox in `ERROR`, and then recovered',
      expected: 'returns the data; sends 3 requests',
      openapiFetch: null,
      async run() {
        const server = await serve(sandbox('ERROR'), sandbox('ERROR'), sandbox('RUNNING'));
        const options = { ...soon, waitThroughError: true };
        return describeOutcome(
          clientOf(server).sandboxes.waitUntil('sbx-1', 'RUNNING', options),
          server,
        );
      },
    },
    {
      when: 'a sandbox does not come into the status in time',
      expected: 'throws `TimeoutError` of the wait; names its id, its last status and the time',
      openapiFetch: null,
      async run() {
        const server = await serve(sandbox('STARTING'));
        const options = { ...soon, timeoutInMs: 2000 };
        const call = clientOf(server).sandboxes.waitUntil('sbx-1', 'RUNNING', options);
        const parts = ['after 2000 ms', 'the sandbox sbx-1 was last STARTING'];
        const subject = { id: 'sbx-1', status: 'STARTING' };
        const what = 'names its id, its last status and the time';
        const text = await describeOutcome(call, undefined, names(what, parts, subject));
        return text.replace(/ makes .*?;/, '');
      },
    },
    {
      when: '`getMany` has 120 ids, of which one is unknown and one given twice',
      expected: 'returns the data; sends 3 requests; of 50, 50 and 20 ids; keeps the order',
      openapiFetch: null,
      async run() {
        const ids = Array.from({ length: 120 }, (_, n) => `${n}`.padStart(32, '0'));
        ids[119] = ids[0]!;
        const missing: Reply = (...args) =>
          json(idsOf(args[2].url).map((id) => (id === ids[70] ? null : { id })))(...args);
        const server = await serve(listed, missing, listed);
        const call = clientOf(server).appConversations.getMany(ids);
        return describeOutcome(call, server, ({ data }) => {
          const sizes = server.requests.map(({ url }) => idsOf(url).length);
          const found = (data as ({ id: string } | null)[]).map((it) => it?.id ?? null);
          return {
            'of 50, 50 and 20 ids': sizes.join() === '50,50,20',
            'keeps the order':
              found.join() === ids.map((id) => (id === ids[70] ? null : id)).join(),
          };
        });
      },
    },
    {
      when: '`getMany` has no ids',
      expected: 'returns the data; sends nothing',
      openapiFetch: null,
      async run() {
        const server = await serve(unknown);
        return describeOutcome(clientOf(server).appConversations.getMany([]), server);
      },
    },
  ],
};

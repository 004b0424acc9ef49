import {
  createClient,
  isAbortedError,
  isTimeoutError,
  isWaitError,
  type Sandbox,
  type SandboxStatus,
  sandboxStatusValues,
  type WaitError,
} from '@agent-conversation/client';
import { createMock } from '@agent-conversation/mock';
import { describe, expect, test } from 'vitest';
import { contract, type Lifecycle } from '../src/contract.ts';

const startupTime = 2000;

/** A client of a mock whose clock goes on by half a start-up whenever a wait has looked. */
function setUp() {
  const calls: string[] = [];
  const mock = createMock({
    clock: 'manual',
    startupTime,
    onExchange: ({ operation }) => calls.push(String(operation)),
  });
  const client = createClient({ baseUrl: 'http://mock', apiKey: 'any', fetch: mock.fetch });
  const seen: (string | undefined)[] = [];
  const options = {
    pollIntervalInMs: 1,
    timeoutInMs: 300_000,
    onProgress: ({ status }: { readonly status: string | undefined }) => {
      seen.push(status);
      mock.advance(startupTime / 2);
    },
  };
  return { mock, client, calls, seen, options };
}

/** A client whose service has one sandbox, in one status after the other; the last one lasts. */
function clientOf(...statuses: string[]) {
  const sandbox = { id: 'sbx-1', created_by_user_id: null, sandbox_spec_id: 'spec' };
  return createClient({
    baseUrl: 'http://service',
    apiKey: 'any',
    fetch: async () => {
      const status = statuses.length > 1 ? statuses.shift() : statuses[0];
      return Response.json({ items: [{ ...sandbox, session_api_key: null, status }] });
    },
  });
}

async function failureOf(wait: Promise<unknown>): Promise<WaitError> {
  const error = await wait.then(
    (value) => expect.fail(`It came: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!isWaitError(error)) throw error;
  return error;
}

describe('waiting for a sandbox', () => {
  test('follows it until it runs, and gives it as it is then', async () => {
    const { client, seen, options } = setUp();
    const { id } = await client.sandboxes.start();
    const sandbox = await client.sandboxes.waitUntil(id, 'RUNNING', options);
    expect(sandbox).toMatchObject({ id, status: 'RUNNING' });
    expect(sandbox.session_api_key).toBeTypeOf('string');
    expect(seen).toEqual(['STARTING', 'STARTING', 'RUNNING']);
  });

  test('follows a pause and what comes after it', async () => {
    const { client, options } = setUp();
    const { id } = await client.sandboxes.start();
    await client.sandboxes.pause(id);
    expect((await client.sandboxes.waitUntil(id, 'PAUSED', options)).status).toBe('PAUSED');
    await client.sandboxes.resume(id);
    expect((await client.sandboxes.waitUntil(id, 'RUNNING', options)).status).toBe('RUNNING');
  });

  test('finds it on a later page', async () => {
    const { client, options, calls } = setUp();
    const { id } = await client.sandboxes.start();
    for (let number = 0; number < 200; number++) await client.sandboxes.start();
    calls.length = 0;
    await client.sandboxes.waitUntil(id, 'STARTING', options);
    expect(calls).toEqual(Array(3).fill('searchSandboxes'));
  });

  test.each(['ERROR', 'MISSING'] as const)('ends when it is in %s', async (status) => {
    const { mock, client, options } = setUp();
    const { id } = await client.sandboxes.start();
    await client.sandboxes.waitUntil(id, 'RUNNING', options);
    mock.happen(id, status);
    const error = await failureOf(client.sandboxes.waitUntil(id, 'PAUSED', options));
    expect(error).toMatchObject({ failure: status, operation: 'searchSandboxes' });
    expect(error.message).toContain(`the sandbox is ${status} and cannot become PAUSED`);
    expect((error.subject as Sandbox).id).toBe(id);
    expect((await client.sandboxes.waitUntil(id, status, options)).status).toBe(status);
  });

  test('ends when it is in no list, the second time that it looks', async () => {
    const { client, options, calls } = setUp();
    const error = await failureOf(client.sandboxes.waitUntil('sbx-unknown', 'RUNNING', options));
    expect(error).toMatchObject({ failure: 'MISSING', attempts: 2 });
    expect(calls).toHaveLength(2);
  });

  test('goes on when a value is new to it', async () => {
    const client = clientOf('HIBERNATING', 'RUNNING');
    const options = { pollIntervalInMs: 1 };
    expect((await client.sandboxes.waitUntil('sbx-1', 'RUNNING', options)).status).toBe('RUNNING');
  });

  test('refuses a status that there is not', async () => {
    const wait = clientOf('RUNNING').sandboxes.waitUntil('sbx-1', 'ASLEEP' as SandboxStatus);
    await expect(wait).rejects.toThrow(
      'status must be one of STARTING, RUNNING, PAUSED, ERROR, MISSING, not ASLEEP',
    );
  });

  test('ends when the time is over', async () => {
    const never = createClient({
      baseUrl: 'http://service',
      apiKey: 'any',
      fetch: async () => new Promise(() => {}),
    });
    for (const client of [clientOf('STARTING'), never]) {
      const wait = client.sandboxes.waitUntil('sbx-1', 'RUNNING', { timeoutInMs: 50 });
      const error: unknown = await wait.catch((reason: unknown) => reason);
      expect(isTimeoutError(error) && error.scope).toBe('wait');
    }
  });

  test('ends when it is aborted', async () => {
    const controller = new AbortController();
    const options = {
      signal: controller.signal,
      pollIntervalInMs: 1_000_000,
      timeoutInMs: Infinity,
      onProgress: () => queueMicrotask(() => controller.abort('enough')),
    };
    const wait = clientOf('STARTING').sandboxes.waitUntil('sbx-1', 'RUNNING', options);
    const error: unknown = await wait.catch((reason: unknown) => reason);
    expect(isAbortedError(error) && error.cause).toBe('enough');
  });
});

const { transitions } = contract.components.schemas['SandboxStatus']!['x-lifecycle']!;

/** The states that follow a state, sooner or later, by the transitions given. */
function following(state: string, by: Lifecycle['transitions']): Set<string> {
  const found = new Set<string>();
  const visit = (from: string): void => {
    for (const { to } of by.filter((it) => it.from === from && !found.has(it.to))) {
      found.add(to);
      visit(to);
    }
  };
  visit(state);
  return found;
}

describe('the lifecycle table', () => {
  const options = { pollIntervalInMs: 1, graceInMs: 30, timeoutInMs: 300_000 };
  const pairs = sandboxStatusValues.flatMap((from) =>
    sandboxStatusValues.filter((to) => to !== from).map((to) => ({ from, to })),
  );
  const ways = pairs.filter(({ from, to }) => following(from, transitions).has(to));
  const noWays = pairs.filter((pair) => !ways.includes(pair));
  const withoutCalls = transitions.filter(({ operation }) => operation === undefined);
  const byCall = ways.filter(({ from, to }) => !following(from, withoutCalls).has(to));

  test.each(ways)('leads from $from to $to', async ({ from, to }) => {
    const wait = clientOf(from, to).sandboxes.waitUntil('sbx-1', to, options);
    expect((await wait).status).toBe(to);
  });

  test.each(noWays)('does not lead from $from to $to', async ({ from, to }) => {
    const error = await failureOf(clientOf(from, to).sandboxes.waitUntil('sbx-1', to, options));
    expect(error.failure).toBe(from);
  });

  test.each(byCall)('leads from $from to $to by a call only', async ({ from, to }) => {
    const error = await failureOf(clientOf(from).sandboxes.waitUntil('sbx-1', to, options));
    expect(error.failure).toBe('UNREACHABLE');
    expect(error.message).toMatch(
      new RegExp(`is ${from} and becomes ${to} by \\w+Sandbox only; was it called\\?`),
    );
  });
});

describe('waiting for a conversation', () => {
  test.each([
    ['an id of its own', { conversation_id: '0f6b8c1e-3a44-4d0e-9a51-7c2e5b9d1f36' }],
    ['the sandbox alone', {}],
  ])('finds it by %s', async (_, ids) => {
    const { client, options, seen } = setUp();
    const task = await client.appConversations.start({ title: 'Vouchers', ...ids });
    expect(task).toMatchObject({ status: 'WORKING', app_conversation_id: null });
    const conversation = await client.appConversations.waitUntilReady(task, options);
    expect(conversation).toMatchObject({ title: 'Vouchers', sandbox_status: 'RUNNING' });
    expect(seen).toEqual(['STARTING', 'STARTING', 'RUNNING', 'RUNNING']);
  });

  test('finds the one of its task, among others of the same sandbox', async () => {
    const { client, options, mock } = setUp();
    const { id: sandbox_id } = await client.sandboxes.start();
    const tasks = [];
    for (const title of ['first', 'second', 'third']) {
      tasks.push(await client.appConversations.start({ sandbox_id, title }));
      mock.advance(startupTime * 2);
    }
    const titles = [];
    for (const task of tasks) {
      titles.push((await client.appConversations.waitUntilReady(task, options)).title);
    }
    expect(titles).toEqual(['first', 'second', 'third']);
  });

  test('is taken up again with a task that was kept as text', async () => {
    const { client, options } = setUp();
    const kept = JSON.stringify(await client.appConversations.start({ title: 'Vouchers' }));
    const conversation = await client.appConversations.waitUntilReady(JSON.parse(kept), options);
    expect(conversation.title).toBe('Vouchers');
  });

  test.each(['ERROR', 'MISSING'])('ends when its sandbox is in %s', async (status) => {
    const { client, options, mock } = setUp();
    const { id } = await client.sandboxes.start();
    await client.sandboxes.waitUntil(id, 'RUNNING', options);
    const task = await client.appConversations.start({ sandbox_id: id });
    mock.happen(id, status);
    const error = await failureOf(client.appConversations.waitUntilReady(task, options));
    expect(error.failure).toBe(status);
  });

  test('ends when the task has failed', async () => {
    const { client } = setUp();
    const task = { ...(await client.appConversations.start()), status: 'ERROR' };
    const error = await failureOf(client.appConversations.waitUntilReady(task));
    expect(error).toMatchObject({ failure: 'ERROR', subject: task });
  });

  test('ends when the task names nothing to follow it by, and hands it back', async () => {
    const { client } = setUp();
    const task = { ...(await client.appConversations.start()), sandbox_id: null };
    const error = await failureOf(client.appConversations.waitUntilReady(task));
    expect(error).toMatchObject({ failure: 'UNFOLLOWABLE', subject: task });
    expect(error.message).toContain('start with a conversation_id of your own');
  });

  test('ends when the service lists conversations by id only', async () => {
    const { client, mock } = setUp();
    const task = await client.appConversations.start();
    mock.fail('listAppConversations', 422);
    const error = await failureOf(client.appConversations.waitUntilReady(task));
    expect(error).toMatchObject({ failure: 'UNFOLLOWABLE', subject: task });
    expect(error.message).toContain('lists conversations by id only');
  });
});

import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import {
  type AppConversationStartTask,
  type ClientOptions,
  isAbortedError,
  isTimeoutError,
  isWaitError,
  type SandboxStatus,
  sandboxStatusValues,
  type WaitError,
} from '@agent-conversation/client';
import { describe, expect, test } from 'vitest';
import { clientOver, thrownBy } from './support.ts';

const soon = { pollIntervalInMs: 1 };
const id = '0f6b8c1e3a444d0e9a517c2e5b9d1f36';

/** A client of one sandbox, in one status after the other; the last one lasts. */
function withSandbox(...statuses: string[]) {
  return clientOver(async () => {
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    return Response.json({ items: [{ id: 'sbx-1', status }] });
  });
}

/** A client whose conversation appears after some polls, beside a sandbox, and the requests it sends. */
function withConversation({ after = 0, status = 'RUNNING', task = {} } = {}) {
  const requests: string[] = [];
  const fetch: ClientOptions['fetch'] = async (url, { method, body }) => {
    requests.push(`${method} ${url}`);
    if (method === 'POST') return Response.json(taskOf(task, JSON.parse(body as string)));
    if (url.includes('sandboxes')) return Response.json({ items: [{ id: 'sbx-1', status }] });
    const found = { id, sandbox_id: 'sbx-1', sandbox_status: 'RUNNING' };
    return Response.json([requests.length > after ? found : null]);
  };
  return { requests, ...clientOver(fetch) };
}

function taskOf(properties: object, request: object = {}): AppConversationStartTask {
  const ids = { app_conversation_id: null, sandbox_id: null, agent_server_url: null };
  return {
    id: 'task-1',
    created_by_user_id: null,
    status: 'WORKING',
    ...ids,
    request,
    ...properties,
  };
}

async function failureOf(wait: Promise<unknown>): Promise<WaitError> {
  const error = await thrownBy(wait);
  if (!isWaitError(error)) throw error;
  return error;
}

describe('the lifecycle of a sandbox', () => {
  const { transitions } = document.components.schemas.SandboxStatus['x-lifecycle'];
  type Transition = { from: string; to: string; operation?: string };

  /** The statuses that follow a status, sooner or later, by the transitions given. */
  function following(status: string, by: readonly Transition[]): Set<string> {
    const found = new Set<string>();
    const visit = (from: string): void => {
      for (const { to } of by.filter((it) => it.from === from && !found.has(it.to))) {
        found.add(to);
        visit(to);
      }
    };
    visit(status);
    return found;
  }

  const options = { ...soon, graceInMs: 30, waitThroughError: true };
  const pairs = sandboxStatusValues.flatMap((from) =>
    sandboxStatusValues.filter((to) => to !== from).map((to) => ({ from, to })),
  );
  const ways = pairs.filter(({ from, to }) => following(from, transitions).has(to));
  const withoutCalls = transitions.filter((it: Transition) => it.operation === undefined);
  const byCall = ways.filter(({ from, to }) => !following(from, withoutCalls).has(to));

  test.each(ways)('leads from $from to $to', async ({ from, to }) => {
    const wait = withSandbox(from, to).sandboxes.waitUntil('sbx-1', to, options);
    expect((await wait).status).toBe(to);
  });

  test.each(pairs.filter((it) => !ways.includes(it)))(
    'does not lead from $from to $to',
    async ({ from, to }) => {
      const wait = withSandbox(from, to).sandboxes.waitUntil('sbx-1', to, options);
      const error = await failureOf(wait);
      expect(error.failure).toBe(from);
      expect(error.message).toContain(`the sandbox sbx-1 is ${from} and cannot become ${to}`);
    },
  );

  test.each(byCall)('leads from $from to $to by a call only', async ({ from, to }) => {
    const error = await failureOf(withSandbox(from).sandboxes.waitUntil('sbx-1', to, options));
    expect(error.failure).toBe('UNREACHABLE');
    expect(error.message).toMatch(
      new RegExp(`sbx-1 is ${from} and becomes ${to} by \\w+Sandbox only; was it called\\?`),
    );
  });
});

describe('waiting for a sandbox', () => {
  test('ends when it is in no list, in the second poll', async () => {
    const error = await failureOf(withSandbox('RUNNING').sandboxes.waitUntil('x', 'RUNNING', soon));
    expect(error).toMatchObject({ failure: 'MISSING', attempts: 2, operation: 'searchSandboxes' });
    expect(error.message).toContain('the sandbox x is in no list and cannot become RUNNING');
  });

  test('continues when its status is new to the contract', async () => {
    const wait = withSandbox('HIBERNATING', 'RUNNING').sandboxes.waitUntil(
      'sbx-1',
      'RUNNING',
      soon,
    );
    expect((await wait).status).toBe('RUNNING');
  });

  test('rejects a status that does not exist', async () => {
    const wait = withSandbox('RUNNING').sandboxes.waitUntil('sbx-1', 'ASLEEP' as SandboxStatus);
    await expect(wait).rejects.toThrow(
      'status must be one of STARTING, RUNNING, PAUSED, ERROR, MISSING, not ASLEEP',
    );
  });

  test('ends when the time is over, even if no response comes', async () => {
    const client = clientOver(() => new Promise(() => {}));
    const wait = client.sandboxes.waitUntil('sbx-1', 'RUNNING', { timeoutInMs: 50 });
    const error = await thrownBy(wait);
    expect(isTimeoutError(error) && error.scope).toBe('wait');
    expect(error.message).toContain('the sandbox sbx-1 was not found yet');
  });

  test.each(['enough', null])('ends when it is aborted with %j', async (reason) => {
    const controller = new AbortController();
    const wait = withSandbox('STARTING').sandboxes.waitUntil('sbx-1', 'RUNNING', {
      signal: controller.signal,
      pollIntervalInMs: 1_000_000,
      timeoutInMs: Infinity,
      onProgress: () => queueMicrotask(() => controller.abort(reason)),
    });
    const error = await thrownBy(wait);
    expect(isAbortedError(error) && error.cause).toBe(reason);
  });
});

describe('waiting for a conversation', () => {
  test('rejects a wrong option before anything is sent', async () => {
    const { appConversations, requests } = withConversation();
    await expect(appConversations.startAndWait({}, { timeoutInMs: -1 })).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });

  test('is continued with a task that was kept as text', async () => {
    const { appConversations } = withConversation({ after: 2 });
    const kept = JSON.stringify(taskOf({}, { conversation_id: id }));
    const conversation = await appConversations.waitUntilReady(JSON.parse(kept), soon);
    expect(conversation.id).toBe(id);
  });

  test('follows the id in the task rather than the one that was sent', async () => {
    const { appConversations, requests } = withConversation({ task: { app_conversation_id: id } });
    await appConversations.startAndWait({}, soon);
    expect(requests[1]).toMatch(new RegExp(`ids=${id}$`));
  });

  test('reports the status of the sandbox that it starts in', async () => {
    const { appConversations } = withConversation({ after: 4, status: 'STARTING' });
    const seen: unknown[] = [];
    const options = { ...soon, onProgress: ({ status }: { status: unknown }) => seen.push(status) };
    await appConversations.startAndWait({ conversation_id: id, sandbox_id: 'sbx-1' }, options);
    expect(seen).toEqual(['STARTING', 'STARTING', 'RUNNING']);
  });

  test.each(['ERROR', 'MISSING'])('ends when its sandbox is in %s', async (status) => {
    const { appConversations } = withConversation({ after: Infinity, status });
    const task = taskOf({ sandbox_id: 'sbx-1' }, { conversation_id: id });
    expect((await failureOf(appConversations.waitUntilReady(task, soon))).failure).toBe(status);
  });

  test('ends when the task has failed', async () => {
    const { appConversations, requests } = withConversation();
    const task = taskOf({ status: 'ERROR' }, { conversation_id: id });
    const error = await failureOf(appConversations.waitUntilReady(task));
    expect(error).toMatchObject({ failure: 'ERROR', subject: task });
    expect(requests).toEqual([]);
  });
});

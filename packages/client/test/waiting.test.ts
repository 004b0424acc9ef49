/** Waits: by which statuses they go on, and what ends them. BEHAVIOUR.md has what is sent meanwhile. */
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import {
  type ClientOptions,
  isAbortedError,
  isTimeoutError,
  isWaitError,
  type SandboxStatus,
  sandboxStatusValues,
  type WaitError,
  type WaitOptions,
} from '@agent-conversation/client';
import { describe, expect, test } from 'vitest';
import { clientOver, taskOf, thrownBy } from './support.ts';

const soon = { pollIntervalInMs: 1 };
const id = '0f6b8c1e3a444d0e9a517c2e5b9d1f36';

/** Waits for a sandbox that is in one status after the other; the last one lasts. */
async function waitThrough(statuses: string[], wanted: string, options: WaitOptions = soon) {
  const { sandboxes } = clientOver(async () => {
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    return Response.json({ items: [{ id: 'sbx-1', status }] });
  });
  return (await sandboxes.waitUntil('sbx-1', wanted as SandboxStatus, options)).status;
}

/** A client whose conversation appears after some requests, beside a sandbox, and the requests that it sends. */
function withConversation({ after = 0, status = 'RUNNING', task = {} } = {}) {
  const requests: string[] = [];
  const fetch: ClientOptions['fetch'] = async (url, { method, body }) => {
    requests.push(url);
    if (method === 'POST') return Response.json(taskOf(JSON.parse(body as string), task));
    if (url.includes('sandboxes')) return Response.json({ items: [{ id: 'sbx-1', status }] });
    const found = { id, sandbox_id: 'sbx-1', sandbox_status: 'RUNNING' };
    return Response.json([requests.length > after ? found : null]);
  };
  return { requests, ...clientOver(fetch).appConversations };
}

async function failureOf(wait: Promise<unknown>): Promise<WaitError> {
  const error = await thrownBy(wait);
  if (!isWaitError(error)) throw error;
  return error;
}

describe('the lifecycle of a sandbox', () => {
  const { transitions } = document.components.schemas.SandboxStatus['x-lifecycle'];
  type Transition = { from: string; to: string; operation?: string };
  const withoutCalls = transitions.filter((it: Transition) => it.operation === undefined);

  /** Whether a status follows another one, sooner or later, by the transitions given. */
  function follows(from: string, to: string, by: readonly Transition[]): boolean {
    const found = new Set([from]);
    for (const reached of found) {
      for (const it of by) if (it.from === reached) found.add(it.to);
    }
    return found.has(to);
  }

  const options = { ...soon, graceInMs: 30, waitThroughError: true };
  const pairs = sandboxStatusValues.flatMap((from) =>
    sandboxStatusValues.filter((to) => to !== from).map((to) => [from, to] as const),
  );

  const possible = pairs.filter((pair) => follows(...pair, transitions));

  test.each(possible)('leads from %s to %s', async (from, to) => {
    expect(await waitThrough([from, to], to, options)).toBe(to);
  });

  test.each(pairs.filter((pair) => !possible.includes(pair)))(
    'does not lead from %s to %s',
    async (from, to) => {
      const error = await failureOf(waitThrough([from, to], to, options));
      expect(error.failure).toBe(from);
      expect(error.message).toContain(`the sandbox sbx-1 is ${from} and cannot become ${to}`);
    },
  );

  const byCall = possible.filter((pair) => !follows(...pair, withoutCalls));

  test.each(byCall)('leads from %s to %s by a call only', async (from, to) => {
    const error = await failureOf(waitThrough([from], to, options));
    expect(error.failure).toBe('UNREACHABLE');
    expect(error.message).toMatch(
      new RegExp(`sbx-1 is ${from} and becomes ${to} by \\w+Sandbox only; was it called\\?`),
    );
  });
});

describe('waiting for a sandbox', () => {
  test('ends when it is in no list, in the second poll', async () => {
    const client = clientOver(async () => Response.json({ items: [] }));
    const error = await failureOf(client.sandboxes.waitUntil('x', 'RUNNING', soon));
    expect(error).toMatchObject({ failure: 'MISSING', attempts: 2, operation: 'searchSandboxes' });
    expect(error.message).toContain('the sandbox x is in no list and cannot become RUNNING');
  });

  test('continues when its status is new to the contract', async () => {
    expect(await waitThrough(['HIBERNATING', 'RUNNING'], 'RUNNING')).toBe('RUNNING');
  });

  test('rejects a status that does not exist', async () => {
    await expect(waitThrough(['RUNNING'], 'ASLEEP')).rejects.toThrow(
      'status must be one of STARTING, RUNNING, PAUSED, ERROR, MISSING, not ASLEEP',
    );
  });

  test('ends when the time is over, even if no response comes', async () => {
    const { sandboxes } = clientOver(() => new Promise(() => {}));
    const error = await thrownBy(sandboxes.waitUntil('sbx-1', 'RUNNING', { timeoutInMs: 50 }));
    expect(isTimeoutError(error) && error.scope).toBe('wait');
    expect(error.message).toContain('the sandbox sbx-1 was not found yet');
  });

  test.each(['enough', null])('ends when it is aborted with %j', async (reason) => {
    const controller = new AbortController();
    const wait = waitThrough(['STARTING'], 'RUNNING', {
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
  test.each(['timeoutInMs', 'pollIntervalInMs', 'graceInMs'])(
    'rejects a wrong %s before anything is sent',
    async (name) => {
      const client = withConversation();
      await expect(client.startAndWait({}, { [name]: -1 })).rejects.toThrow(`${name} must be`);
      expect(client.requests).toEqual([]);
    },
  );

  test('is continued with a task that was kept as text', async () => {
    const client = withConversation({ after: 2 });
    const kept = JSON.stringify(taskOf({ conversation_id: id }));
    expect(await client.waitUntilReady(JSON.parse(kept), soon)).toMatchObject({ id });
  });

  test('follows the id in the task rather than the one that was sent', async () => {
    const client = withConversation({ task: { app_conversation_id: id } });
    await client.startAndWait({}, soon);
    expect(client.requests[1]).toMatch(new RegExp(`ids=${id}$`));
  });

  test('reports the status of the sandbox that it starts in', async () => {
    const client = withConversation({ after: 4, status: 'STARTING' });
    const seen: unknown[] = [];
    const options: WaitOptions = { ...soon, onProgress: ({ status }) => seen.push(status) };
    await client.startAndWait({ conversation_id: id, sandbox_id: 'sbx-1' }, options);
    expect(seen).toEqual(['STARTING', 'STARTING', 'RUNNING']);
  });

  test.each(['ERROR', 'MISSING'])('ends when its sandbox is in %s', async (status) => {
    const client = withConversation({ after: Infinity, status });
    const task = taskOf({ conversation_id: id }, { sandbox_id: 'sbx-1' });
    expect((await failureOf(client.waitUntilReady(task, soon))).failure).toBe(status);
  });

  test('ends when the task has failed', async () => {
    const client = withConversation();
    const task = taskOf({ conversation_id: id }, { status: 'ERROR' });
    const error = await failureOf(client.waitUntilReady(task));
    expect(error).toMatchObject({ failure: 'ERROR', subject: task });
    expect(client.requests).toEqual([]);
  });
});

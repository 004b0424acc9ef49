/** Waits: by which statuses they go on, and what ends them. BEHAVIOUR.md has what is sent meanwhile. */
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import {
  type Client,
  type ClientOptions,
  isAbortedError,
  isClientError,
  isTimeoutError,
  isWaitError,
  type SandboxStatus,
  sandboxStatusValues,
  type WaitError,
  type WaitOptions,
} from '@agent-conversation/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { clientOver, type Fetch, taskOf, thrownBy } from './support.ts';

afterEach(() => {
  vi.useRealTimers();
});

const soon = { pollIntervalInMs: 1 };
const id = '0f6b8c1e3a444d0e9a517c2e5b9d1f36';

/** Waits for a sandbox that is in one status after the other; the last one lasts. */
async function waitThrough(
  statuses: string[],
  wanted: string,
  options: WaitOptions = soon,
) {
  const { sandboxes } = clientOver(async () => {
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    return Response.json({ items: [{ id: 'sbx-1', status }] });
  });
  return (await sandboxes.waitUntil('sbx-1', wanted as SandboxStatus, options))
    .status;
}

/**
 * A client whose conversation appears after some requests, beside a sandbox, and the requests that it sends. The
 * sandbox is in one status after the other; the last one lasts, and `null` is in no list.
 */
function withConversation({
  after = 0,
  statuses = ['RUNNING'] as (string | null)[],
  sandboxId = 'sbx-1',
  task = {},
} = {}) {
  const requests: string[] = [];
  const left = [...statuses];
  const fetch: ClientOptions['fetch'] = async (url, { method, body }) => {
    requests.push(url);
    if (method === 'POST')
      return Response.json(taskOf(JSON.parse(body as string), task));
    if (url.includes('sandboxes')) {
      const status = left.length > 1 ? left.shift() : left[0];
      return Response.json({
        items: status ? [{ id: sandboxId, status }] : [],
      });
    }
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
  const { transitions } =
    document.components.schemas.SandboxStatus['x-lifecycle'];
  type Transition = { from: string; to: string; operation?: string };
  const withoutCalls = transitions.filter(
    (it: Transition) => it.operation === undefined,
  );

  /** Whether a status follows another one, sooner or later, by the transitions given. */
  function follows(
    from: string,
    to: string,
    by: readonly Transition[],
  ): boolean {
    const found = new Set([from]);
    for (const reached of found) {
      for (const it of by) if (it.from === reached) found.add(it.to);
    }
    return found.has(to);
  }

  const options = { ...soon, graceInMs: 30, waitThroughError: true };
  const pairs = sandboxStatusValues.flatMap((from) =>
    sandboxStatusValues
      .filter((to) => to !== from)
      .map((to) => [from, to] as const),
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
      expect(error.message).toContain(
        `the sandbox sbx-1 is ${from} and cannot become ${to}`,
      );
    },
  );

  const byCall = possible.filter((pair) => !follows(...pair, withoutCalls));

  test.each(byCall)('leads from %s to %s by a call only', async (from, to) => {
    const error = await failureOf(waitThrough([from], to, options));
    expect(error.failure).toBe('UNREACHABLE');
    expect(error.message).toMatch(
      new RegExp(`sbx-1 is ${from} and becomes ${to} by \\w+Sandbox only \\(`),
    );
  });
});

describe('waiting for a sandbox', () => {
  test('ends when it is in no list, in the second poll', async () => {
    const client = clientOver(async () => Response.json({ items: [] }));
    const error = await failureOf(
      client.sandboxes.waitUntil('x', 'RUNNING', soon),
    );
    expect(error).toMatchObject({
      failure: 'MISSING',
      attempts: 2,
      operation: 'searchSandboxes',
    });
    expect(error.message).toContain(
      'the sandbox x is in no list and cannot become RUNNING',
    );
  });

  test('continues when its status is new to the contract', async () => {
    expect(await waitThrough(['HIBERNATING', 'RUNNING'], 'RUNNING')).toBe(
      'RUNNING',
    );
  });

  test('rejects a status that does not exist', async () => {
    await expect(waitThrough(['RUNNING'], 'ASLEEP')).rejects.toThrow(
      'status must be one of STARTING, RUNNING, PAUSED, ERROR, MISSING, not ASLEEP',
    );
  });

  test('ends when the time is over, even if no response comes', async () => {
    const { sandboxes } = clientOver(() => new Promise(() => {}));
    const error = await thrownBy(
      sandboxes.waitUntil('sbx-1', 'RUNNING', { timeoutInMs: 50 }),
    );
    expect(isTimeoutError(error) && error.scope).toBe('wait');
    expect(error.message).toContain('the sandbox sbx-1 was not found yet');
  });

  test.each(['enough', null])(
    'ends when it is aborted with %j',
    async (reason) => {
      const controller = new AbortController();
      const wait = waitThrough(['STARTING'], 'RUNNING', {
        signal: controller.signal,
        pollIntervalInMs: 1_000_000,
        timeoutInMs: Infinity,
        onProgress: () => queueMicrotask(() => controller.abort(reason)),
      });
      const error = await thrownBy(wait);
      expect(isAbortedError(error) && error.cause).toBe(reason);
    },
  );
});

describe('waiting for a conversation', () => {
  test.each(['timeoutInMs', 'pollIntervalInMs', 'graceInMs'])(
    'rejects a wrong %s before anything is sent',
    async (name) => {
      const client = withConversation();
      await expect(client.startAndWait({}, { [name]: -1 })).rejects.toThrow(
        `${name} must be`,
      );
      expect(client.requests).toEqual([]);
    },
  );

  test('is continued with a task that was kept as text', async () => {
    const client = withConversation({ after: 2 });
    const kept = JSON.stringify(taskOf({ conversation_id: id }));
    expect(await client.waitUntilReady(JSON.parse(kept), soon)).toMatchObject({
      id,
    });
  });

  test('follows the id in the task rather than the one that was sent', async () => {
    const client = withConversation({ task: { app_conversation_id: id } });
    await client.startAndWait({}, soon);
    expect(client.requests[1]).toMatch(new RegExp(`ids=${id}$`));
  });

  test('reports the status of the sandbox that it starts in', async () => {
    const client = withConversation({ after: 4, statuses: ['STARTING'] });
    const seen: unknown[] = [];
    const options: WaitOptions = {
      ...soon,
      onProgress: ({ status }) => seen.push(status),
    };
    await client.startAndWait(
      { conversation_id: id, sandbox_id: 'sbx-1' },
      options,
    );
    expect(seen).toEqual(['STARTING', 'STARTING', 'RUNNING']);
  });

  test.each(['ERROR', 'MISSING'])(
    'ends when its sandbox is in %s',
    async (status) => {
      const client = withConversation({ after: Infinity, statuses: [status] });
      const task = taskOf({ conversation_id: id }, { sandbox_id: 'sbx-1' });
      expect((await failureOf(client.waitUntilReady(task, soon))).failure).toBe(
        status,
      );
    },
  );

  test.each(['ERROR', 'MISSING'])(
    'ends within one poll after the sandbox with its id is in %s',
    async (status) => {
      vi.useFakeTimers();
      vi.setTimerTickMode('nextTimerAsync');
      const statuses = [null, null, null, 'STARTING', 'STARTING', status];
      const client = withConversation({
        after: Infinity,
        statuses,
        sandboxId: id,
      });
      const began = performance.now();
      const error = await failureOf(
        client.startAndWait({ conversation_id: id }),
      );
      expect(performance.now() - began).toBe(5000);
      expect(error).toMatchObject({ failure: status, subject: { id, status } });
      expect(error.message).toContain(
        `the start of the conversation has failed: the sandbox ${id} is ${status} and`,
      );
    },
  );

  test('ends when the sandbox with its id was there, and is gone', async () => {
    const statuses = ['STARTING', null, 'STARTING', null];
    const client = withConversation({
      after: Infinity,
      statuses,
      sandboxId: id,
    });
    const task = taskOf({ conversation_id: id.toUpperCase() });
    const error = await failureOf(client.waitUntilReady(task, soon));
    expect(error).toMatchObject({ failure: 'MISSING', attempts: 5 });
  });

  test('waits for a sandbox that is not there yet as long as it takes', async () => {
    const client = withConversation({ after: 40, statuses: [null] });
    expect(
      await client.startAndWait({ conversation_id: id }, soon),
    ).toMatchObject({ id });
  });

  test('names the sandbox in which the start takes too long', async () => {
    const statuses = ['STARTING', 'RUNNING'];
    const client = withConversation({
      after: Infinity,
      statuses,
      sandboxId: id,
    });
    const wait = client.startAndWait(
      { conversation_id: id },
      { ...soon, timeoutInMs: 100 },
    );
    const error = await thrownBy(wait);
    expect(isTimeoutError(error) && error.subject).toMatchObject({
      status: 'WORKING',
    });
    expect(error.message).toContain(
      'or has failed in its sandbox, which is RUNNING; continue with',
    );
  });

  test('with waitThroughError, waits on while the sandbox with its id is in ERROR', async () => {
    const client = withConversation({
      after: 8,
      statuses: ['ERROR', 'STARTING'],
      sandboxId: id,
    });
    const options = { ...soon, waitThroughError: true };
    expect(
      await client.startAndWait({ conversation_id: id }, options),
    ).toMatchObject({ id });
  });

  test('ends when the task has failed', async () => {
    const client = withConversation();
    const task = taskOf({ conversation_id: id }, { status: 'ERROR' });
    const error = await failureOf(client.waitUntilReady(task));
    expect(error).toMatchObject({ failure: 'ERROR', subject: task });
    expect(client.requests).toEqual([]);
  });
});

describe('a wait that exceeds the rate limit', () => {
  const limited = (headers: Record<string, string>) =>
    Response.json({ error: 'Rate limit exceeded' }, { status: 429, headers });

  test.each([
    { headers: {}, what: 'without Retry-After, continues with the next poll' },
    {
      headers: { 'retry-after': '0' },
      what: 'with Retry-After: 0, continues with the next poll',
    },
    {
      headers: { 'retry-after': '90' },
      what: 'continues when Retry-After is over',
      after: 90_000,
    },
  ])('$what', async ({ headers, after = 1000 }) => {
    vi.useFakeTimers();
    vi.setTimerTickMode('nextTimerAsync');
    const isLimited = { value: true };
    let limitedAt = 0;
    const { sandboxes } = clientOver(async () => {
      if (isLimited.value) {
        limitedAt = performance.now();
        return limited(headers);
      }
      return Response.json({ items: [{ id: 'sbx-1', status: 'RUNNING' }] });
    });
    const onProgress: WaitOptions['onProgress'] = () =>
      (isLimited.value = false);
    await sandboxes.waitUntil('sbx-1', 'RUNNING', { onProgress });
    expect(performance.now() - limitedAt).toBe(after);
  });

  test('ends when the time is over', async () => {
    vi.useFakeTimers();
    vi.setTimerTickMode('nextTimerAsync');
    const { sandboxes } = clientOver(async () =>
      limited({ 'retry-after': '3600' }),
    );
    const error = await thrownBy(sandboxes.waitUntil('sbx-1', 'RUNNING'));
    expect(isTimeoutError(error) && error.timeoutInMs).toBe(300_000);
  });
});

describe('waiting for the agent', () => {
  /** A client whose agent is in one status after the other; the last one lasts. */
  function withAgent(...statuses: (string | null)[]) {
    const { appConversations } = clientOver(async () => {
      const execution_status =
        statuses.length > 1 ? statuses.shift() : statuses[0];
      return Response.json([
        {
          id,
          sandbox_id: 'sbx-1',
          sandbox_status: 'RUNNING',
          execution_status,
        },
      ]);
    });
    return appConversations;
  }

  test('reports the status of the agent, and returns the conversation when it has finished', async () => {
    const seen: unknown[] = [];
    const options: WaitOptions = {
      ...soon,
      onProgress: ({ status }) => seen.push(status),
    };
    const client = withAgent(
      'idle',
      'running',
      null,
      'constructor',
      'running',
      'finished',
    );
    const conversation = await client.waitUntilFinished(id, options);
    expect(conversation).toMatchObject({ id, execution_status: 'finished' });
    expect(seen).toEqual([
      'idle',
      'running',
      undefined,
      'constructor',
      'running',
      'finished',
    ]);
  });

  test('returns at once when the agent has finished before', async () => {
    expect(await withAgent('finished').waitUntilFinished({ id })).toMatchObject(
      { id },
    );
  });

  test.each(['idle', 'paused'])(
    'lets the agent be %s for graceInMs',
    async (status) => {
      vi.useFakeTimers();
      vi.setTimerTickMode('nextTimerAsync');
      const began = performance.now();
      const error = await failureOf(
        withAgent('running', status).waitUntilFinished(id),
      );
      expect(performance.now() - began).toBe(61_000);
      expect(error).toMatchObject({
        failure: 'UNREACHABLE',
        subject: { execution_status: status },
      });
      expect(error.message).toContain(
        `${id} is ${status} and does not finish by itself`,
      );
    },
  );

  test('names the last status when the time is over', async () => {
    const error = await thrownBy(
      withAgent('running').waitUntilFinished(id, { ...soon, timeoutInMs: 50 }),
    );
    expect(isTimeoutError(error) && error.subject).toMatchObject({ id });
    expect(error.message).toContain(
      `the agent of the conversation ${id} was last running`,
    );
  });

  test.each([{}, { id: '' }, ''])(
    'rejects %j, which has no id',
    async (conversation) => {
      await expect(
        withAgent('finished').waitUntilFinished(conversation),
      ).rejects.toThrow(
        new TypeError('conversation must be an id, or have one'),
      );
    },
  );
});

describe('the calls of a wait', () => {
  type Waits = Readonly<
    Record<string, (client: Client, options: WaitOptions) => Promise<unknown>>
  >;
  const waits: Waits = {
    waitUntil: ({ sandboxes }, options) =>
      sandboxes.waitUntil('sbx-1', 'RUNNING', options),
    startAndWait: ({ appConversations }, options) =>
      appConversations.startAndWait({}, options),
    waitUntilReady: ({ appConversations }, options) =>
      appConversations.waitUntilReady(taskOf({ conversation_id: id }), options),
    waitUntilFinished: ({ appConversations }, options) =>
      appConversations.waitUntilFinished(id, options),
  };
  const rows = Object.entries(waits).map(([name, wait]) => ({ name, wait }));

  /** Responds as a service in which nothing is there yet. */
  const respond: Fetch = async (url, { method, body }) => {
    if (method === 'POST')
      return Response.json(taskOf(JSON.parse(body as string)));
    return Response.json(url.includes('sandboxes') ? { items: [] } : [null]);
  };

  test.each(rows)('of $name have its headers', async ({ wait }) => {
    const fetch = vi.fn<Fetch>(respond);
    const client = clientOver(fetch, {
      headers: { 'x-team': 'blue', 'x-trace': 'client' },
    });
    const options = {
      ...soon,
      timeoutInMs: 30,
      headers: { 'X-Trace': 'wait' },
    };
    await thrownBy(wait(client, options));
    expect(fetch).toHaveBeenCalled();
    for (const [, { headers }] of fetch.mock.calls) {
      expect(headers).toMatchObject({ 'x-team': 'blue', 'x-trace': 'wait' });
    }
  });

  test.each(rows)('of $name have its retries', async ({ wait }) => {
    const fetch = vi.fn<Fetch>(async () => new Response('', { status: 503 }));
    const error = await thrownBy(wait(clientOver(fetch), { retries: 0 }));
    expect(error).toMatchObject({ status: 503, attempts: 1 });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test.each(rows)('of $name have its attemptTimeoutInMs', async ({ wait }) => {
    const client = clientOver(() => new Promise(() => {}));
    const error = await thrownBy(
      wait(client, { retries: 0, attemptTimeoutInMs: 20 }),
    );
    expect(error).toMatchObject({ scope: 'attempt', timeoutInMs: 20 });
  });

  test.each(rows)('of $name have its maxBodyInBytes', async ({ wait }) => {
    const error = await thrownBy(
      wait(clientOver(respond), { maxBodyInBytes: 3 }),
    );
    expect(error).toMatchObject({
      name: 'BodyTooLargeError',
      maxBodyInBytes: 3,
    });
  });

  test.each(rows)(
    'of $name have the time of a call, not that of the wait',
    async ({ wait }) => {
      const client = clientOver(() => new Promise(() => {}), {
        timeoutInMs: 20,
        retries: 0,
      });
      const error = await thrownBy(wait(client, { timeoutInMs: 5000 }));
      expect(error).toMatchObject({ scope: 'call', timeoutInMs: 20 });
    },
  );

  const wrongOptions = [
    { headers: { 'x token': '1' } },
    { retries: -1 },
    { attemptTimeoutInMs: 0 },
  ];

  test.each(rows)(
    'of $name are not sent with wrong options',
    async ({ wait }) => {
      const fetch = vi.fn<Fetch>(respond);
      for (const options of wrongOptions) {
        const error = await thrownBy(() => wait(clientOver(fetch), options));
        expect(error).toBeInstanceOf(TypeError);
        expect(error.message).toMatch(
          new RegExp(`^${Object.keys(options)[0]}`),
        );
      }
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  const odd: readonly unknown[] = [
    { items: [null] },
    { items: [5, 'text', [], {}] },
    { items: null },
    { items: [{ id: 5, status: {} }] },
    { items: [{ id: 'sbx-1', status: null }] },
    { items: [{ id: 'sbx-1', status: ['RUNNING'] }] },
    { items: [], next_page_id: [] },
    { items: [], next_page_id: 5 },
    {},
    [],
    [5, 'text', {}],
    [{ id: 5 }],
    [{ id }],
    [{ id, sandbox_id: null, sandbox_status: 5, execution_status: {} }],
    [{ id, execution_status: ['finished'] }],
    { app_conversation_id: 5, request: {} },
    { status: 'ERROR' },
  ];

  test.each(rows.flatMap((row) => odd.map((body) => ({ ...row, body }))))(
    'of $name throw a ClientError for $body, if anything',
    async ({ wait, body }) => {
      const client = clientOver(async () => Response.json(body));
      const options = { ...soon, timeoutInMs: 30, retries: 0 };
      const error: unknown = await wait(client, options).catch(
        (reason: unknown) => reason,
      );
      expect(
        error instanceof Error && !isClientError(error) ? error : undefined,
      ).toBeUndefined();
    },
  );

  test('read a task without a request', async () => {
    const task = JSON.parse(JSON.stringify(taskOf({}, { request: undefined })));
    const client = clientOver(respond).appConversations;
    expect((await failureOf(client.waitUntilReady(task, soon))).failure).toBe(
      'UNFOLLOWABLE',
    );
  });
});

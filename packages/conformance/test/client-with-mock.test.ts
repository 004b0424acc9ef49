/** The client with the mock: pages, queries of TanStack Query, opt-in checks, and the strictest deployment. */
import {
  createClient,
  type ClientOptions,
  isValidationError,
  isWaitError,
} from '@agent-conversation/client';
import {
  type BrokenResponse,
  checkResponses,
} from '@agent-conversation/client/checks';
import * as queries from '@agent-conversation/client/query';
import { createMock, type MockOptions } from '@agent-conversation/mock';
import { operations as validators } from '@agent-conversation/validators';
import {
  InfiniteQueryObserver,
  QueryClient,
  QueryObserver,
} from '@tanstack/query-core';
import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { Recorder } from './support/recorder.ts';

afterEach(() => vi.useRealTimers());

/** A client of a mock with some sandboxes, and the operations that it calls from then on. */
async function setUp(count: number, options: ClientOptions = {}) {
  const calls: string[] = [];
  const mock = createMock({
    onExchange: ({ operation }) => calls.push(String(operation)),
  });
  const client = createClient({
    baseUrl: 'http://mock',
    apiKey: 'any',
    fetch: mock.fetch,
    ...options,
  });
  const ids: string[] = [];
  for (let number = 0; number < count; number++)
    ids.unshift((await client.sandboxes.start()).id);
  calls.length = 0;
  return { client, calls, ids };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

test('a search goes through all items, with pages of any size', async () => {
  const property = fc.asyncProperty(
    fc.nat(12),
    fc.integer({ min: 1, max: 13 }),
    async (count, limit) => {
      const { client, calls, ids } = await setUp(count);
      const found = await all(client.sandboxes.search({ limit }));
      expect(found.map(({ id }) => id)).toEqual(ids);
      expect(calls).toHaveLength(Math.max(1, Math.ceil(count / limit)));
      const pages = await all(client.sandboxes.search({ limit }).byPage());
      expect(pages.flatMap(({ items }) => items)).toEqual(found);
      expect((await client.sandboxes.search({ limit })).items).toEqual(
        found.slice(0, limit),
      );
    },
  );
  await fc.assert(property, { numRuns: 30 });
});

test('a search sends nothing before it is awaited, and no more pages than are read', async () => {
  const { client, calls } = await setUp(5);
  const pages = client.sandboxes.search({ limit: 2 });
  await new Promise((resolve) => setTimeout(resolve));
  expect(calls).toEqual([]);
  const [first, again] = [await pages, await pages];
  expect(again).toBe(first);
  expect(calls).toHaveLength(1);
  for await (const sandbox of client.sandboxes.search({ limit: 2 })) {
    if (sandbox.id === first.items[1]?.id) break;
  }
  expect(calls).toHaveLength(2);
});

test('TanStack Query keeps a query under what it was called with', async () => {
  const { client, calls } = await setUp(1);
  const cache = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity } },
  });
  for (const query of [{}, { limit: 1 }, {}, { limit: 1 }]) {
    const { items } = await cache.fetchQuery(
      queries.searchSandboxesQuery(client, query),
    );
    expect(items).toHaveLength(1);
  }
  await cache.fetchQuery(queries.getSettingsQuery(client));
  expect(calls).toEqual(['searchSandboxes', 'searchSandboxes', 'getSettings']);
});

test('an infinite query goes from page to page to the last', async () => {
  const { client } = await setUp(5);
  const query = queries.searchSandboxesInfiniteQuery(client, { limit: 2 });
  const observer = new InfiniteQueryObserver(new QueryClient(), query);
  const stop = observer.subscribe(() => {});
  let result = await observer.fetchNextPage();
  while (result.hasNextPage) result = await observer.fetchNextPage();
  stop();
  const pages = result.data?.pages ?? [];
  expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1]);
});

test('a query without observers is aborted', async () => {
  const sent = Promise.withResolvers<AbortSignal>();
  const { client } = await setUp(0, {
    async fetch(_, init) {
      sent.resolve(init.signal!);
      return new Promise(() => {});
    },
  });
  const observer = new QueryObserver(
    new QueryClient(),
    queries.getSettingsQuery(client),
  );
  const stop = observer.subscribe(() => {});
  const signal = await sent.promise;
  stop();
  await vi.waitFor(() => expect(signal.aborted).toBe(true), {
    timeout: 30_000,
  });
});

const sandbox = {
  id: 'a',
  created_by_user_id: null,
  sandbox_spec_id: 'b',
  session_api_key: null,
};

/** A client that checks the responses of a service, and what it has reported. */
async function setUpChecks(respond: () => Response) {
  const reports: BrokenResponse[] = [];
  const { client } = await setUp(0, {
    retries: 0,
    fetch: async () => respond(),
    middleware: [checkResponses(validators, (broken) => reports.push(broken))],
  });
  return { client, reports };
}

test('checkResponses reports each violation once, and returns the responses as they are', async () => {
  const broken = {
    ...sandbox,
    status: 7,
    session_api_key: 'secret-of-the-sandbox',
  };
  const page = {
    items: [broken, broken, { ...broken, id: 5 }],
    next_page_id: null,
  };
  const { client, reports } = await setUpChecks(() => Response.json(page));
  expect(await client.sandboxes.search()).toEqual(page);
  expect(await client.sandboxes.search()).toEqual(page);
  const common = { operation: 'searchSandboxes', status: 200, part: 'body' };
  expect(reports).toEqual([
    { ...common, pointer: '/items/0/status', message: 'must be a string' },
    { ...common, pointer: '/items/2/id', message: 'must be a string' },
  ]);
});

test.each([
  [
    'an undeclared status',
    () => new Response('busy', { status: 418 }),
    'status',
    418,
  ],
  [
    'another media type',
    () => new Response('<html>', { status: 200 }),
    'header',
    200,
  ],
])(
  'checkResponses reports %s, which is thrown as ever',
  async (_, respond, part, status) => {
    const { client, reports } = await setUpChecks(respond);
    await expect(client.settings.get()).rejects.toThrow('getSettings');
    expect(reports[0]).toMatchObject({
      operation: 'getSettings',
      part,
      status,
    });
  },
);

test('checkResponses warns on the console by default, without values', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const { client } = await setUp(0, {
    fetch: async () => Response.json({ ...sandbox, status: ['secret'] }),
    middleware: [checkResponses(validators)],
  });
  await client.sandboxes.start();
  expect(warn.mock.calls).toEqual([
    ['startSandbox 200: body /status must be a string, as the contract has it'],
  ]);
  warn.mockRestore();
});

test('with the strictest deployment the client starts, waits, lists, pauses, resumes and reads settings', async () => {
  vi.useFakeTimers();
  vi.setTimerTickMode('nextTimerAsync');
  const mock = createMock({
    edition: '1.5.0',
    unauthorizedBody: 'text',
    settings: { llm_api_key_set: false, mcp_config: null },
    clock: 'real',
    startupTimeInMs: 500,
    rateLimit: 2,
  });
  const recorder = new Recorder(mock);
  const seen = new Set<number>();
  const fetch: typeof mock.fetch = async (input, init) => {
    const response = await mock.fetch(input, init);
    seen.add(response.status);
    return response;
  };
  const client = createClient({ baseUrl: 'http://mock', apiKey: 'any', fetch });
  const { id = '', sandbox_id } = await client.appConversations.startAndWait({
    initial_message: { content: [{ type: 'text', text: 'Hello' }], run: true },
  });
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(await client.appConversations.getMany([id])).toMatchObject([
    { id, sandbox_id },
  ]);
  expect(
    isValidationError(
      await client.appConversations.list().catch((error: unknown) => error),
    ),
  ).toBe(true);
  expect(await recorder.send('GET', '/api/settings', { headers: {} })).toBe(
    'Unauthorized',
  );
  await client.sandboxes.pause(sandbox_id);
  await client.sandboxes.waitUntil(sandbox_id, 'PAUSED');
  await client.sandboxes.resume(sandbox_id);
  await client.sandboxes.waitUntil(sandbox_id, 'RUNNING');
  expect((await client.settings.get()).mcp_config).toBeNull();
  expect(seen).toEqual(new Set([200, 422, 429]));
});

test('many conversations come in the order of their ids, null for an unknown one', async () => {
  const mock = createMock({ startupTimeInMs: 0, clock: 'requests' });
  const client = createClient({
    baseUrl: 'http://mock',
    apiKey: 'any',
    fetch: mock.fetch,
  });
  const [first, second] = ['1', '2'].map((digit) => digit.repeat(32)) as [
    string,
    string,
  ];
  for (const id of [first, second]) {
    await client.appConversations.startAndWait({ conversation_id: id });
  }
  const unknown = Array.from({ length: 60 }, (_, at) =>
    String(at + 1000).padStart(32, '0'),
  );
  const ids = [second, ...unknown, first, second];
  const conversations = await client.appConversations.getMany(ids);
  const order = conversations.map((conversation) => conversation?.id ?? null);
  expect(order).toEqual([second, ...unknown.map(() => null), first, second]);
});

/** A client of a mock whose sandboxes start in ten seconds, all in fake time. */
function withSlowSandboxes(edition: MockOptions['edition'] = 'documented') {
  vi.useFakeTimers();
  vi.setTimerTickMode('nextTimerAsync');
  const mock = createMock({ edition, clock: 'real', startupTimeInMs: 10_000 });
  const client = createClient({
    baseUrl: 'http://mock',
    apiKey: 'any',
    fetch: mock.fetch,
  });
  return { mock, client };
}

const conversation_id = '0f6b8c1e3a444d0e9a517c2e5b9d1f36';

test.each(['documented', '1.5.0', '1.11.0'] as const)(
  'a start whose sandbox fails ends within a poll (%s)',
  async (edition) => {
    const { mock, client } = withSlowSandboxes(edition);
    let failedAt = Infinity;
    setTimeout(() => {
      mock.happen(conversation_id, 'ERROR');
      failedAt = performance.now();
    }, 4500);
    const start = client.appConversations.startAndWait({ conversation_id });
    const error = await start.catch((reason: unknown) => reason);
    expect(isWaitError(error) && error.failure).toBe('ERROR');
    expect(String(error)).toContain(
      `the start of the conversation has failed: the sandbox ${conversation_id} is ERROR`,
    );
    expect(performance.now() - failedAt).toBeLessThanOrEqual(1000);
  },
);

test('an agent with a message is followed until it has finished', async () => {
  const { client } = withSlowSandboxes();
  const content = [{ type: 'text' as const, text: 'Hello' }];
  const { appConversations } = client;
  const conversation = await appConversations.startAndWait({
    initial_message: { content },
  });
  const seen = new Set<unknown>();
  const finished = await appConversations.waitUntilFinished(conversation, {
    onProgress: ({ status }) => seen.add(status),
  });
  expect(finished).toMatchObject({
    id: conversation.id,
    execution_status: 'finished',
  });
  expect([...seen]).toEqual(['running', 'finished']);
});

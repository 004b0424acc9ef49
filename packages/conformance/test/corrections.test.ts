/**
 * The fifteen points in which deployments differ from the first edition of the contract: contract, mock, client and
 * checker agree on each of them.
 */
import {
  createClient,
  isNotFoundError,
  isRateLimitError,
  isUnauthorizedError,
  isValidationError,
  isWaitError,
} from '@agent-conversation/client';
import { createMock, type MockOptions } from '@agent-conversation/mock';
import type { Settings } from '@agent-conversation/types';
import { operations } from '@agent-conversation/validators';
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { checkServer } from '../src/checker/check-server.ts';
import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { judgeExchange } from '../src/oracle/judge-exchange.ts';
import { Recorder } from './support/recorder.ts';
import {
  type Alter,
  baseUrl,
  checkerKey,
  type Interfere,
  serveMock,
} from './support/served-mock.ts';

const hyphenated = '0F6B8C1E-3A44-4D0E-9A51-7C2E5B9D1F36';
const digits = '0f6b8c1e3a444d0e9a517c2e5b9d1f36';
const conversations = '/api/v1/app-conversations';
const { schemas } = contract.components;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A mock, a recorder of exchanges with it, and a client of it. */
function mocked(options: MockOptions = {}) {
  const mock = createMock({ clock: 'manual', startupTimeInMs: 0, ...options });
  const client = createClient({ baseUrl: 'http://mock', apiKey: 'any', fetch: mock.fetch });
  return { mock, recorder: new Recorder(mock), client };
}

/** What the checker finds wrong in the responses of recorded exchanges. */
function findingsIn(...recorders: readonly Recorder[]): readonly unknown[] {
  return recorders
    .flatMap(({ exchanges }) => exchanges)
    .flatMap((exchange) => judgeExchange(exchange, { closed: true }).findings)
    .filter(({ side }) => side === 'answer');
}

/** Runs checks of the checker against the mock, with changed responses. */
async function checked(include: readonly string[], alter?: Alter, interfere?: Interfere) {
  serveMock(interfere, alter && { alter });
  const all = { baseUrl, apiKey: checkerKey, seed: 5, rate: 10_000, waitInMs: 5_000, write: true };
  const { results, verdict } = await checkServer({ ...all, include });
  return { verdict: verdict.kind, findings: results.flatMap((it) => it.findings) };
}

const statusOf = ({ exchanges }: Recorder) => exchanges.at(-1)?.answer.status;
const caught = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(() => undefined).catch((reason: unknown) => reason);

test('1: conversation ids have 32 digits in responses, and either form in requests', async () => {
  const { conversation_id: own, parent_conversation_id: parent } =
    schemas.AppConversationStartRequest.properties;
  expect([own, parent].map((it) => 'format' in it)).toEqual([false, false]);
  const { recorder, client } = mocked();
  const body = { conversation_id: hyphenated, parent_conversation_id: digits };
  await recorder.ask('POST', conversations, { body });
  const found = await client.appConversations.getMany([digits, hyphenated]);
  expect(found.map((it) => it?.id)).toEqual([digits, digits]);
  await recorder.ask('GET', `${conversations}?ids=${hyphenated}&ids=${digits}`);
  expect(findingsIn(recorder)).toEqual([]);
  await recorder.ask('GET', `${conversations}?ids=not-a-uuid`);
  expect(statusOf(recorder)).toBe(422);
  expect(findingsIn(recorder)).toEqual([]);
});

test('2: settings and tool servers can contain null', async () => {
  expectTypeOf<Settings['mcp_config']>().extract<null>().toEqualTypeOf<null>();
  const settings = { llm_api_key_set: false, mcp_config: null, provider_tokens_set: null };
  const { recorder, client } = mocked({ settings });
  expect(await client.settings.get()).toMatchObject(settings);
  await recorder.ask('GET', '/api/settings');
  const server = { url: 'https://tools.example', api_key: null, timeout: null };
  const tools = mocked({
    settings: { mcp_config: { sse_servers: [server] }, condenser_max_size: 9 },
  });
  expect((await tools.client.settings.get()).mcp_config?.sse_servers).toEqual([server]);
  await tools.recorder.ask('GET', '/api/settings');
  expect(findingsIn(recorder, tools.recorder)).toEqual([]);
});

test.each([
  ['detail', { detail: 'Unauthorized' }, 'Unauthorized'],
  ['error', { error: 'Invalid or missing API key' }, 'Invalid or missing API key'],
  ['text', 'Unauthorized', 'Unauthorized'],
] as const)(
  '3: a 401 with the form %s is declared in both generations',
  async (form, want, says) => {
    const { recorder, mock } = mocked({ unauthorizedBody: form });
    for (const path of ['/api/v1/sandboxes/search', '/api/settings']) {
      expect(await recorder.send('GET', path, { headers: {} })).toEqual(want);
    }
    expect(findingsIn(recorder)).toEqual([]);
    // The mock knows no wrong key, so the client sends none.
    const withoutKey: typeof fetch = async (input, init) =>
      mock.fetch(new Request(input, { ...init, headers: {} }));
    const client = createClient({ baseUrl: 'http://mock', apiKey: 'any', fetch: withoutKey });
    for (const call of [client.sandboxes.search(), client.settings.get()]) {
      const error = await caught(call);
      expect(isUnauthorizedError(error) && error.message).toContain(says);
    }
  },
);

test('4: starting in an unknown sandbox succeeds, and no conversation appears', async () => {
  expect(operations.startAppConversation.statuses).not.toContain(404);
  const { recorder, client } = mocked();
  const body = { sandbox_id: 'sbx-unknown', conversation_id: digits };
  expect(await recorder.ask('POST', conversations, { body })).toMatchObject({ status: 'WORKING' });
  expect(findingsIn(recorder)).toEqual([]);
  expect(await client.appConversations.getMany([digits])).toEqual([null]);
});

test('5: a conversation is followed by the id that was sent with it', async () => {
  const { recorder, client, mock } = mocked({ edition: 'mid-2026' });
  expect(await recorder.ask('POST', conversations, { body: {} })).toMatchObject({
    app_conversation_id: null,
    sandbox_id: null,
    agent_server_url: null,
  });
  expect(findingsIn(recorder)).toEqual([]);
  const { id, sandbox_id } = await client.appConversations.startAndWait({
    conversation_id: hyphenated,
  });
  expect(id).toBe(digits);
  expect(mock.state('any').sandboxes.map((it) => it.id)).toContain(sandbox_id);
  const task = await client.appConversations.start({});
  const error = await caught(client.appConversations.waitUntilReady(task));
  expect(isWaitError(error) && error.message).toContain('conversation_id');
});

test('6: malformed JSON gets 422 with the type json_invalid, in both generations', async () => {
  expect(operations.startAppConversation.statuses).not.toContain(400);
  const { mock, recorder } = mocked();
  for (const path of [conversations, '/api/conversations']) {
    const headers = { 'X-Session-API-Key': 'any', 'Content-Type': 'application/json' };
    const sent = await recorder.send('POST', path, { headers, body: Buffer.from('{') });
    expect(sent).toMatchObject({ detail: [{ type: 'json_invalid' }] });
    expect(statusOf(recorder)).toBe(422);
  }
  const cutting = createClient({
    baseUrl: 'http://mock',
    apiKey: 'any',
    fetch: mock.fetch,
    middleware: [(request, next) => next({ ...request, body: '{' })],
  });
  const error = await caught(cutting.appConversations.start({}));
  expect(isValidationError(error) && error.violations).toMatchObject([{ type: 'json_invalid' }]);
  expect(findingsIn(recorder)).toEqual([]);
});

test('7: the response to an unknown sandbox spec is assumed', async () => {
  expect(contract.components.responses.SandboxSpecNotFound['x-provenance']).toBe('assumed');
  const { recorder, client } = mocked();
  await recorder.ask('POST', '/api/v1/sandboxes?sandbox_spec_id=unknown');
  expect([statusOf(recorder), findingsIn(recorder)]).toEqual([404, []]);
  const error = await caught(client.sandboxes.start({ sandbox_spec_id: 'unknown' }));
  expect(isNotFoundError(error)).toBe(true);
  const { verdict, findings } = await checked(['startSandbox.*'], undefined, ({ target }) =>
    /sandbox_spec_id=(?!ghcr)/.test(target) ? new Response('Oops', { status: 500 }) : undefined,
  );
  expect([verdict, [...new Set(findings.map((it) => it.severity))]]).toEqual([
    'conforms',
    ['warning'],
  ]);
});

test('8: an unknown page_id returns the first page', async () => {
  const { recorder, client } = mocked();
  const first = await client.sandboxSpecs.search({ limit: 1 });
  const unknown = await client.sandboxSpecs.search({ limit: 1, page_id: 'unknown' });
  expect(unknown.items).toEqual(first.items);
  await recorder.ask('GET', '/api/v1/sandboxes/search?page_id=unknown');
  expect([statusOf(recorder), findingsIn(recorder)]).toEqual([200, []]);
});

test('9: a sandbox in ERROR recovers, and can be paused and resumed', async () => {
  const { transitions, rejected } = schemas.SandboxStatus['x-lifecycle'];
  const fromError = transitions.filter(({ from }) => from === 'ERROR').map(({ to }) => to);
  expect(fromError).toEqual(expect.arrayContaining(['RUNNING', 'PAUSED', 'STARTING']));
  expect(rejected.filter((it) => it.in === 'ERROR')).toEqual([]);
  const { mock, recorder, client } = mocked();
  const { id } = await client.sandboxes.start();
  await client.sandboxes.waitUntil(id, 'RUNNING');
  mock.happen(id, 'ERROR');
  mock.happen(id, 'RUNNING');
  mock.happen(id, 'ERROR');
  expect(await recorder.ask('POST', `/api/v1/sandboxes/${id}/pause`)).toEqual({ success: true });
  await client.sandboxes.waitUntil(id, 'PAUSED');
  expect(await recorder.ask('POST', `/api/v1/sandboxes/${id}/resume`)).toEqual({ success: true });
  await client.sandboxes.waitUntil(id, 'RUNNING');
  expect(findingsIn(recorder)).toEqual([]);
});

test('10: a page has at most 100 items, and many ids are sent in groups of 50', async () => {
  expect(contract.components.parameters.Limit.schema.maximum).toBe(100);
  const { mock, recorder } = mocked();
  await recorder.ask('GET', '/api/v1/sandboxes/search?limit=101');
  expect([statusOf(recorder), findingsIn(recorder)]).toEqual([422, []]);
  const sizes: number[] = [];
  const fetch: typeof mock.fetch = async (input, init) => {
    sizes.push(new URL(new Request(input, init).url).searchParams.getAll('ids').length);
    return mock.fetch(input, init);
  };
  const client = createClient({ baseUrl: 'http://mock', apiKey: 'any', fetch });
  const ids = Array.from({ length: 101 }, (_, at) => at.toString(16).padStart(32, '0'));
  expect(await client.appConversations.getMany(ids)).toEqual(ids.map(() => null));
  expect(sizes).toEqual([50, 50, 1]);
});

test('11: a rate limit rejects requests with 429, which the client sends again', async () => {
  for (const operation of Object.values(operations)) expect(operation.statuses).toContain(429);
  const { recorder } = mocked({ rateLimit: 1 });
  await recorder.ask('GET', '/api/v1/sandboxes/search');
  await recorder.ask('GET', '/api/settings');
  const { answer } = recorder.exchanges.at(-1)!;
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
  expect(findingsIn(recorder)).toEqual([]);
  const { mock, client } = mocked();
  const busy = { status: 429, headers: { 'Retry-After': '0' }, times: 1 };
  mock.fault({ operation: 'startSandbox', ...busy });
  await client.sandboxes.start();
  expect(mock.state('any').sandboxes).toHaveLength(1);
  mock.fault({ operation: 'startSandbox', ...busy });
  const failing = createClient({
    baseUrl: 'http://mock',
    apiKey: 'any',
    fetch: mock.fetch,
    retries: 0,
  });
  expect(isRateLimitError(await caught(failing.sandboxes.start()))).toBe(true);
  let left = 3;
  const { verdict, findings } = await checked(['searchSandboxes.answer'], undefined, () =>
    left-- > 0
      ? Response.json({ message: 'Too many' }, { status: 429, headers: { 'Retry-After': '0' } })
      : undefined,
  );
  expect([verdict, findings]).toEqual(['conforms', []]);
});

test('12: requests and responses admit the values that deployments know', async () => {
  expect(schemas.ConversationStatus.enum).toEqual(expect.arrayContaining(['ARCHIVED', 'ERROR']));
  const { recorder, client } = mocked();
  const suggested_task = {
    repo: 'a/b',
    issue_number: 1,
    title: 'A',
    task_type: 'CREATE_MICROAGENT',
  };
  const nothing = { suggested_task: null, create_microagent: null, mcp_config: null };
  for (const body of [{ suggested_task }, nothing, { create_microagent: { title: null } }]) {
    await recorder.ask('POST', '/api/conversations', { body });
    expect(statusOf(recorder)).toBe(200);
  }
  const initial_message = { content: [{ text: 'Without a type' }] };
  await recorder.ask('POST', conversations, { body: { initial_message } });
  expect([statusOf(recorder), findingsIn(recorder)]).toEqual([200, []]);
  const task = await client.appConversations.start({ initial_message });
  expect(task.request.initial_message).toMatchObject(initial_message);
});

test('13: further properties are accepted and sent, and secrets among them are not shown', async () => {
  const { recorder, client } = mocked();
  const body = { conversation_id: digits, plugins: [{}], processors: null, secrets: { T: 'hush' } };
  await client.appConversations.startAndWait(body);
  await recorder.ask('POST', conversations, { body: { ...body, agent_profile_id: 'p' } });
  expect(recorder.exchanges.at(-1)?.answer.body).not.toContain('hush');
  expect(findingsIn(recorder)).toEqual([]);
  const more = { agent_kind: 'k', acp_server: { a: 1 }, launched_agent_profile: null };
  const { verdict, findings } = await checked(['*AppConversation*.answer'], ({ target }, list) =>
    target.startsWith(`${conversations}?`) && Array.isArray(list)
      ? list.map((it) => it && { ...it, ...more })
      : undefined,
  );
  expect([verdict, findings]).toEqual(['conforms', []]);
});

test('14: the legacy generation is deprecated, and supported by every package', async () => {
  const legacy = [contract.paths['/api/conversations'].post, contract.paths['/api/settings'].get];
  expect(legacy.map(({ deprecated }) => deprecated)).toEqual([true, true]);
  const { client, recorder } = mocked();
  expect(await client.conversations.create({})).toMatchObject({ status: 'ok' });
  await recorder.ask('GET', '/api/settings');
  expect(findingsIn(recorder)).toEqual([]);
  const { verdict } = await checked(['*.answer'], undefined, ({ target }) =>
    target.startsWith('/api/v1/')
      ? undefined
      : Response.json({ detail: 'Not Found' }, { status: 404 }),
  );
  expect(verdict).toBe('conforms');
});

test('15: the key has one header, and the mock can supply it', async () => {
  expect(Object.values(contract.components.securitySchemes)).toMatchObject([
    { in: 'header', name: 'X-Session-API-Key' },
  ]);
  const { mock, recorder } = mocked({ defaultKey: 'app' });
  const sandbox = await recorder.send('POST', '/api/v1/sandboxes', { headers: {} });
  expect(mock.state('app').sandboxes).toMatchObject([{ id: (sandbox as { id: string }).id }]);
  const client = createClient({ baseUrl: 'http://mock', apiKey: 'app', fetch: mock.fetch });
  expect((await client.sandboxes.search()).items).toHaveLength(1);
});

describe('the strictest deployment', () => {
  const strictest: MockOptions = {
    edition: 'mid-2026',
    unauthorizedBody: 'text',
    settings: { llm_api_key_set: false, mcp_config: null },
    clock: 'real',
    startupTimeInMs: 500,
  };

  test('a client starts, waits, lists, pauses, resumes and reads settings', async () => {
    vi.useFakeTimers();
    vi.setTimerTickMode('nextTimerAsync');
    const mock = createMock({ ...strictest, rateLimit: 2 });
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
    expect(await client.appConversations.getMany([id])).toMatchObject([{ id, sandbox_id }]);
    expect(isValidationError(await caught(client.appConversations.list()))).toBe(true);
    expect(await recorder.send('GET', '/api/settings', { headers: {} })).toBe('Unauthorized');
    await client.sandboxes.pause(sandbox_id);
    await client.sandboxes.waitUntil(sandbox_id, 'PAUSED');
    await client.sandboxes.resume(sandbox_id);
    await client.sandboxes.waitUntil(sandbox_id, 'RUNNING');
    expect((await client.settings.get()).mcp_config).toBeNull();
    expect(seen).toEqual(new Set([200, 422, 429]));
  });

  test('the checker passes it without a finding', async () => {
    const limited = { rate: 10_000, waitInMs: 5_000, seed: 5, strict: true, write: true };
    const { mock } = serveMock(undefined, {
      ...strictest,
      startupTimeInMs: 0,
      clock: 'manual',
      rateLimit: 150,
    });
    const served = globalThis.fetch;
    let rejected = 0;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const response = await served(url, init);
      if (response.status !== 429) return response;
      rejected += 1;
      mock.advance(1000);
      return response;
    });
    const { results, verdict } = await checkServer({ baseUrl, apiKey: checkerKey, ...limited });
    expect(results.flatMap((it) => it.findings)).toEqual([]);
    expect(verdict).toEqual({ kind: 'conforms' });
    expect(rejected).toBeGreaterThan(0);
  });
});

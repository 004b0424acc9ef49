import { join } from 'node:path';
import { readEvidence } from '@agent-conversation/cli/evidence';
import type {
  AppConversation,
  Sandbox,
  SandboxPage,
  SandboxSpecPage,
  Settings,
} from '@agent-conversation/types';
import { expect, test } from 'vitest';
import {
  ask,
  create,
  listConversations,
  startConversation,
} from '../../test/ask.ts';
import { exampleNamed, exampleOf } from '../contract.ts';
import { createMock, type MockData } from '../index.ts';
import { checkData } from './data.ts';
import { exampleData } from './seed-data.ts';

const search = '/api/v1/sandboxes/search';
const page = async (data: MockData, key = 'ada') =>
  (await ask<SandboxPage>(create({ data }), 'GET', search, { key })).body;
const epoch = '2026-01-01T00:00:00.000000Z';
const uuid = '0f6b8c1e3a444d0e9a517c2e5b9d1f36';

test("the contract's examples are valid data", () => {
  expect(checkData(exampleData())).toEqual(exampleData());
});

test('a sandbox is as a running one, where the data say nothing else', async () => {
  const { items } = await page({
    sandboxes: [{ id: 'sbx-a' }, { status: 'PAUSED' }],
  });
  const specs = exampleOf('searchSandboxSpecs', 200) as SandboxSpecPage;
  const newest = specs.items.toSorted((a, b) =>
    a.created_at! < b.created_at! ? 1 : -1,
  )[0]!;
  expect(items).toEqual([
    {
      id: 'sbx-a',
      created_by_user_id: null,
      sandbox_spec_id: newest.id,
      status: 'RUNNING',
      session_api_key: 'mock-key-of-sbx-a',
      exposed_urls: expect.arrayContaining([
        expect.objectContaining({ name: 'AGENT_SERVER' }),
      ]),
      created_at: epoch,
    },
    expect.objectContaining({
      status: 'PAUSED',
      session_api_key: null,
      exposed_urls: null,
    }),
  ]);
  expect(items[1]!.id).toMatch(/^\w{22}$/);
});

test('each key starts with the data, in a state of its own, and again after a reset', async () => {
  const mock = create({
    data: { sandboxes: [{ id: 'sbx-a' }], conversations: [{}] },
  });
  await ask(mock, 'POST', '/api/v1/sandboxes/sbx-a/pause', { key: 'ada' });
  const status = (key: string) =>
    mock.state(key).sandboxes.map((sandbox) => sandbox.status);
  expect([status('ada'), status('grace')]).toEqual([['PAUSED'], ['RUNNING']]);
  expect(mock.state('grace').conversations).toMatchObject([
    { conversation_status: 'STARTING' },
  ]);
  mock.reset('ada');
  expect(status('ada')).toEqual(['RUNNING']);
});

test('a status that ends with time begins now, however old its resource is', () => {
  const data: MockData = {
    sandboxes: [
      { id: 'newest', created_at: '2025-03-01T00:00:00Z' },
      { id: 'old', status: 'STARTING', created_at: '2025-01-01T00:00:00Z' },
    ],
  };
  const mock = create({ data });
  const statusOfOld = () =>
    mock.state('ada').sandboxes.find(({ id }) => id === 'old')?.status;
  expect(statusOfOld()).toBe('STARTING');
  mock.advance(2000);
  expect(statusOfOld()).toBe('RUNNING');
});

test('data come in their order, which their times can change, and new resources before them', async () => {
  const data: MockData = {
    sandboxes: [
      { id: 'old', created_at: '2025-01-01T00:00:00Z' },
      { id: 'newest', created_at: '2025-03-01T00:00:00Z' },
      { id: 'newer', created_at: '2025-03-01T00:00:00Z' },
      { id: 'now' },
    ],
  };
  const mock = create({ data });
  const { id } = (await ask<Sandbox>(mock, 'POST', '/api/v1/sandboxes')).body;
  const ids = mock.state('ada').sandboxes.map((sandbox) => sandbox.id);
  expect(ids).toEqual([id, 'now', 'newest', 'newer', 'old']);
  // A clock that is not real starts with the latest time.
  expect(mock.state('ada').now).toBe('2025-03-01T00:00:00.000000Z');
});

test('a conversation gets what a new one has, and a sandbox', async () => {
  const mock = create({
    data: {
      sandboxes: [{ id: 'sbx-a', status: 'PAUSED' }],
      appConversations: [
        { id: uuid, title: 'Mine', execution_status: 'finished' },
        { sandbox_id: 'sbx-a', selected_repository: 'acme/web' },
        { sandbox_id: 'sbx-b', sandbox_status: 'ERROR' },
        { sandbox_id: 'sbx-c', sandbox_status: 'MISSING' },
      ],
    },
  });
  const conversations = await listConversations(mock);
  expect(conversations).toMatchObject([
    {
      id: uuid,
      title: 'Mine',
      sandbox_id: uuid,
      sandbox_status: 'RUNNING',
      agent_kind: 'openhands',
    },
    {
      sandbox_status: 'PAUSED',
      selected_repository: 'acme/web',
      execution_status: null,
    },
    { sandbox_id: 'sbx-b', sandbox_status: 'ERROR' },
    { sandbox_id: 'sbx-c', sandbox_status: 'MISSING' },
  ]);
  expect(conversations[0]).toMatchObject({
    execution_status: 'finished',
    created_at: epoch,
  });
  const sandboxIds = mock.state('ada').sandboxes.map((sandbox) => sandbox.id);
  expect(sandboxIds.toSorted()).toEqual([uuid, 'sbx-a', 'sbx-b'].toSorted());

  // It goes on as every other one.
  await startConversation(mock, { conversation_id: uuid, sandbox_id: uuid });
  mock.advance(10_000);
  expect(await listConversations(mock, [uuid])).toMatchObject([
    { id: uuid, sandbox_id: uuid },
  ]);
  expect(await listConversations(mock)).toHaveLength(conversations.length);
});

test('settings and sandbox specs differ from the usual ones as the data say', async () => {
  const data: MockData = {
    settings: { llm_model: 'acme/m', llm_api_key: 'MARKER' },
    sandboxSpecs: [{ id: 'image:2' }, { id: 'image:1', working_dir: '/work' }],
  };
  const usual = exampleNamed('SettingsLoaded') as Settings;
  const mock = create({ data, settings: { language: 'de' } });
  const settings = await ask<Settings>(mock, 'GET', '/api/settings');
  expect(settings.body).toEqual({
    ...usual,
    llm_model: 'acme/m',
    llm_api_key_set: true,
  });
  const specs = await ask(mock, 'GET', '/api/v1/sandbox-specs/search');
  expect(specs.body).toEqual({
    items: [
      { id: 'image:2', command: null },
      { id: 'image:1', command: null, working_dir: '/work' },
    ],
    next_page_id: null,
  });
  const started = await ask<Sandbox>(mock, 'POST', '/api/v1/sandboxes');
  expect(started.body.sandbox_spec_id).toBe('image:2');
  const none = create({ data: { settings: null } });
  expect((await ask(none, 'GET', '/api/settings')).status).toBe(404);
});

test.each(['documented', '0.62.0', '1.5.0', '1.11.0'] as const)(
  'settings of data are completed as %s has them',
  async (edition) => {
    const at = edition === '1.11.0' ? '/api/v1/settings' : '/api/settings';
    const mock = (data?: MockData) =>
      create({ edition, ...(data && { data }) });
    const usual = await ask<object>(mock(), 'GET', at);
    const changed = await ask<object>(
      mock({ settings: { language: 'fr' } }),
      'GET',
      at,
    );
    expect(changed.body).toEqual({ ...usual.body, language: 'fr' });
  },
);

test('data come before the examples, and replace those with the same id', async () => {
  const shown = exampleData();
  const [first, ...others] = shown.sandboxes;
  const data: MockData = {
    sandboxes: [{ id: first!.id, status: 'PAUSED' }, { id: 'sbx-a' }],
  };
  const mock = create({ examples: true, data });
  const { sandboxes } = mock.state('ada');
  expect(sandboxes).toHaveLength(others.length + 2);
  const replaced = sandboxes.find((sandbox) => sandbox.id === first!.id);
  expect(replaced).toMatchObject({ status: 'PAUSED', session_api_key: null });
});

test('what a mock shows is data for another one', async () => {
  const mock = create({ seed: 'a', clock: 'manual' });
  await ask(mock, 'POST', '/api/v1/sandboxes');
  await startConversation(mock, {
    initial_message: { content: [{ type: 'text', text: 'a' }] },
  });
  await ask(mock, 'POST', '/api/conversations', { body: {} });
  mock.advance(3000);
  const { sandboxes, appConversations, conversations } = mock.state('ada');
  expect(appConversations).toHaveLength(1);
  const data = { sandboxes, appConversations, conversations };
  const other = create({ data: JSON.parse(JSON.stringify(data)) as MockData });
  expect(other.state('ada')).toMatchObject(data);
});

const evidence = readEvidence(
  join(import.meta.dirname, '../../../../openapi/evidence'),
);
const recorded = evidence.filter(
  ({ operationId, response }) =>
    operationId === 'listAppConversations' &&
    (JSON.stringify(response.body) ?? '').includes('"id"'),
);

test('what the service was seen to show is data', async () => {
  expect(recorded.length).toBeGreaterThan(10);
  for (const { response } of recorded) {
    const shown = response.body as unknown as (AppConversation | null)[];
    // A request can have an id twice.
    const byId = new Map(
      shown.flatMap((item) => (item ? [[item.id!, item]] : [])),
    );
    const items = [...byId.values()];
    const mock = create({ data: { appConversations: items } });
    expect(
      await listConversations(
        mock,
        items.map(({ id }) => id!),
      ),
    ).toMatchObject(items);
  }
});

const secret = 'sk-marker-4711';

test.each<{ data: unknown; problem: string }>([
  { data: [], problem: 'The data must be an object' },
  {
    data: { sandbox: [] },
    problem: "The data have no property 'sandbox', but sandboxes, ",
  },
  { data: { sandboxes: {} }, problem: 'sandboxes must be a list of objects' },
  {
    data: { sandboxes: [secret] },
    problem: 'sandboxes must be a list of objects',
  },
  {
    data: { sandboxes: Array.from({ length: 1001 }, () => ({})) },
    problem: 'sandboxes has 1001 items, and can have 1000',
  },
  {
    data: { sandboxes: [{}, { id: 5 }] },
    problem: 'contract: /sandboxes/1/id must be a string',
  },
  {
    data: { sandboxes: [{ session_api_key: [secret] }] },
    problem: 'contract: /sandboxes/0/session_api_key must be a string or null',
  },
  {
    data: { sandboxes: [{ statuss: secret }] },
    problem: 'contract: /sandboxes/0/statuss is not listed in the contract',
  },
  {
    data: { sandboxes: [{ created_at: secret }] },
    problem: 'contract: /sandboxes/0/created_at must ',
  },
  {
    data: { sandboxes: [{ status: secret }] },
    problem: 'contract: /sandboxes/0/status must be one of STARTING, RUNNING, ',
  },
  {
    data: { appConversations: [{ execution_status: secret }] },
    problem:
      'contract: /appConversations/0/execution_status must be one of idle, running, ',
  },
  {
    data: { appConversations: [{ sandbox_status: secret }] },
    problem:
      'contract: /appConversations/0/sandbox_status must be one of STARTING, ',
  },
  {
    data: { conversations: [{ conversation_status: secret }] },
    problem:
      'contract: /conversations/0/conversation_status must be one of STARTING, ',
  },
  {
    data: { appConversations: [{ pr_number: [1, '2'] }] },
    problem: 'contract: /appConversations/0/pr_number/1 must be an integer',
  },
  {
    data: { sandboxes: [{ id: 'a' }, { id: 'b' }, { id: 'a' }] },
    problem: 'The data have the id at /sandboxes/2/id twice',
  },
  {
    data: { appConversations: [{ id: uuid }, { id: uuid.toUpperCase() }] },
    problem: 'The data have the id at /appConversations/1/id twice',
  },
  {
    data: {
      sandboxes: [{ id: 'a', status: 'PAUSED' }],
      appConversations: [{}, { sandbox_id: 'a', session_api_key: secret }],
    },
    problem:
      'contradict themselves: /appConversations/1/session_api_key is not what follows',
  },
  {
    data: {
      sandboxes: [{ id: 'a', status: 'PAUSED' }],
      appConversations: [{ sandbox_id: 'a', sandbox_status: 'RUNNING' }],
    },
    problem:
      'contradict themselves: /appConversations/0/sandbox_status is not what follows',
  },
  {
    data: { conversations: [{ message: secret }] },
    problem:
      'contradict themselves: /conversations/0/message is not what follows',
  },
  { data: { settings: [] }, problem: 'settings must be an object or null' },
  {
    data: { settings: { max_iterations: secret } },
    problem:
      'The settings break the contract: /max_iterations must be an integer or null',
  },
  {
    data: { sandboxSpecs: [] },
    problem: 'There must be at least one sandbox spec',
  },
  {
    data: { sandboxSpecs: [{ id: 'a' }, { id: 'b', command: secret }] },
    problem:
      'The sandbox specs break the contract: /items/1/command must be an array or null',
  },
  {
    data: { sandboxSpecs: [{ id: 'a' }, { id: 'a' }] },
    problem: 'The sandbox spec a is there twice',
  },
])('rejects the data $data, without repeating a value', ({ data, problem }) => {
  const start = () => createMock({ data: data as MockData });
  expect(start).toThrow(TypeError);
  expect(start).toThrow(problem);
  expect(start).not.toThrow(secret);
});

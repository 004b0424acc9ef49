import { expect, test } from 'vitest';
import { createMock, type Mock, type MockOptions } from '../index.ts';
import {
  listConversations,
  startConversation,
  theConversation,
} from '../testing/app-conversations.ts';
import { ask } from '../testing/ask.ts';

const make = (options: MockOptions = {}) => createMock({ clock: 'manual', ...options });
const chosen = '0f6b8c1e3a444d0e9a517c2e5b9d1f36';
const another = 'c2a9d7e461f34b8a8e059d3f7a1c2b64';
const hyphenated = (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const sandboxId = (mock: Mock) => mock.state('ada').sandboxes[0]!.id;
const message = (run: boolean) => ({
  initial_message: { content: [{ type: 'text' as const, text: 'Mend it.' }], run },
});

test('a conversation tells what it was started with', async () => {
  const mock = make();
  const request = {
    selected_repository: 'acme/web-shop',
    selected_branch: 'main',
    git_provider: 'gitlab' as const,
    title: 'Vouchers',
    trigger: 'gui' as const,
    pr_number: [517],
    llm_model: 'acme/large',
    public: true,
  };
  await startConversation(mock, { conversation_id: chosen, ...request });
  const sandbox = sandboxId(mock);
  mock.advance(3000);
  expect(await theConversation(mock)).toEqual({
    ...request,
    id: chosen,
    created_by_user_id: mock.state('ada').sandboxes[0]!.created_by_user_id,
    sandbox_id: sandbox,
    metrics: null,
    parent_conversation_id: null,
    sub_conversation_ids: [],
    tags: {},
    created_at: '2026-01-01T00:00:03.000Z',
    updated_at: '2026-01-01T00:00:03.000Z',
    sandbox_status: 'RUNNING',
    execution_status: 'idle',
    conversation_url: `https://${sandbox}.sandboxes.acme.example/conversations/0f6b8c1e3a444d0e9a517c2e5b9d1f36`,
    session_api_key: `mock-key-of-${sandbox}`,
  });
});

test('what it was not started with is null, and the model is that of the settings', async () => {
  const mock = make({ settings: { llm_model: 'acme/of-the-settings' } });
  await startConversation(mock);
  mock.advance(3000);
  expect(await theConversation(mock)).toMatchObject({
    selected_repository: null,
    selected_branch: null,
    git_provider: null,
    title: null,
    trigger: null,
    pr_number: [],
    llm_model: 'acme/of-the-settings',
    public: null,
  });
});

test.each([
  ['no message', {}, ['idle']],
  ['a message that does not ask for it', message(false), ['idle']],
  ['a message of no content', { initial_message: { run: true } }, ['idle']],
  ['a message', message(true), ['running', 'idle']],
])('with %s the agent comes by %j through %j', async (_, request, states) => {
  const mock = make();
  await startConversation(mock, request);
  mock.advance(2400);
  const seen = [(await theConversation(mock)).execution_status];
  mock.advance(1999);
  expect((await theConversation(mock)).execution_status).toBe(seen[0]);
  mock.advance(1);
  const { execution_status: last, updated_at } = await theConversation(mock);
  if (last !== seen[0]) seen.push(last);
  expect(seen).toEqual(states);
  expect(updated_at).toBe(
    states.length > 1 ? '2026-01-01T00:00:04.400Z' : '2026-01-01T00:00:02.400Z',
  );
});

test('each turn of the agent shows in the metrics', async () => {
  const mock = make({ settings: { max_budget_per_task: 3 } });
  await startConversation(mock, { conversation_id: chosen, llm_model: 'acme/m', ...message(true) });
  mock.advance(4399);
  expect((await theConversation(mock)).metrics).toBe(null);
  mock.advance(1);
  const { metrics: first } = await theConversation(mock);
  expect(first).toMatchObject({
    model_name: 'acme/m',
    max_budget_per_task: 3,
    accumulated_token_usage: { model: 'acme/m' },
  });
  expect(first?.accumulated_cost).toBeGreaterThan(0);
  mock.happen(chosen, 'running');
  mock.happen(chosen, 'finished');
  const { metrics: second } = await theConversation(mock);
  expect(second?.accumulated_cost).toBeGreaterThan(first!.accumulated_cost!);
  mock.advance(60_000);
  expect((await theConversation(mock)).metrics).toEqual(second);
});

test('only while its sandbox runs has a conversation an agent, an address and a key', async () => {
  const mock = make();
  await startConversation(mock);
  const id = sandboxId(mock);
  mock.advance(60_000);
  const seen = async () => {
    const it = await theConversation(mock);
    const rest = [it.execution_status, it.conversation_url, it.session_api_key];
    return [it.sandbox_status, ...rest.map((member) => (member === null ? '-' : 'set'))].join(' ');
  };
  expect(await seen()).toBe('RUNNING set set set');
  await ask(mock, 'POST', `/api/v1/sandboxes/${id}/pause`);
  expect(await seen()).toBe('PAUSED - - -');
  await ask(mock, 'POST', `/api/v1/sandboxes/${id}/resume`);
  expect(await seen()).toBe('STARTING - - -');
  mock.advance(2000);
  expect(await seen()).toBe('RUNNING set set set');
  mock.happen(id, 'ERROR');
  expect(await seen()).toBe('ERROR - - -');
  mock.happen(id, 'MISSING');
  expect(await seen()).toBe('MISSING - - -');
});

test('conversations are given by their ids, in that order, and null for an unknown one', async () => {
  const mock = make();
  await startConversation(mock, { conversation_id: chosen });
  await startConversation(mock, { conversation_id: another });
  mock.advance(3000);
  const given = [another, '0'.repeat(32), chosen, hyphenated(another).toUpperCase()];
  const found = await listConversations(mock, given);
  expect(found.map((it) => it && it.id)).toEqual([another, null, chosen, another]);
  const { body } = await ask(mock, 'GET', `/api/v1/app-conversations?ids=${chosen}`, {
    key: 'grace',
  });
  expect(body).toEqual([null]);
});

test('a conversation that is started again under its id is the same', async () => {
  const mock = make();
  const first = await startConversation(mock, { conversation_id: chosen, title: 'First' });
  const again = { conversation_id: chosen, title: 'Second' };
  expect(await startConversation(mock, again)).toEqual(first);
  mock.advance(3000);
  const third = await startConversation(mock, again);
  expect(third).toEqual(first);
  mock.advance(3000);
  expect(await theConversation(mock)).toMatchObject({ id: chosen, title: 'First' });
  expect(mock.state('ada').sandboxes).toHaveLength(1);
});

test.each(['the parent', 'the part'])('%s may be ready first', async (which) => {
  const mock = make();
  const parent = { conversation_id: hyphenated(chosen) };
  const part = { conversation_id: another, parent_conversation_id: hyphenated(chosen) };
  for (const request of which === 'the parent' ? [parent, part] : [part, parent]) {
    await startConversation(mock, request);
    mock.advance(3000);
  }
  expect(await listConversations(mock, [chosen, another])).toMatchObject([
    { parent_conversation_id: null, sub_conversation_ids: [another] },
    { parent_conversation_id: chosen, sub_conversation_ids: [] },
  ]);
});

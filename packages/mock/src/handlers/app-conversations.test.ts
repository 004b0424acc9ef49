import type { AppConversationStartRequest } from '@agent-conversation/types';
import { expect, test } from 'vitest';
import {
  ask,
  create,
  listConversations,
  startConversation,
  startSandbox,
  theConversation,
} from '../../test/ask.ts';
import type { Mock } from '../index.ts';

const path = '/api/v1/app-conversations';
const chosen = '0f6b8c1e3a444d0e9a517c2e5b9d1f36';
const another = 'c2a9d7e461f34b8a8e059d3f7a1c2b64';
const hyphenated = (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const task = (mock: Mock) => mock.state('ada').startTasks[0]!;
const sandbox = (mock: Mock) => mock.state('ada').sandboxes[0]!;
const change = async (mock: Mock, verb: string) =>
  ask(mock, 'POST', `/api/v1/sandboxes/${sandbox(mock).id}/${verb}`);
const message = (run: boolean) => ({
  initial_message: { content: [{ type: 'text' as const, text: 'Fix it.' }], run },
});

/** Returns the states of the task while time passes, each with how long it lasts. */
function watch(mock: Mock): string[] {
  const seen = new Map<string, number>();
  for (let passed = 0; passed <= 4000; passed += 50) {
    const { status } = task(mock);
    seen.set(status!, (seen.get(status!) ?? 0) + 50);
    mock.advance(50);
  }
  return [...seen].map(([status, time]) => (time > 1000 ? `${status}…` : `${status} ${time}`));
}

test('the immediate response is a WORKING task without ids, and repeats the request', async () => {
  const mock = create();
  const request = { title: 'Vouchers', pr_number: [517], agent_type: 'plan' as const };
  const started = await startConversation(mock, request);
  expect(started).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    created_by_user_id: expect.any(String) as string,
    status: 'WORKING',
    detail: null,
    app_conversation_id: null,
    sandbox_id: null,
    agent_server_url: null,
    request,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  });
  expect(task(mock)).toEqual({ ...started, sandbox_id: sandbox(mock).id });
});

const wait = 'WAITING_FOR_SANDBOX…';
const setUp = ['SETTING_UP_SKILLS 200', 'STARTING_CONVERSATION 200', 'READY…'];
const repository = ['PREPARING_REPOSITORY', 'RUNNING_SETUP_SCRIPT', 'SETTING_UP_GIT_HOOKS'];

test('a task takes the steps of the contract; without a repository, fewer', async () => {
  const mock = create();
  await startConversation(mock, { selected_repository: 'acme/web-shop' });
  const steps = repository.map((it) => `${it} 200`);
  expect(watch(mock)).toEqual(['WORKING 200', wait, ...steps, ...setUp]);
  const other = create();
  await startConversation(other);
  expect(watch(other)).toEqual(['WORKING 200', wait, ...setUp]);
});

test('in a sandbox that runs, a task does not wait', async () => {
  const mock = create();
  const { id } = await startSandbox(mock);
  mock.advance(2000);
  const hidden = { status: 'WORKING', sandbox_id: null, agent_server_url: null };
  expect(await startConversation(mock, { sandbox_id: id })).toMatchObject(hidden);
  const agent_server_url = `https://${id}.sandboxes.acme.example`;
  expect(task(mock)).toMatchObject({ sandbox_id: id, agent_server_url });
  expect(watch(mock)).toEqual(['WORKING 200', ...setUp]);
  expect(mock.state('ada').sandboxes).toHaveLength(1);
});

test('a paused sandbox is resumed', async () => {
  const mock = create();
  const { id } = await startSandbox(mock);
  await change(mock, 'pause');
  await startConversation(mock, { sandbox_id: id });
  expect(sandbox(mock).status).toBe('STARTING');
  mock.advance(2400);
  expect(task(mock)).toMatchObject({ status: 'READY', updated_at: '2026-01-01T00:00:02.400Z' });
});

test('in a failed sandbox the start fails, even if the sandbox recovers later', async () => {
  const mock = create();
  const { id } = await startSandbox(mock);
  mock.happen(id, 'ERROR');
  expect(await startConversation(mock, { sandbox_id: id })).toMatchObject({ status: 'WORKING' });
  mock.advance(200);
  const failed = { status: 'ERROR', detail: 'The sandbox does not start.' };
  expect(task(mock)).toMatchObject({ ...failed, app_conversation_id: null });
  await change(mock, 'resume');
  mock.advance(60_000);
  expect(sandbox(mock)).toMatchObject({ status: 'RUNNING', status_detail: null });
  expect(task(mock)).toMatchObject(failed);
  expect(await listConversations(mock)).toEqual([]);
});

test.each(['unknown', 'of another key', 'MISSING'])(
  'a start in a sandbox that is %s is accepted, and fails later',
  async (which) => {
    const mock = create();
    const { id } = await startSandbox(mock);
    mock.advance(2000);
    if (which === 'MISSING') mock.happen(id, 'MISSING');
    const key = which === 'of another key' ? 'grace' : 'ada';
    const sandbox_id = which === 'unknown' ? 'sbx-unknown' : id;
    const started = await ask(mock, 'POST', path, {
      key,
      body: { sandbox_id, conversation_id: chosen },
    });
    expect(started).toMatchObject({ status: 200, body: { status: 'WORKING', sandbox_id: null } });
    mock.advance(199);
    expect(mock.state(key).startTasks).toMatchObject([{ status: 'WORKING' }]);
    mock.advance(1);
    const detail = 'The request cannot be carried out, for example because the sandbox is unknown.';
    const failed = { status: 'ERROR', detail, app_conversation_id: null };
    expect(mock.state(key).startTasks).toMatchObject([failed]);
    mock.advance(1_000_000);
    expect((await ask(mock, 'GET', `${path}?ids=${chosen}`, { key })).body).toEqual([null]);
  },
);

test('the secrets of a request are neither returned nor kept', async () => {
  const mock = create();
  const { request } = await startConversation(mock, { secrets: { DEPLOY_KEY: 'MARKER' } });
  expect(request.secrets).toBe(null);
  expect(JSON.stringify(mock.save())).not.toContain('MARKER');
});

test('a task repeats only the properties that the contract lists, at any depth', async () => {
  const more = { more: 'x', 'a/b': 1, '~': null };
  const text = { type: 'text', text: 'Fix it.' } as const;
  const image = { type: 'image' as const, image_urls: ['https://files.acme.example/a.png'] };
  const listed = {
    initial_message: { role: 'user' as const, content: [text, image], run: true },
    suggested_task: { repo: 'acme/web-shop', issue_number: 482 },
    title: 'Vouchers',
    pr_number: [],
  } satisfies AppConversationStartRequest;
  const content = [Object.assign({}, text, more), Object.assign({}, image, more)];
  const mock = create();
  const { request } = await startConversation(mock, {
    ...listed,
    ...more,
    initial_message: { ...listed.initial_message, ...more, content },
    suggested_task: { ...listed.suggested_task, ...more },
  });
  expect(request).toEqual(listed);
  expect(task(mock).request).toEqual(listed);
});

test('the state keeps shortened texts of a large request, and the response repeats all', async () => {
  const mock = create();
  const text = 'x'.repeat(5000);
  const content = [{ type: 'text' as const, text }];
  const common = { title: text, pr_number: [517] };
  const request = { ...common, initial_message: { run: true, content }, plugins: [{ text }] };
  expect((await startConversation(mock, request)).request).toEqual(request);
  mock.advance(3000);
  const short = 'x'.repeat(1000);
  expect(task(mock).request).toEqual({
    title: short,
    pr_number: [517],
    initial_message: { run: true, content: [{ type: 'text', text: short }] },
  });
  const shown = { title: short, pr_number: [517], execution_status: 'running' };
  expect(await listConversations(mock)).toMatchObject([shown]);
});

test('the conversation appears when the task is ready', async () => {
  const mock = create();
  await startConversation(mock);
  mock.advance(2399);
  expect(task(mock)).toMatchObject({ status: 'STARTING_CONVERSATION', app_conversation_id: null });
  expect(await listConversations(mock)).toEqual([]);
  mock.advance(1);
  const { id } = await theConversation(mock);
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(task(mock)).toMatchObject({ status: 'READY', app_conversation_id: id });
});

test('a conversation shows what it was started with', async () => {
  const mock = create({ settings: { llm_model: 'acme/of-the-settings' } });
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
  const { id, created_by_user_id } = sandbox(mock);
  mock.advance(3000);
  const shown = {
    ...request,
    id: chosen,
    created_by_user_id,
    sandbox_id: id,
    metrics: null,
    parent_conversation_id: null,
    sub_conversation_ids: [],
    tags: {},
    created_at: '2026-01-01T00:00:03.000Z',
    updated_at: '2026-01-01T00:00:03.000Z',
    sandbox_status: 'RUNNING',
    execution_status: 'idle',
    conversation_url: `https://${id}.sandboxes.acme.example/conversations/${chosen}`,
    session_api_key: `mock-key-of-${id}`,
  };
  expect(await theConversation(mock)).toEqual(shown);
  await startConversation(mock, { conversation_id: another });
  mock.advance(3000);
  const absent = Object.fromEntries(Object.keys(request).map((name) => [name, null]));
  const defaults = { ...absent, pr_number: [], llm_model: 'acme/of-the-settings' };
  expect(await listConversations(mock, [another])).toMatchObject([defaults]);
});

test.each([
  ['no message', {}, ['idle']],
  ['a message without run', message(false), ['idle']],
  ['a message without content', { initial_message: { run: true } }, ['idle']],
  ['a message', message(true), ['running', 'idle']],
])('started with %s, the agent is %j %j', async (_, request, states) => {
  const mock = create();
  await startConversation(mock, request);
  mock.advance(2400);
  const seen = [(await theConversation(mock)).execution_status];
  mock.advance(1999);
  expect((await theConversation(mock)).execution_status).toBe(seen[0]);
  mock.advance(1);
  const { execution_status: last, updated_at } = await theConversation(mock);
  if (last !== seen[0]) seen.push(last);
  expect(seen).toEqual(states);
  expect(updated_at).toBe(`2026-01-01T00:00:0${states.length > 1 ? 4 : 2}.400Z`);
});

test('each turn of the agent changes the metrics', async () => {
  const mock = create({ settings: { max_budget_per_task: 3 } });
  await startConversation(mock, { conversation_id: chosen, llm_model: 'acme/m', ...message(true) });
  mock.advance(4399);
  expect((await theConversation(mock)).metrics).toBe(null);
  mock.advance(1);
  const { metrics: first } = await theConversation(mock);
  const accumulated_token_usage = { model: 'acme/m' };
  expect(first).toMatchObject({ model_name: 'acme/m', max_budget_per_task: 3 });
  expect(first).toMatchObject({ accumulated_token_usage });
  expect(first?.accumulated_cost).toBeGreaterThan(0);
  mock.happen(chosen, 'running');
  mock.happen(chosen, 'finished');
  const { metrics: second } = await theConversation(mock);
  expect(second?.accumulated_cost).toBeGreaterThan(first!.accumulated_cost!);
  mock.advance(60_000);
  expect((await theConversation(mock)).metrics).toEqual(second);
});

test('a conversation has an agent, an address and a key while its sandbox runs', async () => {
  const mock = create();
  await startConversation(mock);
  const { id } = sandbox(mock);
  mock.advance(60_000);
  const shown = async () => {
    const it = await theConversation(mock);
    const rest = [it.execution_status, it.conversation_url, it.session_api_key];
    return [it.sandbox_status, ...rest.map((value) => (value === null ? '-' : 'set'))].join(' ');
  };
  expect(await shown()).toBe('RUNNING set set set');
  await change(mock, 'pause');
  expect(await shown()).toBe('PAUSED - - -');
  await change(mock, 'resume');
  expect(await shown()).toBe('STARTING - - -');
  mock.advance(2000);
  expect(await shown()).toBe('RUNNING set set set');
  for (const status of ['ERROR', 'MISSING']) {
    mock.happen(id, status);
    expect(await shown()).toBe(`${status} - - -`);
  }
});

test('conversations are listed by ids, in their order, with null for an unknown one', async () => {
  const mock = create();
  await startConversation(mock, { conversation_id: chosen });
  await startConversation(mock, { conversation_id: another });
  mock.advance(3000);
  const ids = [another, '0'.repeat(32), chosen, hyphenated(another).toUpperCase()];
  const found = await listConversations(mock, ids);
  expect(found.map((it) => it && it.id)).toEqual([another, null, chosen, another]);
  const { body } = await ask(mock, 'GET', `${path}?ids=${chosen}`, { key: 'grace' });
  expect(body).toEqual([null]);
});

test('a second start with the same id returns the first task', async () => {
  const mock = create();
  const first = await startConversation(mock, { conversation_id: chosen, title: 'First' });
  for (const _ of [1, 2]) {
    const again = { conversation_id: chosen, title: 'Second' };
    expect(await startConversation(mock, again)).toEqual(first);
    mock.advance(3000);
  }
  expect(await theConversation(mock)).toMatchObject({ id: chosen, title: 'First' });
  expect(mock.state('ada').sandboxes).toHaveLength(1);
});

test.each(['the parent', 'the part'])('%s can be ready first', async (which) => {
  const mock = create();
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

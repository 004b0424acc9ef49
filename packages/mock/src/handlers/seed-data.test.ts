import type { AppConversation, Sandbox, SandboxPage } from '@agent-conversation/types';
import { expect, test } from 'vitest';
import { exampleNamed } from '../contract.ts';
import { createMock, type Mock, type MockOptions } from '../index.ts';
import { ask, type Extra } from '../testing/ask.ts';

const make = (options: MockOptions = {}) =>
  createMock({ examples: true, clock: 'manual', seed: 'shown', ...options });

const firstPage = exampleNamed('SandboxesFirstPage') as SandboxPage;
const lastPage = exampleNamed('SandboxesLastPage') as SandboxPage;
const sandboxes = [...firstPage.items, ...lastPage.items];
const conversations = exampleNamed('AppConversationsListed') as AppConversation[];
const [busy, dormant] = conversations as [AppConversation, AppConversation];
const [running, paused] = sandboxes as [Sandbox, Sandbox];
const created = exampleNamed('ConversationCreated') as { conversation_id: string };

const search = '/api/v1/sandboxes/search';
const list = '/api/v1/app-conversations';

/** The body of an answer 200: one that breaks the contract does not leave the mock as such. */
async function get<Body>(mock: Mock, path: string, extra: Extra = {}, method = 'GET') {
  const { status, body } = await ask<Body>(mock, method, path, extra);
  expect([path, status, body]).toEqual([path, 200, body]);
  return body;
}

const post = async <Body>(mock: Mock, path: string, body?: unknown, key = 'ada') =>
  get<Body>(mock, path, { body, key }, 'POST');

const change = async (mock: Mock, { id }: Sandbox, operation: string, key?: string) =>
  post(mock, `/api/v1/sandboxes/${id}/${operation}`, undefined, key);

test('the sandboxes are those of the examples, page by page', async () => {
  const mock = make();
  const limit = firstPage.items.length;
  const first = await get<SandboxPage>(mock, `${search}?limit=${limit}`);
  expect(first.items).toEqual(firstPage.items);
  const last = await get(mock, `${search}?limit=${limit}&page_id=${first.next_page_id}`);
  expect(last).toEqual(lastPage);
});

test('the app conversations are those of the examples, in the list and by their ids', async () => {
  const mock = make();
  expect(await get(mock, list)).toEqual(conversations);
  const query = conversations.map(({ id }) => `ids=${id}`).toReversed();
  expect(await get(mock, `${list}?${query.join('&')}`)).toEqual(conversations.toReversed());
});

test('an app conversation of the examples is not started again', async () => {
  const mock = make();
  for (const { id } of conversations) {
    expect(await post(mock, list, { conversation_id: id })).toMatchObject({ status: 'WORKING' });
  }
  mock.advance(60_000);
  expect(mock.state('ada').startTasks).toHaveLength(conversations.length);
  expect(mock.state('ada').sandboxes).toHaveLength(sandboxes.length);
});

test('the legacy conversation is that of the example, and can be joined', async () => {
  const mock = make();
  expect(mock.state('ada').conversations).toEqual([created]);
  const { conversation_id } = created;
  expect(await post(mock, '/api/conversations', { conversation_id })).toMatchObject({
    conversation_id,
    message: 'Joined the conversation',
    conversation_status: 'STARTING',
  });
});

test('a clock begins at the latest time that is shown', async () => {
  const times = [...sandboxes, ...conversations].flatMap((it) => Object.entries(it));
  const latest = times
    .filter(([name]) => name.endsWith('_at'))
    .map(([, text]) => Date.parse(text as string))
    .reduce((a, b) => Math.max(a, b));
  expect(Date.parse(make().state('ada').now)).toBe(latest);
  const sandbox = await post<Sandbox>(make(), '/api/v1/sandboxes');
  expect(Date.parse(sandbox.created_at!)).toBe(latest);
});

test('what passes by itself passes when the clock goes on', async () => {
  const mock = make();
  mock.state('ada');
  mock.advance(2000);
  const [idle, ...others] = await get<AppConversation[]>(mock, list);
  expect(idle).toMatchObject({ id: busy.id, tags: busy.tags, execution_status: 'idle' });
  expect(Date.parse(idle!.updated_at!) - Date.parse(busy.updated_at!)).toBe(2000);
  for (const member of ['prompt_tokens', 'completion_tokens', 'cache_read_tokens'] as const) {
    expect(idle!.metrics!.accumulated_token_usage![member]).toBeGreaterThan(
      busy.metrics!.accumulated_token_usage![member]!,
    );
  }
  expect(idle!.metrics!.accumulated_cost).toBeGreaterThan(busy.metrics!.accumulated_cost!);
  expect(others).toEqual(conversations.slice(1));
  expect((await get<SandboxPage>(mock, search)).items).toEqual(sandboxes);
  expect(mock.state('ada').conversations).toMatchObject([{ conversation_status: 'RUNNING' }]);
});

test('a sandbox of the examples can be paused and resumed, with what runs in it', async () => {
  const mock = make();
  await change(mock, running, 'pause');
  await change(mock, paused, 'resume');
  const statuses = async () =>
    (await get<AppConversation[]>(mock, list)).map((it) => [
      it.sandbox_status,
      it.execution_status,
      it.session_api_key === null,
    ]);
  expect(await statuses()).toEqual([
    ['PAUSED', null, true],
    ['STARTING', null, true],
  ]);
  await change(mock, running, 'resume');
  mock.advance(2000);
  expect(await statuses()).toEqual([
    ['RUNNING', 'running', false],
    ['RUNNING', 'idle', false],
  ]);
  const { items } = await get<SandboxPage>(mock, search);
  expect(items[0]).toEqual(running);
  expect(items[1]).toMatchObject({ id: paused.id, created_at: paused.created_at });
  expect(items[1]?.exposed_urls?.length).toBeGreaterThan(0);
});

test.each([['ada'], []])('after reset(%j) a key begins as it began', async (...reset) => {
  const mock = make();
  const first = mock.state('ada');
  await change(mock, running, 'pause');
  await post(mock, '/api/v1/sandboxes');
  mock.happen(dormant.sandbox_id, 'MISSING', 'ada');
  expect(mock.state('ada')).not.toEqual(first);
  mock.reset(...reset);
  expect(mock.state('ada')).toEqual(first);
});

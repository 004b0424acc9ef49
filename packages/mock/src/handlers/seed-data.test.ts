import type {
  AppConversation,
  Sandbox,
  SandboxPage,
} from '@agent-conversation/types';
import { expect, test } from 'vitest';
import {
  ask,
  create,
  startConversation,
  startSandbox,
} from '../../test/ask.ts';
import { exampleNamed } from '../contract.ts';
import type { Mock } from '../index.ts';

const createWithExamples = () => create({ examples: true, seed: 'shown' });
const firstPage = exampleNamed('SandboxesFirstPage') as SandboxPage;
const lastPage = exampleNamed('SandboxesLastPage') as SandboxPage;
const sandboxes = [...firstPage.items, ...lastPage.items];
const conversations = exampleNamed(
  'AppConversationsListed',
) as AppConversation[];
const [busy, dormant] = conversations as [AppConversation, AppConversation];
const [running, paused] = sandboxes as [Sandbox, Sandbox];
const created = exampleNamed('ConversationCreated') as {
  conversation_id: string;
};

const search = '/api/v1/sandboxes/search';
const list = '/api/v1/app-conversations';

/** Returns the body of a successful response. */
async function get<Body>(
  mock: Mock,
  path: string,
  method = 'GET',
  body?: object,
): Promise<Body> {
  const response = await ask<Body>(mock, method, path, { body });
  expect(response.status).toBe(200);
  return response.body;
}
const change = async (mock: Mock, { id }: Sandbox, verb: string) =>
  get(mock, `/api/v1/sandboxes/${id}/${verb}`, 'POST');

test('searches return the examples, page by page', async () => {
  const mock = createWithExamples();
  const limit = firstPage.items.length;
  const first = await get<SandboxPage>(mock, `${search}?limit=${limit}`);
  expect(first.items).toEqual(firstPage.items);
  const next = `${search}?limit=${limit}&page_id=${first.next_page_id}`;
  expect(await get(mock, next)).toEqual(lastPage);
  expect(await get(mock, list)).toEqual(conversations);
  const query = conversations.map(({ id }) => `ids=${id}`).toReversed();
  expect(await get(mock, `${list}?${query.join('&')}`)).toEqual(
    conversations.toReversed(),
  );
  expect(mock.state('ada').conversations).toEqual([created]);
});

test('conversations of the examples are continued, and joined', async () => {
  const mock = createWithExamples();
  for (const { id, sandbox_id } of conversations) {
    await startConversation(mock, { conversation_id: id!, sandbox_id });
  }
  const { conversation_id } = created;
  const joined = await get(mock, '/api/conversations', 'POST', {
    conversation_id,
  });
  expect(joined).toMatchObject({
    conversation_id,
    message: 'Joined the conversation',
  });
  const { startTasks, sandboxes: started } = mock.state('ada');
  expect(startTasks).toHaveLength(2 * conversations.length);
  expect(started).toHaveLength(sandboxes.length);
  mock.advance(10_000);
  expect(mock.state('ada').appConversations).toHaveLength(conversations.length);
});

test('the clock starts at the latest time of the examples', async () => {
  const times = [...sandboxes, ...conversations]
    .flatMap((it) => Object.entries(it))
    .flatMap(([name, text]) =>
      name.endsWith('_at') ? [Date.parse(text as string)] : [],
    );
  const mock = createWithExamples();
  expect(Date.parse(mock.state('ada').now)).toBe(Math.max(...times));
  expect((await startSandbox(mock)).created_at).toBe(mock.state('ada').now);
});

test('what changes with time changes when the clock moves', async () => {
  const mock = createWithExamples();
  mock.state('ada');
  mock.advance(2000);
  const [idle, ...others] = await get<AppConversation[]>(mock, list);
  expect(idle).toMatchObject({
    id: busy.id,
    tags: busy.tags,
    execution_status: 'finished',
  });
  expect(Date.parse(idle!.updated_at!) - Date.parse(busy.updated_at!)).toBe(
    2000,
  );
  for (const name of [
    'prompt_tokens',
    'completion_tokens',
    'cache_read_tokens',
  ] as const) {
    const [now, before] = [idle!, busy].map(
      (it) => it.metrics!.accumulated_token_usage![name]!,
    );
    expect(now).toBeGreaterThan(before!);
  }
  expect(idle!.metrics!.accumulated_cost).toBeGreaterThan(
    busy.metrics!.accumulated_cost!,
  );
  expect(others).toEqual(conversations.slice(1));
  expect((await get<SandboxPage>(mock, search)).items).toEqual(sandboxes);
  expect(mock.state('ada').conversations).toMatchObject([
    { conversation_status: 'RUNNING' },
  ]);
});

test('a sandbox of the examples can be paused and resumed', async () => {
  const mock = createWithExamples();
  const statuses = async () =>
    (await get<AppConversation[]>(mock, list)).map(
      (it) =>
        `${it.sandbox_status} ${it.execution_status} ${it.session_api_key !== null}`,
    );
  await change(mock, running, 'pause');
  await change(mock, paused, 'resume');
  expect(await statuses()).toEqual([
    'PAUSED null false',
    'STARTING null false',
  ]);
  await change(mock, running, 'resume');
  mock.advance(2000);
  expect(await statuses()).toEqual([
    'RUNNING running true',
    'RUNNING idle true',
  ]);
  const { items } = await get<SandboxPage>(mock, search);
  expect(items[0]).toEqual(running);
  expect(items[1]).toMatchObject({
    id: paused.id,
    created_at: paused.created_at,
  });
  expect(items[1]?.exposed_urls?.length).toBeGreaterThan(0);
});

test.each([['ada'], []])(
  'after reset(%j) a key starts with the examples again',
  async (...keys) => {
    const mock = createWithExamples();
    const first = mock.state('ada');
    await change(mock, running, 'pause');
    await startSandbox(mock);
    mock.happen(dormant.sandbox_id, 'MISSING', 'ada');
    mock.reset(...keys);
    expect(mock.state('ada')).toEqual(first);
  },
);

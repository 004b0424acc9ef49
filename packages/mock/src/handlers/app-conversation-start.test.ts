import { expect, test } from 'vitest';
import { createMock, type Mock } from '../index.ts';
import { listConversations, listIds, startConversation } from '../testing/app-conversations.ts';
import { ask } from '../testing/ask.ts';

const make = () => createMock({ clock: 'manual' });
const path = '/api/v1/app-conversations';
const task = (mock: Mock) => mock.state('ada').startTasks[0]!;
const sandbox = (mock: Mock) => mock.state('ada').sandboxes[0]!;
const newSandbox = async (mock: Mock) => {
  await ask(mock, 'POST', '/api/v1/sandboxes');
  return sandbox(mock).id;
};

/** The states that a task is seen in while time passes, each with how long it was seen. */
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
  const mock = make();
  const request = { title: 'Vouchers', pr_number: [517], agent_type: 'plan' as const };
  const answer = await startConversation(mock, request);
  expect(answer).toEqual({
    id: expect.any(String) as string,
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
  expect(answer.id).toMatch(/^[0-9a-f]{32}$/);
  expect(task(mock)).toEqual({ ...answer, sandbox_id: sandbox(mock).id });
});

test('with a repository, a task passes through all states, in the order of the contract', async () => {
  const mock = make();
  await startConversation(mock, { selected_repository: 'acme/web-shop' });
  expect(watch(mock)).toEqual([
    'WORKING 200',
    'WAITING_FOR_SANDBOX…',
    'PREPARING_REPOSITORY 200',
    'RUNNING_SETUP_SCRIPT 200',
    'SETTING_UP_GIT_HOOKS 200',
    'SETTING_UP_SKILLS 200',
    'STARTING_CONVERSATION 200',
    'READY…',
  ]);
});

test('without a repository, steps that have nothing to do take no time', async () => {
  const mock = make();
  await startConversation(mock);
  expect(watch(mock)).toEqual([
    'WORKING 200',
    'WAITING_FOR_SANDBOX…',
    'SETTING_UP_SKILLS 200',
    'STARTING_CONVERSATION 200',
    'READY…',
  ]);
});

test('in a sandbox that runs, nothing is waited for', async () => {
  const mock = make();
  const id = await newSandbox(mock);
  mock.advance(2000);
  expect(await startConversation(mock, { sandbox_id: id })).toMatchObject({
    status: 'WORKING',
    sandbox_id: null,
    agent_server_url: null,
  });
  expect(task(mock)).toMatchObject({
    sandbox_id: id,
    agent_server_url: `https://${id}.sandboxes.acme.example`,
  });
  expect(watch(mock)).toEqual([
    'WORKING 200',
    'SETTING_UP_SKILLS 200',
    'STARTING_CONVERSATION 200',
    'READY…',
  ]);
  expect(mock.state('ada').sandboxes).toHaveLength(1);
});

test('a sandbox that is paused is woken', async () => {
  const mock = make();
  const id = await newSandbox(mock);
  await ask(mock, 'POST', `/api/v1/sandboxes/${id}/pause`);
  await startConversation(mock, { sandbox_id: id });
  expect(sandbox(mock).status).toBe('STARTING');
  mock.advance(2400);
  expect(task(mock)).toMatchObject({ status: 'READY', updated_at: '2026-01-01T00:00:02.400Z' });
});

test('in a sandbox that is broken, the start fails', async () => {
  const mock = make();
  const id = await newSandbox(mock);
  mock.happen(id, 'ERROR');
  expect(await startConversation(mock, { sandbox_id: id })).toMatchObject({ status: 'WORKING' });
  mock.advance(200);
  expect(task(mock)).toMatchObject({
    status: 'ERROR',
    detail: 'The sandbox does not start.',
    app_conversation_id: null,
  });
  expect(await listConversations(mock)).toEqual([]);
});

test.each(['unknown', 'of somebody else', 'gone'])(
  'a start in a sandbox that is %s is accepted, and fails later',
  async (which) => {
    const mock = make();
    const id = await newSandbox(mock);
    if (which === 'gone') {
      mock.advance(2000);
      mock.happen(id, 'MISSING');
    }
    const body = {
      sandbox_id: which === 'unknown' ? 'sbx-unknown' : id,
      conversation_id: '0f6b8c1e3a444d0e9a517c2e5b9d1f36',
    };
    const key = which === 'of somebody else' ? 'grace' : 'ada';
    const answer = await ask(mock, 'POST', path, { key, body });
    expect(answer).toMatchObject({ status: 200, body: { status: 'WORKING', sandbox_id: null } });
    mock.advance(199);
    expect(mock.state(key).startTasks).toMatchObject([{ status: 'WORKING' }]);
    mock.advance(1);
    expect(mock.state(key).startTasks).toMatchObject([
      {
        status: 'ERROR',
        detail: 'The request cannot be carried out, for example because the sandbox is unknown.',
        app_conversation_id: null,
      },
    ]);
    mock.advance(1_000_000);
    const listed = await ask(mock, 'GET', `${path}?ids=${body.conversation_id}`, { key });
    expect(listed.body).toEqual([null]);
  },
);

test('a sandbox that has failed recovers too late for a start that waits for it', async () => {
  const mock = make();
  const id = await newSandbox(mock);
  mock.happen(id, 'ERROR');
  await startConversation(mock, { sandbox_id: id });
  mock.advance(200);
  await ask(mock, 'POST', `/api/v1/sandboxes/${id}/resume`);
  mock.advance(60_000);
  expect(sandbox(mock)).toMatchObject({ status: 'RUNNING', status_detail: null });
  expect(task(mock)).toMatchObject({ status: 'ERROR' });
});

test('the secrets of a request are neither returned nor kept', async () => {
  const mock = make();
  const { request } = await startConversation(mock, { secrets: { DEPLOY_KEY: 'MARKER' } });
  expect(request.secrets).toBe(null);
  expect(JSON.stringify(mock.save())).not.toContain('MARKER');
});

test('of a large request the state keeps shortened texts, and the response repeats all', async () => {
  const mock = make();
  const text = 'x'.repeat(5000);
  const request = {
    title: text,
    pr_number: [517],
    initial_message: { run: true, content: [{ type: 'text' as const, text }] },
    plugins: [{ text }],
  };
  expect((await startConversation(mock, request)).request).toEqual(request);
  mock.advance(3000);
  const short = 'x'.repeat(1000);
  expect(task(mock).request).toEqual({
    title: short,
    pr_number: [517],
    initial_message: { run: true, content: [{ type: 'text', text: short }] },
  });
  expect(await listConversations(mock)).toMatchObject([
    { title: short, pr_number: [517], execution_status: 'running' },
  ]);
});

test('the conversation is there when the task is ready, and not before', async () => {
  const mock = make();
  await startConversation(mock);
  mock.advance(2399);
  expect(task(mock)).toMatchObject({ status: 'STARTING_CONVERSATION', app_conversation_id: null });
  expect(await listConversations(mock)).toEqual([]);
  mock.advance(1);
  expect(await listIds(mock)).toEqual([expect.any(String)]);
  expect(task(mock)).toMatchObject({
    status: 'READY',
    app_conversation_id: (await listIds(mock))[0],
    agent_server_url: `https://${sandbox(mock).id}.sandboxes.acme.example`,
  });
});

import { withHyphens } from '@agent-conversation/contract';
import type {
  AppConversationStartRequest,
  CreateConversationResponse,
  SandboxPage,
} from '@agent-conversation/types';
import { describe, expect, test } from 'vitest';
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
const task = (mock: Mock) => mock.state('ada').startTasks[0]!;
const sandbox = (mock: Mock) => mock.state('ada').sandboxes[0]!;
const change = async (mock: Mock, verb: string) =>
  ask(mock, 'POST', `/api/v1/sandboxes/${sandbox(mock).id}/${verb}`);
const message = (run: boolean) => ({
  initial_message: {
    content: [{ type: 'text' as const, text: 'Fix it.' }],
    run,
  },
});

/** What the newest edition repeats of an empty request. */
const defaults = {
  sandbox_id: null,
  conversation_id: null,
  initial_message: null,
  system_message_suffix: null,
  processors: null,
  llm_model: null,
  agent_profile_id: null,
  selected_repository: null,
  selected_branch: null,
  git_provider: null,
  suggested_task: null,
  title: null,
  trigger: null,
  pr_number: [],
  parent_conversation_id: null,
  agent_type: 'default',
  public: null,
  plugins: null,
  secrets: null,
};

const serverOf = (id: string) =>
  `https://${id.toLowerCase()}.sandboxes.acme.example`;

/** Returns the states of the task while time passes, each with how long it lasts. */
function watch(mock: Mock): string {
  const seen = new Map<string, number>();
  for (let passed = 0; passed <= 4000; passed += 50) {
    const { status } = task(mock);
    seen.set(status!, (seen.get(status!) ?? 0) + 50);
    mock.advance(50);
  }
  return [...seen]
    .map(([status, time]) => `${status} ${time > 1000 ? '…' : time}`)
    .join(', ');
}

test('the immediate response is a WORKING task without ids, and repeats the request', async () => {
  const mock = create();
  const request = {
    title: 'Vouchers',
    pr_number: [517],
    agent_type: 'plan' as const,
  };
  const started = await startConversation(mock, request);
  const nulls = { detail: null, app_conversation_id: null, sandbox_id: null };
  const { id } = sandbox(mock);
  expect(started).toEqual({
    ...nulls,
    id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    created_by_user_id: null,
    status: 'WORKING',
    agent_server_url: null,
    request: { ...defaults, ...request },
    created_at: '2026-01-01T00:00:00.000000Z',
    updated_at: '2026-01-01T00:00:00.000000Z',
  });
  expect(task(mock)).toEqual({ ...started, sandbox_id: id });
});

const wait = 'WAITING_FOR_SANDBOX …, ';
const repository =
  'PREPARING_REPOSITORY 200, RUNNING_SETUP_SCRIPT 200, SETTING_UP_GIT_HOOKS 200, ';
const setUp = 'SETTING_UP_SKILLS 200, STARTING_CONVERSATION 200, READY …';

test.each<{
  title: string;
  verb?: string;
  request: AppConversationStartRequest;
  steps: string;
}>([
  {
    title: 'with a repository',
    request: { selected_repository: 'acme/web' },
    steps: wait + repository + setUp,
  },
  {
    title: 'without a repository',
    request: {},
    steps: wait + setUp,
  },
  {
    title: 'in a sandbox that starts',
    verb: 'resume',
    request: {},
    steps: wait + setUp,
  },
  {
    title: 'in a paused sandbox, which is resumed',
    verb: 'pause',
    request: {},
    steps: wait + setUp,
  },
])(
  'a task takes the steps of the contract: $title',
  async ({ verb, request, steps }) => {
    const mock = create();
    if (verb) await startSandbox(mock);
    if (verb) await change(mock, verb);
    await startConversation(
      mock,
      verb ? { sandbox_id: sandbox(mock).id, ...request } : request,
    );
    expect(sandbox(mock).status).toBe('STARTING');
    expect(watch(mock)).toBe(`WORKING 200, ${steps}`);
    expect(mock.state('ada').sandboxes).toHaveLength(1);
  },
);

test('in a sandbox that runs, a task does not wait', async () => {
  const mock = create();
  const { id } = await startSandbox(mock);
  mock.advance(2000);
  await startConversation(mock, { sandbox_id: id });
  const agent_server_url = serverOf(id);
  expect(task(mock)).toMatchObject({ sandbox_id: id, agent_server_url });
  expect(watch(mock)).toBe(`WORKING 200, ${setUp}`);
});

const unknown =
  'The request cannot be carried out, for example because the sandbox is unknown.';

test.each([
  ['of another key', unknown],
  ['MISSING', unknown],
  ['ERROR', 'The sandbox does not start.'],
])(
  'a start in a sandbox that is %s fails later, and stays failed',
  async (which, detail) => {
    const mock = create();
    const isOfAnother = which === 'of another key';
    const { id } = await startSandbox(mock, isOfAnother ? 'grace' : 'ada');
    mock.advance(2000);
    if (!isOfAnother) mock.happen(id, which);
    const started = await startConversation(mock, {
      sandbox_id: id,
      conversation_id: chosen,
    });
    expect(started).toMatchObject({ status: 'WORKING', sandbox_id: null });
    mock.advance(199);
    expect(task(mock).status).toBe('WORKING');
    mock.advance(1);
    const failed = { status: 'ERROR', detail, app_conversation_id: null };
    expect(task(mock)).toMatchObject(failed);
    if (which === 'ERROR') await change(mock, 'resume');
    mock.advance(1_000_000);
    expect(task(mock)).toMatchObject(failed);
    expect(await listConversations(mock, [chosen])).toEqual([null]);
  },
);

test('a task repeats only what the contract lists, at any depth, and no secrets', async () => {
  const more = { more: 'x', 'a/b': 1, '~': null };
  const text = { type: 'text', text: 'Fix it.' } as const;
  const initial_message = { role: 'user' as const, content: [text], run: true };
  const listed: AppConversationStartRequest = {
    title: 'Vouchers',
    pr_number: [],
    initial_message,
  };
  const mock = create();
  const { request } = await startConversation(mock, {
    ...listed,
    ...more,
    initial_message: {
      ...initial_message,
      ...more,
      content: [Object.assign({}, text, more)],
    },
    secrets: { DEPLOY_KEY: 'MARKER' },
  });
  const parts = [{ ...text, cache_prompt: false }];
  const repeated = {
    ...listed,
    initial_message: { ...initial_message, content: parts },
  };
  const secrets = { DEPLOY_KEY: '**********' };
  expect(request).toEqual({ ...defaults, ...repeated, secrets });
  expect(task(mock).request).toEqual(request);
  expect(JSON.stringify(mock.save())).not.toContain('MARKER');
});

test('the state keeps shortened texts of a large request, and the response repeats all', async () => {
  const mock = create();
  const of = (text: string) => {
    const initial_message = {
      run: true,
      content: [{ type: 'text' as const, text }],
    };
    return { title: text, pr_number: [517], initial_message };
  };
  const text = 'x'.repeat(5000);
  const request = { ...of(text), plugins: [{ text }] };
  expect((await startConversation(mock, request)).request).toMatchObject(
    request,
  );
  mock.advance(3000);
  const { title, pr_number, initial_message } = of('x'.repeat(1000));
  expect(task(mock).request).toMatchObject({
    title,
    pr_number,
    initial_message,
  });
  expect(task(mock).request).not.toHaveProperty('plugins');
  const shown = { pr_number, execution_status: 'running' };
  expect(await listConversations(mock)).toMatchObject([shown]);
});

test('a conversation appears when its task is ready, and shows what it was started with', async () => {
  const mock = create({ settings: { llm_model: 'acme/of-the-settings' } });
  const request = {
    selected_repository: 'acme/web-shop',
    selected_branch: 'main',
    git_provider: 'gitlab' as const,
    trigger: 'gui' as const,
    pr_number: [517],
    llm_model: 'acme/large',
  };
  await startConversation(mock, {
    conversation_id: chosen,
    title: 'Vouchers',
    ...request,
  });
  const { id } = sandbox(mock);
  expect(id).toBe(chosen);
  mock.advance(2999);
  expect(task(mock)).toMatchObject({
    status: 'STARTING_CONVERSATION',
    app_conversation_id: null,
  });
  expect(await listConversations(mock)).toEqual([]);
  mock.advance(1);
  expect(task(mock)).toMatchObject({
    status: 'READY',
    app_conversation_id: chosen,
  });
  const shown = {
    id: chosen,
    created_by_user_id: null,
    sandbox_id: id,
    // Not the title of the request.
    title: 'Conversation 0f6b8',
    agent_kind: 'openhands',
    acp_server: null,
    launched_agent_profile: null,
    public: null,
    metrics: expect.objectContaining({
      model_name: 'default',
      accumulated_cost: 0,
    }) as never,
    parent_conversation_id: null,
    sub_conversation_ids: [],
    tags: {
      repo_name: 'acme/web-shop',
      git_provider: 'gitlab',
      selected_branch: 'main',
    },
    created_at: '2026-01-01T00:00:03.000000Z',
    updated_at: '2026-01-01T00:00:03.000000Z',
    sandbox_status: 'RUNNING',
    execution_status: 'idle',
    conversation_url: `${serverOf(id)}/api/conversations/${chosen}`,
    session_api_key: `mock-key-of-${id}`,
  };
  expect(await theConversation(mock)).toEqual({ ...request, ...shown });
  await startConversation(mock, { conversation_id: another });
  mock.advance(3000);
  const absent = Object.fromEntries(
    Object.keys(request).map((name) => [name, null]),
  );
  const others = {
    ...absent,
    pr_number: [],
    llm_model: 'acme/of-the-settings',
  };
  expect(await listConversations(mock, [another])).toMatchObject([others]);
});

test('started without a message, the agent is idle', async () => {
  const mock = create();
  await startConversation(mock);
  for (const time of [2400, 60_000]) {
    mock.advance(time);
    expect((await theConversation(mock)).execution_status).toBe('idle');
  }
});

test.each([true, false])(
  'started with a message and run %s, the agent works and has finished',
  async (run) => {
    const mock = create();
    await startConversation(mock, message(run));
    for (const time of [2400, 1999]) {
      mock.advance(time);
      expect((await theConversation(mock)).execution_status).toBe('running');
    }
    mock.advance(1);
    const updated_at = '2026-01-01T00:00:04.400000Z';
    const finished = { execution_status: 'finished', updated_at };
    expect(await theConversation(mock)).toMatchObject(finished);
  },
);

test.each([{}, { content: [] }])(
  'it works on the message %j as well',
  async (initial_message) => {
    const mock = create();
    await startConversation(mock, { initial_message });
    mock.advance(60_000);
    expect((await theConversation(mock)).execution_status).toBe('finished');
  },
);

test('a start whose sandbox fails has failed, and shows this by the sandbox', async () => {
  const mock = create();
  await startConversation(mock, { conversation_id: withHyphens(chosen) });
  expect(sandbox(mock)).toMatchObject({ id: chosen, status: 'STARTING' });
  mock.happen(chosen, 'ERROR');
  const { body } = await ask<SandboxPage>(
    mock,
    'GET',
    '/api/v1/sandboxes/search',
  );
  expect(body.items).toMatchObject([{ id: chosen, status: 'ERROR' }]);
  mock.advance(60_000);
  expect(task(mock).status).toBe('ERROR');
  expect(await listConversations(mock, [chosen])).toEqual([null]);
});

test('a conversation without a sandbox runs in that of its parent', async () => {
  const mock = create();
  await startConversation(mock, {
    conversation_id: chosen,
    selected_repository: 'acme/web',
  });
  mock.advance(3000);
  const started = await startConversation(mock, {
    parent_conversation_id: chosen,
  });
  const inherited = { sandbox_id: chosen, selected_repository: 'acme/web' };
  expect(started.request).toMatchObject(inherited);
  expect(mock.state('ada').sandboxes).toHaveLength(1);
});

test('each turn of the agent changes the metrics', async () => {
  const mock = create({ settings: { max_budget_per_task: 3 } });
  await startConversation(mock, {
    conversation_id: chosen,
    llm_model: 'acme/m',
    ...message(true),
  });
  const metrics = async () => (await theConversation(mock)).metrics!;
  mock.advance(4399);
  expect(await metrics()).toMatchObject({
    model_name: 'default',
    accumulated_cost: 0,
  });
  mock.advance(1);
  const first = await metrics();
  const {
    model_name,
    max_budget_per_task,
    accumulated_token_usage: used,
  } = first;
  expect([model_name, max_budget_per_task, used?.model]).toEqual([
    'acme/m',
    3,
    'acme/m',
  ]);
  expect(first.accumulated_cost).toBeGreaterThan(0);
  for (const status of ['running', 'finished']) mock.happen(chosen, status);
  const second = await metrics();
  expect(second.accumulated_cost).toBeGreaterThan(first.accumulated_cost!);
  mock.advance(60_000);
  expect(await metrics()).toEqual(second);
});

test('a conversation has an agent, an address and a key while its sandbox runs', async () => {
  const mock = create();
  await startConversation(mock, { conversation_id: chosen });
  mock.advance(60_000);
  const expectShown = async (sandbox_status: string) => {
    const { id } = sandbox(mock);
    const isRunning = sandbox_status === 'RUNNING';
    expect(await theConversation(mock)).toMatchObject({
      sandbox_status,
      execution_status: isRunning ? 'idle' : null,
      conversation_url: isRunning
        ? `${serverOf(id)}/api/conversations/${chosen}`
        : null,
      session_api_key: isRunning ? `mock-key-of-${id}` : null,
    });
  };
  await expectShown('RUNNING');
  await change(mock, 'pause');
  await expectShown('PAUSED');
  await change(mock, 'resume');
  await expectShown('STARTING');
  mock.advance(2000);
  for (const status of ['ERROR', 'MISSING']) {
    mock.happen(sandbox(mock).id, status);
    await expectShown(status);
  }
});

test('conversations are listed by ids, in their order, with null for an unknown one', async () => {
  const mock = create();
  for (const conversation_id of [chosen, another])
    await startConversation(mock, { conversation_id });
  mock.advance(3000);
  const found = await listConversations(mock, [
    another,
    '0'.repeat(32),
    chosen,
    another,
  ]);
  expect(found.map((it) => it && it.id)).toEqual([
    another,
    null,
    chosen,
    another,
  ]);
  const { body } = await ask(mock, 'GET', `${path}?ids=${chosen}`, {
    key: 'grace',
  });
  expect(body).toEqual([null]);
});

test('a second start with the same id continues the conversation', async () => {
  const mock = create();
  const first = await startConversation(mock, { conversation_id: chosen });
  for (const title of ['Second', 'Third']) {
    const again = await startConversation(mock, {
      conversation_id: chosen,
      title,
    });
    expect(again.id).not.toBe(first.id);
    expect(again.request.title).toBe(title);
    mock.advance(3000);
  }
  expect((await theConversation(mock)).id).toBe(chosen);
  expect(mock.state('ada').sandboxes).toHaveLength(1);
});

describe('a start with the id of a conversation that exists', () => {
  /** Returns a mock with a conversation in a sandbox that does not have its id. */
  async function started() {
    const mock = create();
    const { id: sandbox_id } = await startSandbox(mock);
    await startConversation(mock, {
      conversation_id: chosen,
      sandbox_id,
      trigger: 'gui',
      pr_number: [7],
    });
    mock.advance(5000);
    return { mock, sandbox_id, before: await theConversation(mock) };
  }
  const others = {
    trigger: 'slack',
    llm_model: 'acme/m',
    selected_branch: 'main',
  } as const;

  test('replaces what is listed of it, and its agent goes on', async () => {
    const { mock, sandbox_id, before } = await started();
    const request = { ...others, conversation_id: chosen, sandbox_id };
    await startConversation(mock, { ...request, ...message(true) });
    expect(await theConversation(mock)).toEqual(before);
    mock.advance(3000);
    const after = await theConversation(mock);
    expect(after).toMatchObject({
      ...others,
      id: chosen,
      sandbox_id,
      pr_number: [],
    });
    expect(after.execution_status).toBe('idle');
    expect(Date.parse(after.created_at!)).toBeGreaterThan(
      Date.parse(before.created_at!),
    );
  });

  test('resumes its sandbox', async () => {
    const { mock, sandbox_id } = await started();
    await ask(mock, 'POST', `/api/v1/sandboxes/${sandbox_id}/pause`);
    mock.advance(5000);
    expect((await theConversation(mock)).sandbox_status).toBe('PAUSED');
    await startConversation(mock, { conversation_id: chosen, sandbox_id });
    mock.advance(5000);
    expect((await theConversation(mock)).sandbox_status).toBe('RUNNING');
  });

  test('moves it to a sandbox of its own, where its agent begins', async () => {
    const { mock, sandbox_id } = await started();
    await startConversation(mock, {
      conversation_id: chosen,
      ...message(true),
    });
    mock.advance(60_000);
    const moved = { sandbox_id: chosen, execution_status: 'finished' };
    expect(await theConversation(mock)).toMatchObject(moved);
    expect(mock.state('ada').sandboxes.map(({ id }) => id)).toEqual([
      chosen,
      sandbox_id,
    ]);
  });
});

test('a conversation without a chosen id has a sandbox with an id of its own', async () => {
  const mock = create();
  await startConversation(mock);
  expect(sandbox(mock).id).toMatch(/^[0-9A-Za-z]{22}$/);
});

test.each(['the parent', 'the part'])(
  '%s can be ready first',
  async (which) => {
    const mock = create();
    const parent = { conversation_id: withHyphens(chosen) };
    const part = {
      conversation_id: another,
      parent_conversation_id: withHyphens(chosen),
    };
    for (const request of which === 'the parent'
      ? [parent, part]
      : [part, parent]) {
      await startConversation(mock, request);
      mock.advance(3000);
    }
    expect(await listConversations(mock, [chosen, another])).toMatchObject([
      { parent_conversation_id: null, sub_conversation_ids: [another] },
      { parent_conversation_id: chosen, sub_conversation_ids: [] },
    ]);
  },
);

const post = async (mock: Mock, body: object = {}, key = 'ada') =>
  (
    await ask<CreateConversationResponse>(mock, 'POST', '/api/conversations', {
      key,
      body,
    })
  ).body;
const legacyStatus = (mock: Mock) =>
  mock.state('ada').conversations[0]?.conversation_status;

test('a conversation gets an id of its own, and runs after the start-up time', async () => {
  const mock = create();
  const first = await post(mock);
  expect(first).toEqual({
    status: 'ok',
    conversation_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    message: null,
    conversation_status: 'STARTING',
  });
  mock.advance(1999);
  expect(legacyStatus(mock)).toBe('STARTING');
  mock.advance(1);
  expect(legacyStatus(mock)).toBe('RUNNING');
});

test('a known id joins the conversation of the key', async () => {
  const mock = create();
  const join = async (key?: string) =>
    post(mock, { conversation_id: chosen }, key);
  expect(await join()).toMatchObject({
    conversation_id: chosen,
    message: null,
  });
  const joined = {
    status: 'ok',
    conversation_id: chosen,
    message: 'Joined the conversation',
  };
  expect(await join()).toEqual({ ...joined, conversation_status: 'STARTING' });
  mock.advance(2000);
  expect(await join()).toEqual({ ...joined, conversation_status: 'RUNNING' });
  mock.happen(chosen, 'STOPPED');
  expect(legacyStatus(mock)).toBe('STOPPED');
  expect(await join()).toEqual({ ...joined, conversation_status: 'STARTING' });
  mock.advance(2000);
  expect(legacyStatus(mock)).toBe('RUNNING');
  expect(mock.state('ada').conversations).toHaveLength(1);
  expect(await join('grace')).toMatchObject({
    message: null,
    conversation_status: 'STARTING',
  });
});

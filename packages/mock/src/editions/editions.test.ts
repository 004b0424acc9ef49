import { expect, test } from 'vitest';
import {
  ask,
  create,
  listConversations,
  reply,
  startConversation,
} from '../../test/ask.ts';
import type { EditionName, Mock } from '../index.ts';
import { editionOf } from './editions.ts';

const path = '/api/v1/app-conversations';
const search = '/api/v1/sandboxes/search';
const chosen = '0f6b8c1e3a444d0e9a517c2e5b9d1f36';
const hyphenated = '0f6b8c1e-3a44-4d0e-9a51-7c2e5b9d1f36';
const forms = [chosen, hyphenated, chosen.toUpperCase()];
const notFound = { status: 404, body: { detail: 'Not Found' } };
const failure = 'Internal Server Error';

const statusOf = async (
  mock: Mock,
  method: string,
  at: string,
  body?: unknown,
) => (await mock.fetch(`http://mock${at}`, requestOf(method, body))).status;

function requestOf(method: string, body?: unknown): RequestInit {
  const headers = {
    'X-Session-API-Key': 'ada',
    'Content-Type': 'application/json',
  };
  return body === undefined
    ? { method, headers }
    : { method, headers, body: JSON.stringify(body) };
}

/** Sends a request that the service fails for, and returns the response as a text. */
async function textOf(mock: Mock, method: string, at: string, body?: unknown) {
  const response = await mock.fetch(
    `http://mock${at}`,
    requestOf(method, body),
  );
  return `${response.status} ${response.headers.get('Content-Type')} ${await response.text()}`;
}
const failed = `500 text/plain; charset=utf-8 ${failure}`;

const first: EditionName = '0.62.0';
const second: EditionName = '1.5.0';
const newest: EditionName = '1.11.0';
const all: EditionName[] = [first, second, newest];

test('0.62.0 serves V1 without a key, as the user of the last key', async () => {
  const mock = create({ edition: first, acceptKeys: ['ada'] });
  await ask(mock, 'POST', '/api/v1/sandboxes');
  const keyless = await ask<{ items: unknown[] }>(mock, 'GET', search, {
    key: null,
  });
  expect([keyless.status, keyless.body.items.length]).toEqual([200, 1]);
  expect((await ask(mock, 'GET', search, { key: 'wrong' })).status).toBe(200);
  expect((await ask(mock, 'GET', '/api/settings', { key: null })).status).toBe(
    401,
  );
});

test.each<EditionName>([second, newest, 'documented'])(
  '%s demands a key',
  async (edition) => {
    const mock = create({ edition, acceptKeys: ['ada'] });
    for (const key of [null, 'wrong', '']) {
      const unauthorized = { status: 401, body: { detail: 'Unauthorized' } };
      expect(await reply(mock, 'GET', search, { key })).toEqual(unauthorized);
    }
    expect((await ask(mock, 'GET', search)).status).toBe(200);
  },
);

test('1.11.0 does not have the legacy operations', async () => {
  const mock = create({ edition: newest });
  expect(await reply(mock, 'GET', '/api/settings')).toEqual(notFound);
  expect(await reply(mock, 'POST', '/api/conversations', { body: {} })).toEqual(
    notFound,
  );
  expect(await reply(mock, 'PUT', '/api/conversations', { key: null })).toEqual(
    notFound,
  );
});

test('1.11.0 has its settings elsewhere', async () => {
  const at = '/api/v1/settings';
  const mock = create({
    edition: newest,
    settings: { llm_model: 'acme/m', llm_api_key: 'MARKER' },
  });
  const { status, text, body } = await ask(mock, 'GET', at);
  expect(status).toBe(200);
  const agent_settings = { llm: { model: 'acme/m', api_key: null } };
  expect(body).toMatchObject({ agent_settings, llm_api_key_set: true });
  expect(text).not.toContain('MARKER');
  expect((await ask(mock, 'GET', at, { key: null })).status).toBe(401);
  const missing = { status: 404, body: { error: 'Settings not found' } };
  expect(
    await reply(create({ edition: newest, settings: null }), 'GET', at),
  ).toEqual(missing);
  expect(await reply(create({ edition: second }), 'GET', at)).toEqual(notFound);
});

test.each([first, second])(
  '%s rejects what a legacy creation does not list',
  async (edition) => {
    const mock = create({ edition });
    const body = { conversation_id: chosen };
    const [loc, msg] = [
      ['body', 'conversation_id'],
      'Extra inputs are not permitted',
    ];
    const detail = [{ type: 'extra_forbidden', loc, msg, input: chosen }];
    const rejected = { status: 422, body: { detail } };
    expect(await reply(mock, 'POST', '/api/conversations', { body })).toEqual(
      rejected,
    );
    const created = await reply(mock, 'POST', '/api/conversations', {
      body: {},
    });
    const conversation = {
      status: 'ok',
      message: null,
      conversation_status: 'STARTING',
    };
    expect(created).toMatchObject({ status: 200, body: conversation });
  },
);

const searches = [search, '/api/v1/sandbox-specs/search'];

test.each([first, second])(
  '%s fails for a limit above 100',
  async (edition) => {
    const mock = create({ edition });
    for (const at of searches)
      expect(await textOf(mock, 'GET', `${at}?limit=101`)).toBe(failed);
  },
);

test.each<EditionName>([newest, 'documented'])(
  '%s rejects a limit above 100',
  async (edition) => {
    const mock = create({ edition });
    const input = '101';
    for (const at of searches) {
      const detail = [
        {
          type: 'less_than_equal',
          loc: ['query', 'limit'],
          input,
          ctx: { le: 100 },
        },
      ];
      const response = await reply(mock, 'GET', `${at}?limit=${input}`);
      expect(response).toMatchObject({ status: 422, body: { detail } });
    }
  },
);

test.each(all)('%s demands ids', async (edition) => {
  const detail = [
    {
      type: 'missing',
      loc: ['query', 'ids'],
      msg: 'Field required',
      input: null,
    },
  ];
  const rejected = { status: 422, body: { detail } };
  expect(await reply(create({ edition }), 'GET', path)).toEqual(rejected);
});

test('the contract lists all conversations without ids', async () => {
  const mock = create();
  await startConversation(mock, { conversation_id: chosen });
  mock.advance(3000);
  expect(await listConversations(mock)).toMatchObject([{ id: chosen }]);
});

const list = (count: number) => `${path}?${`ids=${chosen}&`.repeat(count)}`;
const tooMany = {
  status: 400,
  body: { detail: 'Too many ids requested. Maximum is 99.' },
};

test('0.62.0 fails for 100 ids, and rejects what is no UUID with 422', async () => {
  const mock = create({ edition: first });
  expect(await statusOf(mock, 'GET', list(99))).toBe(200);
  expect(await textOf(mock, 'GET', list(100))).toBe(failed);
  const { body } = await reply(mock, 'GET', `${path}?ids=${chosen}&ids=x`);
  expect(body).toMatchObject({
    detail: [{ type: 'uuid_parsing', loc: ['query', 'ids', 1] }],
  });
  expect(await statusOf(mock, 'GET', `${path}?ids={${hyphenated}}`)).toBe(200);
  expect(await statusOf(mock, 'GET', `${path}?ids={${chosen}}`)).toBe(422);
});

test.each([second, newest])(
  '%s rejects 100 ids, and what is no UUID',
  async (edition) => {
    const mock = create({ edition });
    expect(await statusOf(mock, 'GET', list(99))).toBe(200);
    expect(await reply(mock, 'GET', list(100))).toEqual(tooMany);
    const detail = `Invalid UUID format for ids: ['x', "it's"]`;
    const wrong = await reply(
      mock,
      'GET',
      `${path}?ids=x&ids=${chosen}&ids=it%27s`,
    );
    expect(wrong).toEqual({ status: 400, body: { detail } });
  },
);

test.each(['', 'a', `${chosen}0`, chosen.slice(1), chosen.replace('0', 'g')])(
  'by the contract, the id %j is no UUID',
  async (id) => {
    const mock = create();
    const listed = await reply(
      mock,
      'GET',
      `${path}?ids=${chosen}&ids=${encodeURIComponent(id)}`,
    );
    const detail = `Invalid UUID format for ids: ['${id}']`;
    expect(listed).toEqual({ status: 400, body: { detail } });
    const body = { conversation_id: id, parent_conversation_id: id };
    const details = Object.keys(body).map((name) => {
      return { type: 'uuid_parsing', loc: ['body', name], input: id };
    });
    const started = await reply(mock, 'POST', path, { body });
    expect(started).toMatchObject({ status: 422, body: { detail: details } });
    expect(mock.state('ada').startTasks).toEqual([]);
    // The legacy generation accepts every string.
    const legacy = { body: { conversation_id: id } };
    expect(
      (await ask(mock, 'POST', '/api/conversations', legacy)).body,
    ).toMatchObject(legacy.body);
  },
);

test.each(forms)(
  'the conversation id %s is found by every form',
  async (id) => {
    const mock = create();
    const { request } = await startConversation(mock, { conversation_id: id });
    expect(request.conversation_id).toBe(hyphenated);
    mock.advance(3000);
    for (const form of forms) {
      expect(await listConversations(mock, [form])).toMatchObject([
        { id: chosen },
      ]);
      mock.happen(form, 'running');
      mock.happen(form, 'idle');
      const body = { conversation_id: form };
      const legacy = await ask(mock, 'POST', '/api/conversations', { body });
      expect(legacy.body).toMatchObject({ conversation_id: chosen });
    }
    expect(mock.state('ada').conversations).toHaveLength(1);
  },
);

test('null is no id, and accepted', async () => {
  const request = { conversation_id: null, parent_conversation_id: null };
  expect((await startConversation(create(), request)).request).toMatchObject(
    request,
  );
});

test.each<[edition: EditionName, takesId: boolean]>([
  [first, false],
  [second, true],
  [newest, true],
  ['documented', true],
])(
  '%s takes the id of a conversation, also for its sandbox: %s',
  async (edition, takesId) => {
    const mock = create({ edition });
    const { request } = await startConversation(mock, {
      conversation_id: hyphenated,
    });
    expect(request.conversation_id).toBe(takesId ? hyphenated : undefined);
    mock.advance(5000);
    const [conversation] = mock.state('ada').appConversations;
    const [sandbox] = mock.state('ada').sandboxes;
    expect(conversation?.id === chosen).toBe(takesId);
    expect(sandbox?.id).toMatch(
      takesId ? /^0f6b8c1e3a444d0e9a517c2e5b9d1f36$/ : /^[0-9A-Za-z]{22}$/,
    );
    expect(conversation?.sandbox_id).toBe(sandbox?.id);
  },
);

test.each(all)(
  'in %s, a sandbox that is started or resumed runs at once',
  async (edition) => {
    const mock = create({ edition });
    const { body } = await ask<{ id: string }>(
      mock,
      'POST',
      '/api/v1/sandboxes',
    );
    const port = edition === first ? {} : { port: 8000 };
    const url = `https://${body.id.toLowerCase()}.sandboxes.acme.example`;
    const exposed_urls = [{ name: 'AGENT_SERVER', url, ...port }];
    expect(body).toMatchObject({ status: 'RUNNING', exposed_urls });
    await ask(mock, 'POST', `/api/v1/sandboxes/${body.id}/pause`);
    expect(mock.state('ada').sandboxes).toMatchObject([
      { status: 'PAUSED', exposed_urls: null },
    ]);
    await ask(mock, 'POST', `/api/v1/sandboxes/${body.id}/resume`);
    expect(mock.state('ada').sandboxes).toMatchObject([
      { status: 'RUNNING', exposed_urls },
    ]);
  },
);

test.each([second, newest])(
  '%s fails for an unknown parent and for tasks',
  async (edition) => {
    const mock = create({ edition });
    expect(
      await textOf(mock, 'POST', path, { parent_conversation_id: chosen }),
    ).toBe(failed);
    const spec = '/api/v1/sandboxes?sandbox_spec_id=unknown';
    expect(await textOf(mock, 'POST', spec)).toBe(failed);
    expect(mock.state('ada').startTasks).toEqual([]);
  },
);

test('a start with the id of a conversation whose sandbox is gone starts it again', async () => {
  const mock = create({ edition: second });
  await startConversation(mock, { conversation_id: chosen });
  mock.advance(5000);
  mock.happen(chosen, 'MISSING');
  await startConversation(mock, { conversation_id: chosen });
  mock.advance(5000);
  const { sandboxes, appConversations } = mock.state('ada');
  expect(sandboxes).toMatchObject([{ id: chosen, status: 'RUNNING' }]);
  expect(appConversations).toMatchObject([
    { id: chosen, sandbox_status: 'RUNNING' },
  ]);
});

test.each(['{"title":"NaN",}', '{NaN:1}', '{"title":Nan}'])(
  'an edition rejects %s, which is no JSON of Python either',
  async (body) => {
    const mock = create({ edition: second });
    expect((await ask(mock, 'POST', path, { body })).status).toBe(422);
  },
);

test('an edition does not look at the numbers of properties that it does not read', async () => {
  const mock = create({ edition: second });
  expect(
    (await ask(mock, 'POST', path, { body: '{"unknown":{"a":NaN}}' })).status,
  ).toBe(200);
});

test.each<[edition: EditionName, digits: string]>([
  [first, '.{32}'],
  [second, '.{5}'],
  [newest, '.{5}'],
  ['documented', '.{5}'],
])(
  'the title of a conversation of %s has the digits %s of its id',
  async (edition, digits) => {
    const mock = create({ edition });
    await startConversation(mock);
    mock.advance(5000);
    const [{ id = '', title } = {}] = mock.state('ada').appConversations;
    const [shown] = new RegExp(`^${digits}`).exec(id)!;
    expect(title).toBe(`Conversation ${shown}`);
  },
);

const task = {
  git_provider: 'github',
  task_type: 'OPEN_ISSUE',
  repo: 'acme/web',
  issue_number: 7,
  title: 'Totals',
};
const bodyOf = (
  suggested_task: object,
  initial_message: object | null = null,
) => JSON.stringify({ suggested_task, initial_message });

test.each([
  { what: 'half of a character', body: '{"llm_model":"\\ud800"}' },
  { what: 'NaN', body: '{"title":NaN}' },
  {
    what: 'an infinite number',
    body: '{"pr_number":[-Infinity],"title":"a \\" b"}',
  },
  { what: 'a number that is too large', body: '{"pr_number":[1,1e400]}' },
  {
    what: 'a task without a prompt',
    body: bodyOf({ ...task, task_type: 'OPEN_PR' }),
  },
  {
    what: 'a task of a provider without prompts',
    body: bodyOf({ ...task, git_provider: 'forgejo' }),
  },
  {
    what: 'a task and a message',
    body: bodyOf(task, { content: [{ text: 'Hello' }] }),
  },
])('an edition fails for $what', async ({ body }) => {
  const mock = create({ edition: second });
  const headers = {
    'X-Session-API-Key': 'ada',
    'Content-Type': 'application/json',
  };
  const response = await mock.fetch(`http://mock${path}`, {
    method: 'POST',
    headers,
    body,
  });
  expect(`${response.status} ${await response.text()}`).toBe(`500 ${failure}`);
});

test('a suggested task is the first message of its conversation', async () => {
  const mock = create({ edition: newest });
  const body = { suggested_task: task };
  const { body: started } = await ask<{ request: object }>(mock, 'POST', path, {
    body,
  });
  expect(started.request).toMatchObject({
    initial_message: { role: 'user', content: [{ type: 'text' }], run: false },
    trigger: 'suggested_task',
    selected_repository: 'acme/web',
    git_provider: 'github',
  });
});

const hello = [{ type: 'text', text: 'Hello' }];

test.each<{
  edition: EditionName;
  what: string;
  body: object;
  folder?: string;
  starts: boolean;
}>([
  {
    edition: first,
    what: 'a message of the assistant',
    body: { initial_message: { role: 'assistant', content: hello } },
    starts: false,
  },
  {
    edition: newest,
    what: 'a message of the system',
    body: { initial_message: { role: 'system', content: hello } },
    starts: false,
  },
  {
    edition: 'documented',
    what: 'a message of the assistant',
    body: { initial_message: { role: 'assistant', content: hello } },
    starts: true,
  },
  {
    edition: second,
    what: 'a message to an agent that plans in a relative folder',
    body: { agent_type: 'plan', initial_message: { content: hello } },
    starts: false,
  },
  {
    edition: second,
    what: 'a message to an agent that plans in an absolute folder',
    body: { agent_type: 'plan', initial_message: { content: hello } },
    folder: '/workspace/project',
    starts: true,
  },
  {
    edition: second,
    what: 'an agent that plans, without a message',
    body: { agent_type: 'plan' },
    starts: true,
  },
  {
    edition: first,
    what: 'a message to an agent that plans in a relative folder',
    body: { agent_type: 'plan', initial_message: { content: hello } },
    starts: true,
  },
])(
  'whether a conversation of $edition starts with $what: $starts',
  async (given) => {
    const { edition, body, folder, starts } = given;
    const [spec] = editionOf('1.5.0').sandboxSpecs!;
    const inFolder = folder !== undefined && {
      sandboxSpecs: [{ ...spec!, working_dir: folder }],
    };
    const mock = create({ edition, ...inFolder });
    await ask(mock, 'POST', path, { body });
    mock.advance(60_000);
    expect(mock.state('ada').appConversations).toHaveLength(starts ? 1 : 0);
    expect(mock.state('ada').startTasks).toMatchObject([
      { status: starts ? 'READY' : 'ERROR' },
    ]);
  },
);

test('a child has the model that its parent shows', async () => {
  const mock = create({ edition: second, settings: { llm_model: 'acme/m' } });
  await startConversation(mock);
  mock.advance(60_000);
  const [parent] = mock.state('ada').appConversations;
  const body = { parent_conversation_id: parent!.id };
  const { body: started } = await ask<{ request: object }>(mock, 'POST', path, {
    body,
  });
  expect(started.request).toMatchObject({
    llm_model: 'acme/m',
    sandbox_id: parent!.sandbox_id,
  });
});

test.each<[edition: EditionName, absent: string[]]>([
  [
    first,
    [
      'parent_conversation_id',
      'sub_conversation_ids',
      'public',
      'tags',
      'agent_kind',
    ],
  ],
  [second, ['tags', 'agent_kind', 'acp_server', 'launched_agent_profile']],
  [newest, []],
])('an app conversation of %s lacks %j', async (edition, absent) => {
  const mock = create({ edition });
  await startConversation(mock);
  mock.advance(5000);
  const names = Object.keys(mock.state('ada').appConversations[0]!);
  const inNewest = [
    'parent_conversation_id',
    'public',
    'tags',
    'agent_kind',
    'acp_server',
  ];
  expect(absent.filter((name) => names.includes(name))).toEqual([]);
  expect(inNewest.filter((name) => !names.includes(name))).toEqual(
    inNewest.filter((name) => absent.includes(name) || edition === first),
  );
});

test.each<[edition: EditionName, names: string[]]>([
  [first, []],
  [second, ['user_version', 'v1_enabled']],
])('the settings of %s have %j', async (edition, names) => {
  const mock = create({ edition, settings: { llm_model: 'acme/m' } });
  const { body } = await ask<Record<string, unknown>>(
    mock,
    'GET',
    '/api/settings',
  );
  expect(body).toMatchObject({
    llm_model: 'acme/m',
    condenser_max_size: null,
    email: null,
  });
  const newer = ['user_version', 'v1_enabled'];
  expect(newer.filter((name) => name in body)).toEqual(names);
});

test('without settings, they are not found, and no legacy conversation is created', async () => {
  const mock = create({ settings: null });
  const missing = { status: 404, body: { error: 'Settings not found' } };
  expect(await reply(mock, 'GET', '/api/settings')).toEqual(missing);
  const rejected = await reply(mock, 'POST', '/api/conversations', {
    body: {},
  });
  const body = { status: 'error', msg_id: 'CONFIGURATION$SETTINGS_NOT_FOUND' };
  expect(rejected).toMatchObject({ status: 400, body });
  expect(mock.state('ada').conversations).toEqual([]);
});

test.each([
  { edition: first, reads: true },
  { edition: second, reads: true },
  { edition: newest, reads: false },
  { edition: 'documented' as const, reads: false },
])(
  '$edition reads a body without a type as JSON: $reads',
  async ({ edition, reads }) => {
    const mock = create({ edition });
    const extra = { headers: { 'Content-Type': '' }, body: '{}' };
    expect((await ask(mock, 'POST', path, extra)).status).toBe(
      reads ? 200 : 422,
    );
  },
);

const foreign = 'https://app.acme.example';
const asking = { 'Access-Control-Request-Method': 'GET' };

test.each<[edition: EditionName, local: string, other: string]>([
  [first, '200 OK', '400 Disallowed CORS origin'],
  [second, '200 OK', '400 Disallowed CORS origin'],
  [newest, '200 OK', '200 OK'],
  ['documented', '204 ', '204 '],
])(
  'a preflight to %s gets %j, from another site %j',
  async (edition, local, other) => {
    const mock = create({ edition });
    const preflight = async (target: Mock, Origin: string) => {
      const headers = { ...asking, Origin };
      const response = await target.fetch(`http://mock${search}`, {
        method: 'OPTIONS',
        headers,
      });
      return `${response.status} ${await response.text()}`;
    };
    expect(await preflight(mock, 'http://localhost:3000')).toBe(local);
    expect(await preflight(mock, foreign)).toBe(other);
    const { headers } = await ask(mock, 'GET', search, {
      headers: { Origin: foreign },
    });
    const isAllowed = headers.get('Access-Control-Allow-Origin') === foreign;
    expect(isAllowed).toBe(!other.startsWith('400'));
    const allowing = create({ edition, allowOrigins: [foreign] });
    expect(await preflight(allowing, foreign)).toBe(local);
  },
);

test('further headers can carry the key, also as a bearer token', async () => {
  const mock = create({
    keyHeaders: ['Authorization', 'X-Access-Token'],
    acceptKeys: ['ada'],
  });
  const status = async (headers: Record<string, string>) =>
    (await ask(mock, 'GET', search, { key: null, headers })).status;
  expect(await status({ Authorization: 'Bearer ada' })).toBe(200);
  expect(await status({ 'X-Access-Token': 'ada' })).toBe(200);
  expect(await status({ Authorization: 'Bearer wrong' })).toBe(401);
  expect(await status({ Authorization: 'Basic ada' })).toBe(401);
  expect(await status({ 'X-Other': 'ada' })).toBe(401);
  const plain = create();
  const bearer = { key: null, headers: { Authorization: 'Bearer ada' } };
  expect((await ask(plain, 'GET', search, bearer)).status).toBe(401);
});

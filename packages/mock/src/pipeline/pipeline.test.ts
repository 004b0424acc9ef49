import { expect, onTestFinished, test, vi } from 'vitest';
import {
  ask,
  create,
  createLogged,
  type Extra,
  reply,
  requests,
} from '../../test/ask.ts';
import {
  contract,
  exampleNamed,
  exampleOf,
  operationsById,
} from '../contract.ts';
import { createMock, type UnauthorizedForm } from '../index.ts';

const path = '/api/v1/app-conversations';
const search = '/api/v1/sandboxes/search';
const keyless: Extra = { key: null };
const prefer = { Prefer: 'code=418' };
const preferPlain = { ...prefer, 'Content-Type': 'text/plain' };
const tooLong = ' '.repeat(1024 * 1024 + 1);

/** Each request has its own mistake and all that come after it. */
test.each<{
  title: string;
  method?: string;
  at?: string;
  extra: Extra;
  want: number;
}>([
  {
    title: 'an unknown path',
    method: 'PUT',
    at: '/nowhere',
    extra: keyless,
    want: 404,
  },
  {
    title: 'a path that is not UTF-8',
    method: 'PUT',
    at: '/api/v1/sandboxes/%FF/pause',
    extra: keyless,
    want: 400,
  },
  {
    title: 'a method that the path lacks',
    method: 'PUT',
    at: path,
    extra: { ...keyless, headers: prefer },
    want: 405,
  },
  {
    title: 'a body that is too long',
    extra: { ...keyless, headers: preferPlain, body: tooLong },
    want: 413,
  },
  {
    title: 'a body of another form',
    extra: { ...keyless, headers: preferPlain, body: '{' },
    want: 422,
  },
  {
    title: 'a body that is not JSON',
    extra: { ...keyless, headers: prefer, body: '{' },
    want: 422,
  },
  {
    title: 'no key',
    extra: { ...keyless, headers: prefer, body: { sandbox_id: 5 } },
    want: 401,
  },
  {
    title: 'an empty key',
    extra: { key: '', headers: prefer, body: { sandbox_id: 5 } },
    want: 401,
  },
  {
    title: 'a body that breaks the contract',
    extra: { headers: prefer, body: { sandbox_id: 5 } },
    want: 422,
  },
  {
    title: 'an id that is no UUID',
    extra: { headers: prefer, body: { conversation_id: 'a' } },
    want: 422,
  },
  {
    title: 'a fault that waits',
    at: '/api/v1/sandboxes/a/pause',
    extra: { headers: prefer },
    want: 503,
  },
])('the first mistake decides: $title', async (row) => {
  const { method = 'POST', at = path, extra, want } = row;
  const mock = create({ faults: [{ status: 503, times: 1 }] });
  expect((await ask(mock, method, at, extra)).status).toBe(want);
  // A fault only applies to a valid request.
  expect((await ask(mock, 'GET', '/api/settings')).status).toBe(
    want === 503 ? 200 : 503,
  );
  expect(mock.state('ada')).toMatchObject({ startTasks: [], sandboxes: [] });
});

test.each<[UnauthorizedForm | undefined, unknown]>([
  [undefined, exampleNamed('KeyMissing')],
  ['error', exampleNamed('KeyMissingHosted')],
  ['text', 'Unauthorized'],
])('with unauthorizedBody %s the body of a 401 is %j', async (form, want) => {
  const mock = create(form && { unauthorizedBody: form });
  for (const [, method, at] of requests) {
    const { status, headers, body } = await ask(mock, method, at, keyless);
    expect({ status, body }).toEqual({ status: 401, body: want });
    expect(headers.get('WWW-Authenticate')).toBe(
      'ApiKey realm="Agent Conversation Service"',
    );
  }
  mock.fail('getSettings', 401);
  expect((await ask(mock, 'GET', '/api/settings')).body).toEqual(want);
});

test('with a rate limit, more requests of a key in a second get 429 with Retry-After', async () => {
  const mock = create({ rateLimit: 2 });
  const status = async (key?: string | null) =>
    (
      await ask(
        mock,
        'POST',
        '/api/v1/sandboxes',
        key === undefined ? {} : { key },
      )
    ).status;
  expect([await status(), await status()]).toEqual([200, 200]);
  for (const [, method, at, body] of requests) {
    const limited = await ask(mock, method, at, { body });
    expect(limited).toMatchObject({
      status: 429,
      body: exampleNamed('RateLimitExceeded'),
    });
    expect(limited.headers.get('Retry-After')).toBe('1');
  }
  // Another key has its own limit, and requests without a key have none.
  expect([await status('grace'), await status(null)]).toEqual([200, 401]);
  mock.advance(999);
  expect(await status()).toBe(429);
  mock.advance(1);
  expect(await status()).toBe(200);
  expect(mock.state('ada').sandboxes).toHaveLength(3);
});

const known = '; GET / lists the paths';

// prettier-ignore
test.each([
  ['/api', 'detail', known],
  ['/api/v1/sandboxes/', 'detail', '; did you mean /api/v1/sandboxes?'],
  ['/api/v1/sandboxes/a/puase', 'detail', '; did you mean /api/v1/sandboxes/a/pause?'],
  ['/api/nowhere', 'error', known],
  ['/api/settings/', 'error', '; did you mean /api/settings?'],
  ['/API/settings', 'detail', '; did you mean /api/settings?'],
  [`/${'a'.repeat(8000)}`, 'detail', known],
])('the unknown path %s is rejected in the form of its generation', async (at, name, hint) => {
  const body = { [name]: `The contract has no such path${hint}` };
  expect(await reply(create(), 'GET', at)).toEqual({ status: 404, body });
});

test('GET / lists the routes, without a key', async () => {
  const { status, body } = await ask<{ routes: object }>(
    create(),
    'GET',
    '/',
    keyless,
  );
  const names = Object.values(operationsById).map(
    (it) => `${it.method} ${it.path}`,
  );
  expect([status, Object.keys(body.routes)]).toEqual([200, names]);
  expect(await ask(create(), 'HEAD', '/', keyless)).toMatchObject({
    status: 200,
    text: '',
  });
  expect((await ask(create(), 'POST', '/')).status).toBe(404);
});

test.each([
  ['/api/settings%', 'error'],
  ['/api/v1/sandboxes/%E0%A4%A/pause', 'detail'],
])('the path %s is not percent-encoded UTF-8', async (at, name) => {
  const body = { [name]: 'The path is not percent-encoded UTF-8' };
  for (const method of ['POST', 'OPTIONS']) {
    expect(await reply(create(), method, at)).toEqual({ status: 400, body });
  }
});

test('an id in a path is decoded', async () => {
  const seen: unknown[] = [];
  const mock = create({
    faults: [{ status: 503, when: (it) => seen.push(it.path) > 0 }],
  });
  await ask(mock, 'POST', '/api/v1/sandboxes/a%2F%C3%A4%20%2525/pause');
  expect(seen).toEqual([{ sandbox_id: 'a/ä %25' }]);
});

/** Each path of the contract, with the value of the header Allow. */
const paths = [...new Set(requests.map(([, , at]) => at))].map((at) => {
  const methods = requests
    .filter((it) => it[2] === at)
    .map(([, method]) => method);
  const allow = [
    ...methods,
    ...(methods.includes('GET') ? ['HEAD'] : []),
    'OPTIONS',
  ];
  return [at, allow.join(', ')] as const;
});

test.each(paths)(
  '%s allows %s, also in OPTIONS, and rejects other methods',
  async (at, allow) => {
    const options = await ask(create(), 'OPTIONS', at, keyless);
    expect(options).toMatchObject({ status: 204, text: '' });
    expect(options.headers.get('Allow')).toBe(allow);
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
    for (const method of methods.filter(
      (it) => !allow.split(', ').includes(it),
    )) {
      const { status, headers, body } = await ask(
        create(),
        method,
        at,
        keyless,
      );
      expect({ status, allow: headers.get('Allow') }).toEqual({
        status: 405,
        allow,
      });
      const name = at.startsWith('/api/v1/') ? 'detail' : 'error';
      const reason = {
        [name]: `${method} is not a method of this path, but ${allow}`,
      };
      expect(body).toEqual(method === 'HEAD' ? undefined : reason);
    }
  },
);

test('HEAD has the headers of GET, and no body', async () => {
  const seed = 'a';
  const get = await ask(create({ seed }), 'GET', search);
  const head = await ask(create({ seed }), 'HEAD', search);
  expect([head.status, head.text, ...head.headers]).toEqual([
    200,
    '',
    ...get.headers,
  ]);
  expect(await ask(create(), 'HEAD', search, keyless)).toMatchObject({
    status: 401,
    text: '',
  });
});

test('a request that does not accept JSON gets JSON, as from the service', async () => {
  const response = await ask(create(), 'GET', search, {
    headers: { Accept: 'text/html' },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('application/json');
});

test('a 422 has every violation, with its location and what was sent there', async () => {
  const { mock, exchanges } = createLogged();
  const content = ['body', 'initial_message', 'content'];
  const detail = [
    {
      type: 'missing',
      loc: [...content, 0, 'TextContent', 'text'],
      msg: 'Field required',
      input: { type: 'text' },
    },
    {
      type: 'literal_error',
      loc: [...content, 0, 'ImageContent', 'type'],
      msg: "Input should be 'image'",
      input: 'text',
      ctx: { expected: "'image'" },
    },
    {
      type: 'missing',
      loc: [...content, 0, 'ImageContent', 'image_urls'],
      msg: 'Field required',
      input: { type: 'text' },
    },
    {
      type: 'int_type',
      loc: ['body', 'pr_number', 1],
      msg: 'must be an integer',
      input: 'MARKER',
    },
  ];
  const body = {
    pr_number: [1, 'MARKER'],
    initial_message: { content: [{ type: 'text' }] },
  };
  const key = 'MARKER of a key';
  expect(await reply(mock, 'POST', path, { body, key })).toEqual({
    status: 422,
    body: { detail },
  });
  expect(exchanges[0]!.violations).toContainEqual(
    expect.objectContaining({
      side: 'request',
      part: 'body',
      pointer: '/pr_number/1',
    }),
  );
  expect(JSON.stringify(exchanges)).not.toContain('MARKER');
});

test('a 422 repeats no secrets, and little of what is large', async () => {
  const long = 'x'.repeat(100_000);
  const body = {
    secrets: { TOKEN: 4711 },
    title: [long],
    suggested_task: long,
    llm_model: {},
  };
  const { text } = await ask(create(), 'POST', path, { body });
  const { detail } = JSON.parse(text) as {
    detail: { loc: string[]; input: unknown }[];
  };
  const inputs = Object.fromEntries(
    detail.map(({ loc, input }) => [loc[1], input]),
  );
  expect(inputs).toEqual({
    secrets: '[redacted]',
    title: [],
    suggested_task: 'x'.repeat(1000),
    llm_model: {},
  });
  const config = {
    mcp_config: {
      sse_servers: [{ api_key: 'MARKER', url: 5 }],
      stdio_servers: 5,
    },
  };
  const rejected = await ask(create(), 'POST', '/api/conversations', {
    body: config,
  });
  expect(rejected.status).toBe(422);
  expect(rejected.text).not.toContain('MARKER');
});

const content = [{ type: 'text', text: 'a', cached_prompt: true }];
const misspelt = { initial_message: { contents: [], content } };

interface Unlisted {
  readonly method: string;
  readonly at: string;
  readonly body?: object;
  readonly logged: readonly string[];
}

test.each<Unlisted>([
  {
    method: 'GET',
    at: `${search}?limits=5`,
    logged: ['query /limits did you mean limit?'],
  },
  {
    method: 'GET',
    at: '/api/settings?limit=5',
    logged: ['query /limit'],
  },
  {
    method: 'POST',
    at: path,
    body: { titel: 'a' },
    logged: ['body /titel did you mean title?'],
  },
  {
    method: 'POST',
    at: path,
    body: misspelt,
    logged: [
      'body /initial_message/content/0/cached_prompt did you mean cache_prompt?',
      'body /initial_message/contents did you mean content?',
    ],
  },
  {
    method: 'POST',
    at: '/api/conversations',
    body: { repo: 'a/b', ['x'.repeat(5000)]: 1 },
    logged: ['body /repo did you mean repository?', 'body /x'],
  },
])(
  '$method $at accepts $logged; if strict, rejects it',
  async ({ method, at, body, logged }) => {
    const open = createLogged();
    expect((await ask(open.mock, method, at, { body })).status).toBe(200);
    const { violations } = open.exchanges[0]!;
    const texts = violations.map(({ side, part, pointer, message }) => {
      const [reason, hint = ''] = message.split('; ');
      expect([side, reason]).toEqual([
        'request',
        'is not listed in the contract',
      ]);
      return `${part} ${pointer.replace(/x+$/, 'x')} ${hint}`.trim();
    });
    expect(texts).toEqual(logged);
    const strict = createLogged({ strict: true });
    const rejected = await reply(strict.mock, method, at, { body });
    // Settings declare no 422, but the mock responds with it.
    const detail = violations.map(({ message: msg }) => ({ msg }));
    expect(rejected).toMatchObject({ status: 422, body: { detail } });
    expect(strict.exchanges[0]!.violations).toEqual(violations);
    expect(strict.mock.state('ada')).toMatchObject({
      startTasks: [],
      conversations: [],
    });
  },
);

test('what breaks the schema is reported alone, and at most 100 of it', async () => {
  const { mock, exchanges } = createLogged();
  const body = { titel: 1, pr_number: Array.from({ length: 5000 }, () => 'a') };
  expect(await ask(mock, 'POST', path, { body })).toMatchObject({
    status: 422,
  });
  const pointers = exchanges[0]!.violations.map(({ pointer }) => pointer);
  expect([pointers.length, pointers.includes('/titel')]).toEqual([100, false]);
});

// prettier-ignore
test.each([
  [{ items: [{ more: 'MARKER' }] }, expect.stringContaining('; body /items/0/more: is not listed in the contract')],
  [{}, 'body /items: is missing'],
])('the reply %j breaks the contract and is not sent', async (wrong, problem) => {
  const { mock, exchanges } = createLogged({}, { searchSandboxes: () => wrong });
  const { status, text, body } = await ask<{ detail: string }>(mock, 'GET', search);
  expect(text).not.toContain('MARKER');
  const [subject, problems] = body.detail.split(' breaks the contract: ');
  expect([status, subject, problems]).toEqual([500, "The mock's own response to searchSandboxes", problem]);
  expect(exchanges).toMatchObject([{ status: 500 }]);
  expect(exchanges[0]!.violations.every(({ side }) => side === 'response')).toBe(true);
});

test('without a handler, an operation responds with its example for the ids of the contract', async () => {
  const { mock, exchanges, saves } = createLogged({}, {});
  const before = mock.state('ada');
  const { example } = contract.components.parameters!['SandboxId'] as {
    example: string;
  };
  const pause = async (id: string, key?: null) =>
    reply(
      mock,
      'POST',
      `/api/v1/sandboxes/${id}/pause`,
      key === null ? keyless : {},
    );
  expect(await pause(example)).toEqual({
    status: 200,
    body: exampleOf('pauseSandbox', 200),
  });
  expect(await pause('other')).toMatchObject({ status: 404 });
  expect(await pause(example, null)).toMatchObject({ status: 401 });
  expect(exchanges.flatMap(({ violations }) => violations)).toEqual([]);
  expect([saves(), mock.state('ada')]).toEqual([0, before]);
});

test('the rate limit counts by a clock that nobody sets', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const mock = createMock({ rateLimit: 1 });
  const statusOf = async () => (await ask(mock, 'GET', search)).status;
  const hour = 3_600_000;
  for (const change of [-hour, hour]) {
    expect(await statusOf()).toBe(200);
    vi.setSystemTime(Date.now() + change);
    expect(await statusOf()).toBe(429);
    vi.advanceTimersByTime(1000);
  }
  expect(await statusOf()).toBe(200);
  mock.advance(1000);
  expect(await statusOf()).toBe(200);
});

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Har } from 'har-format';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { ask, send } from '../../test/ask.ts';
import { cleanUp, folder, run, start } from '../../test/program.ts';
import { startService } from '../../test/service.ts';
import {
  createMock,
  type Exchange,
  type HttpArchive,
  type Mock,
} from '../index.ts';
import { assembleMock } from '../mock.ts';
import { createRecorder } from './recorder.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(cleanUp);

/** Starts a service that responds as a function says, and returns its address. */
const serve = async (respond: RequestListener) =>
  (await startService(respond)).url;

/** Lets a mock listen, and returns its address. */
async function listen(mock: Mock): Promise<string> {
  const { url: address, close } = await mock.listen();
  ends.push(close);
  return address;
}

/** Records what is sent to a service. */
function record(proxy: string, keyHeaders: readonly string[] = []) {
  const path = join(folder(), 'recording.har');
  const { observe, close } = createRecorder(path, keyHeaders);
  ends.push(close);
  const { mock } = assembleMock({ proxy, keyHeaders }, { observe });
  return {
    mock,
    path,
    recorded: async (count: number) => readRecorded(path, count),
  };
}

const readHar = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Har;

/** Waits until a file has some number of exchanges: they are recorded after their last byte. */
async function readRecorded(
  path: string,
  count: number,
): Promise<{ text: string; har: Har }> {
  return vi.waitFor(
    () => {
      const har = readHar(path);
      expect(har.log.entries).toHaveLength(count);
      return { text: readFileSync(path, 'utf8'), har };
    },
    { timeout: 30_000 },
  );
}

const search = '/api/v1/sandboxes/search';

/** Uses the service as a program does, and returns the statuses and bodies that it gets. */
async function use(mock: Mock, key: string): Promise<unknown[]> {
  const results: { status: number; body: unknown }[] = [];
  const get = async (method: string, path: string, body?: object) => {
    const response = await send(mock, method, path, { key, body });
    const text = await response.text();
    results.push({ status: response.status, body: text });
    return text;
  };
  await get('GET', search);
  const { id } = JSON.parse(await get('POST', '/api/v1/sandboxes')) as {
    id: string;
  };
  await get('GET', search);
  await get('POST', `/api/v1/sandboxes/${id}/pause`);
  await get('GET', search);
  await get('POST', '/api/v1/app-conversations', {
    title: 'Mine',
    pr_number: [4],
  });
  await get('GET', '/api/v1/app-conversations');
  await get('POST', '/api/v1/sandboxes/nowhere/pause');
  return results;
}

test.each(['documented', '0.62.0', '1.5.0', '1.11.0'] as const)(
  'a program gets from the recording what it got from %s, and secrets are left out',
  async (edition) => {
    const service = createMock({ edition, startupTimeInMs: 0 });
    const address = await listen(service);
    const { mock, recorded } = record(address);
    const apiKey = 'sk-marker-4711';
    const received = JSON.stringify(await use(mock, apiKey));
    const secrets = new Set(received.match(/mock-key-of-\w+/g));
    expect(secrets.size).toBeGreaterThan(0);
    const { text, har } = await recorded(8);
    for (const secret of [apiKey, ...secrets])
      expect(text).not.toContain(secret);

    const replay = createMock({ replay: har });
    const replayed = JSON.stringify(await use(replay, 'another-key'));
    expect(replayed).toBe(
      received.replaceAll(/mock-key-of-\w+/g, '[redacted]'),
    );
  },
);

const key = 'sk-marker-4711';

test('no secret is in the recording, wherever it stands, and what is left follows the contract', async () => {
  const bearer = 'bearer-marker-0815';
  const toolKey = 'tool-marker-2525';
  const inSettings = 'stored-marker-3636';
  const service = await serve((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Set-Cookie', `session=${key}`);
    response.setHeader('X-Echo', `${bearer} ${toolKey}`);
    const isSettings = request.url!.startsWith('/api/settings');
    const settings = {
      llm_api_key: inSettings,
      llm_api_key_set: true,
      secrets_store: { provider_tokens: { github: { token: inSettings } } },
      mcp_config: {
        sse_servers: [
          { url: `https://a.example/sse?k=${toolKey}`, api_key: toolKey },
        ],
      },
      language: `echo of ${key} in Base64 ${Buffer.from(`a ${bearer}`).toString('base64')}`,
    };
    const created = {
      status: 'ok',
      conversation_id: 'a',
      message: encodeURIComponent(key),
      [key]: 1,
    };
    response.end(JSON.stringify(isSettings ? settings : created));
  });
  const { mock, recorded } = record(service, ['Authorization', 'X-Own-Key']);
  const headers = {
    Authorization: `Bearer ${bearer}`,
    Cookie: `a=${key}`,
    'X-Own-Key': toolKey,
  };
  await ask(mock, 'GET', `/api/settings?api_key=${key}&more=${bearer}`, {
    key,
    headers,
  });
  const body = {
    mcp_config: { sse_servers: [{ api_key: toolKey }] },
    conversation_instructions: key,
  };
  await ask(mock, 'POST', '/api/conversations', { key, headers, body });

  const { text, har } = await recorded(2);
  for (const secret of [key, bearer, toolKey, inSettings])
    expect(text).not.toContain(secret);
  const base64 = Buffer.from(bearer).toString('base64').slice(4, 16);
  expect(text).not.toContain(base64);
  const [first, second] = har.log.entries;
  expect(first!.request.url).toBe(
    `${service}/api/settings?api_key=[redacted]&more=[redacted]`,
  );
  expect(JSON.parse(first!.response.content.text!)).toMatchObject({
    llm_api_key: '[redacted]',
    secrets_store: { provider_tokens: {} },
    mcp_config: {
      sse_servers: [{ url: 'https://a.example/sse?k=[redacted]' }],
    },
  });
  expect(second!.request.postData!.text).toContain(
    '"conversation_instructions":"[redacted]"',
  );
  const replay = createMock({ replay: har });
  const again = { body, headers };
  expect((await ask(replay, 'POST', '/api/conversations', again)).status).toBe(
    200,
  );
  const other = {
    body: { ...body, conversation_instructions: 'x', git_provider: null },
    headers,
  };
  expect((await ask(replay, 'POST', '/api/conversations', other)).status).toBe(
    404,
  );
});

type Headers = readonly (readonly [name: string, value: string])[];

/** An exchange as a service forwards it. */
function exchangeOf(
  path: string,
  sent: Headers,
  text: string,
  received: Headers = [],
) {
  const request = {
    method: 'GET',
    url: `http://svc.example${path}`,
    headers: sent,
    body: '',
  };
  const response = {
    status: 200,
    reason: 'OK',
    headers: received,
    body: text,
  };
  return { startedAt: new Date(), duration: 1, request, response };
}

/** Returns the text of the recording of exchanges. */
function recordingOf(
  ...exchanges: readonly ReturnType<typeof exchangeOf>[]
): string {
  const path = join(folder(), 'recording.har');
  const { observe, close } = createRecorder(path);
  for (const exchange of exchanges) observe(exchange);
  close();
  return readFileSync(path, 'utf8');
}

const apiKeyPair = ['X-Session-API-Key', 'KEY-MARKER-1'] as const;
const basic = Buffer.from('USER-MARKER:PASS-MARKER').toString('base64');

test.each<{
  what: string;
  path?: string;
  sent?: Headers;
  text?: string;
  received?: Headers;
}>([
  {
    what: 'behind a name that occurs twice',
    sent: [apiKeyPair],
    text: '{"a":"KEY-MARKER-1","a":1}',
  },
  {
    what: 'by a name that occurs twice',
    text: '{"x":[{"session_api_key":"MARKER-22222","session_api_key":null}]}',
  },
  {
    what: 'of a cookie',
    sent: [['Cookie', 'sid=COOKIE-MARKER; theme=dark']],
    text: '{"session":"COOKIE-MARKER"}',
  },
  {
    what: 'of a cookie that is encoded',
    sent: [['Cookie', 'theme=dark; sid=COOKIE%3AMARKER']],
    text: '{"session":"COOKIE:MARKER"}',
  },
  {
    what: 'of a cookie that is set',
    text: '{"session":"COOKIE-MARKER"}',
    received: [['Set-Cookie', 'sid=COOKIE-MARKER; Path=/; HttpOnly']],
  },
  {
    what: 'in a URL of a header',
    sent: [['Referer', 'http://a.example/?x=1&token=MARKER-REFERER']],
    text: '{"again":"MARKER-REFERER","more":"MARKER-FRAGMENT"}',
    received: [
      ['Location', 'http://a.example/?access_token=MARKER-LOCATION'],
      [
        'Content-Location',
        'http://a.example/?x=1#access_token=MARKER-FRAGMENT&y=2',
      ],
    ],
  },
  {
    what: 'in the query of a server',
    path: '/f?tkn=MARKER-33333',
    text: '{"exposed_urls":[{"url":"http://a.example/?tkn=MARKER-44444"}],"x":"MARKER-44444"}',
  },
  { what: 'that is short, in the query', path: '/f?tkn=MARKER' },
  {
    what: 'with a slash in the path',
    path: '/api/MARKER/with=slash/12345/x?q=MARKER/with=slash/12345',
    sent: [['X-Session-API-Key', 'MARKER/with=slash/12345']],
  },
  {
    what: 'behind a name that is encoded twice',
    path: '/a?%256Bey=MARKER-77777',
  },
  {
    what: 'in the name of a header',
    sent: [apiKeyPair, ['X-KEY-MARKER-1', '1']],
  },
  {
    what: 'in the name of a header in lower case',
    sent: [apiKeyPair, ['x-key-marker-1', '1']],
  },
  {
    what: 'in headers of other services',
    sent: [
      ['X-Api-Key', 'MARKER-55555'],
      ['X-Auth-Token', 'MARKER-66666'],
      ['X-CSRF-Token', 'MARKER-7'],
      ['X-Auth', 'MARKER-8'],
    ],
    text: '{"again":"MARKER-55555"}',
  },
  {
    what: 'in properties of other services',
    text: '{"password":"MARKER-1","access_token":"MARKER-2","x":{"apiKey":"MARKER-3","client_secret":"MARKER-4"}}',
  },
  {
    what: 'of Basic credentials',
    sent: [['Authorization', `Basic ${basic}`]],
    text: '{"a":"USER-MARKER","b":"PASS-MARKER"}',
  },
])(
  'a secret $what is not in the recording',
  async ({ path = '/a', sent = [], text = '', received }) => {
    const recording = recordingOf(exchangeOf(path, sent, text, received));
    expect(recording).not.toMatch(/marker/i);
    const replay = createMock({ replay: JSON.parse(recording) as HttpArchive });
    expect((await ask(replay, 'GET', '/nowhere')).status).toBe(404);
  },
);

test('what is no secret stays: counts, names of cookies, their attributes, and properties of the contract', () => {
  const kept =
    '{"prompt_tokens":5,"tokens":"many","per_turn_token":"one","HttpOnly":"theme-of-day"}';
  const cookie = [
    'Set-Cookie',
    'theme-of-day=MARKER-11111; Path=/; HttpOnly',
  ] as const;
  const recording = recordingOf(exchangeOf('/a', [], kept, [cookie]));
  const { entries } = (JSON.parse(recording) as Har).log;
  expect(entries[0]!.response.content.text).toBe(kept);
});

test('an exchange that was cut off is not recorded', async () => {
  const service = await serve((request, response) => {
    if (request.url === '/whole') {
      response.end('{}');
      return;
    }
    response.writeHead(200, { 'Content-Length': '10' });
    response.write('{');
    setTimeout(() => response.destroy(), 50);
  });
  const { mock, recorded } = record(service);
  const address = await listen(mock);
  const response = await fetch(`${address}/part`);
  await expect(response.text()).rejects.toThrow('terminated');
  await fetch(`${address}/whole`);
  const { har } = await recorded(1);
  expect(har.log.entries[0]!.request.url).toBe(`${service}/whole`);
});

test('a short key is left out of its header alone: elsewhere it is a word', async () => {
  const service = await serve(
    (_, response) => void response.end('{"any":"any"}'),
  );
  const { mock, recorded } = record(service);
  await ask(mock, 'GET', '/any?any=any', { key: 'any' });
  const { har } = await recorded(1);
  const { request, response } = har.log.entries[0]!;
  expect(request.url).toBe(`${service}/any?any=any`);
  const header = request.headers.find(
    ({ name }) => name === 'x-session-api-key',
  );
  expect([header?.value, response.content.text]).toEqual([
    '[redacted]',
    '{"any":"any"}',
  ]);
});

test('a body that is not JSON is left out; JSON without a secret keeps its text', async () => {
  const bodies = [
    '<p>sk-marker-4711</p>',
    '{ "large": 12345678901234567890, "a": 1.0 }',
    '',
  ];
  const service = await serve(
    (_, response) => void response.end(bodies.shift()),
  );
  const { mock, recorded } = record(service);
  for (const _ of [1, 2, 3])
    await ask(mock, 'GET', '/elsewhere').catch(() => undefined);
  const { har } = await recorded(3);
  const texts = har.log.entries.map(({ response }) => response.content.text);
  expect(texts).toEqual([
    '[not JSON]',
    '{ "large": 12345678901234567890, "a": 1.0 }',
    '',
  ]);
});

test('a body that is nested thousands of levels deep is left out, and the rest is recorded', async () => {
  const deep = `${'{"a":['.repeat(5000)}1${']}'.repeat(5000)}`;
  const service = await serve((_, response) => void response.end(deep));
  const { mock, recorded } = record(service);
  const { status } = await ask(mock, 'GET', '/elsewhere', { key });
  const { text, har } = await recorded(1);
  expect([status, text.includes(key)]).toEqual([200, false]);
  expect(har.log.entries[0]!.response.content.text).toBe('[nested too deep]');
});

// Node on Windows has no such limit.
test.skipIf(process.platform === 'win32')(
  'the file stays complete where an exchange does not fit on the disk, and later ones are recorded',
  async () => {
    const bodies = [
      '{"first":1}',
      `{"long":"${'x'.repeat(20_000)}"}`,
      '{"last":1}',
    ];
    const service = await serve(
      (_, response) => void response.end(bodies.shift()),
    );
    const path = join(folder(), 'recording.har');
    const options = ['--proxy', service, '--record', path];
    // In blocks of 512 bytes (POSIX, ulimit).
    const recording = await start(options, 'ulimit -f 16');
    for (const count of [1, 2, 3]) {
      await (await fetch(`${recording.url}/${count}`)).text();
      await vi.waitFor(
        () => expect(recording.lines.join('\n')).toContain(`GET /${count}`),
        {
          timeout: 30_000,
        },
      );
    }
    expect(recording.lines.join('\n')).toMatch(
      /The recording \S+ cannot be written: EFBIG/,
    );
    const texts = readHar(path).log.entries.map(
      ({ response }) => response.content.text,
    );
    expect(texts).toEqual(['{"first":1}', '{"last":1}']);
  },
);

test('the file is complete after each exchange, only for its owner, and never overwritten', async () => {
  const service = await serve((_, response) => void response.end('{}'));
  const { mock, path, recorded } = record(service);
  await recorded(0);
  expect(statSync(path).mode & 0o777).toBe(
    process.platform === 'win32' ? 0o666 : 0o600,
  );
  for (const count of [1, 2, 3]) {
    await ask(mock, 'GET', `${search}?limit=${count}`);
    const { har } = await recorded(count);
    const { entries } = har.log;
    expect(entries.at(-1)!.request).toMatchObject({
      method: 'GET',
      url: `${service}${search}?limit=${count}`,
    });
  }
  expect(() => createRecorder(path)).toThrow(
    `The recording ${path} exists, and is not overwritten`,
  );
  const missing = join(folder(), 'missing', 'a.har');
  expect(() => createRecorder(missing)).toThrow(
    `${missing} cannot be used: ENOENT`,
  );
});

test('the log reports an exchange that cannot be recorded', async () => {
  const service = await serve((_, response) => void response.end('{}'));
  const path = join(folder(), 'recording.har');
  const { observe, close } = createRecorder(path);
  const logged: Exchange[] = [];
  const options = {
    proxy: service,
    onExchange: (exchange: Exchange) => logged.push(exchange),
  };
  const { mock } = assembleMock(options, { observe });
  close();
  await ask(mock, 'GET', search);
  await vi.waitFor(() => expect(logged).toHaveLength(1), { timeout: 30_000 });
  const notes = String(logged[0]!.notes);
  expect(notes).toContain(`The recording ${path} cannot be written: `);
});

test('a start that fails leaves no recording', async () => {
  const url = await listen(createMock());
  const path = join(folder(), 'recording.har');
  const { port } = new URL(url);
  const taken = await run(['--proxy', url, '--record', path, '--port', port]);
  expect([taken.code, taken.stderr]).toEqual([
    2,
    expect.stringContaining(`Port ${port} of`),
  ]);
  expect(existsSync(path)).toBe(false);
});

test('the program records and replays', async () => {
  const url = await listen(createMock({ seed: 'a' }));
  const path = join(folder(), 'recording.har');
  const recording = await start(['--proxy', url, '--record', path, '--quiet']);
  const headers = { 'X-Session-API-Key': key };
  const started = await fetch(`${recording.url}/api/v1/sandboxes`, {
    method: 'POST',
    headers,
  });
  const sandbox = (await started.json()) as { id: string };
  await recording.end('SIGTERM');
  const replaying = await start(['--replay', path, '--quiet']);
  const again = await fetch(`${replaying.url}/api/v1/sandboxes`, {
    method: 'POST',
    headers,
  });
  expect(await again.json()).toEqual(sandbox);
  const third = await run(['--proxy', url, '--record', path, '--port', '0']);
  expect(third).toMatchObject({
    code: 2,
    stderr: `The recording ${path} exists, and is not overwritten\n`,
  });
  const alone = await run(['--record', 'a.har']);
  expect(alone.stderr).toContain(
    '--record needs --proxy: the mock itself is not recorded',
  );

  const har = readHar(path);
  har.log.entries[0]!.response.content.text = JSON.stringify({
    ...sandbox,
    id: 5,
  });
  writeFileSync(path, JSON.stringify(har));
  const broken = await run(['--replay', path]);
  const problem =
    'The recording breaks the contract: entry 0 (POST /api/v1/sandboxes): body /id must be a string';
  expect(broken.code).toBe(2);
  expect(broken.stderr).toContain(`--replay ${path}: ${problem}`);
});

/** Returns a recording of requests with their responses. */
function archive(
  ...entries: readonly (readonly [request: object, response?: object])[]
): HttpArchive {
  return {
    log: {
      entries: entries.map(([request, response]) => ({
        request: {
          method: 'GET',
          url: `https://svc.example${search}`,
          headers: [],
          ...request,
        },
        response: page('a', response),
      })),
    },
  };
}
const page = (next: string | null, response: object = {}) => ({
  status: 200,
  headers: [{ name: 'Content-Type', value: 'application/json' }],
  content: { text: JSON.stringify({ items: [], next_page_id: next }) },
  ...response,
});
const url = (path: string) => ({ url: `https://svc.example${path}` });

test('equal requests get their responses in order, each key for itself, and then the last one', async () => {
  const replay = createMock({
    replay: archive(
      [{}, page('1')],
      [url(`${search}?limit=5`), page('x')],
      [{}, page('2')],
    ),
  });
  const next = async (apiKey: string, query = '') =>
    (
      await ask<{ next_page_id: string }>(replay, 'GET', search + query, {
        key: apiKey,
      })
    ).body.next_page_id;
  expect([
    await next('ada'),
    await next('grace'),
    await next('ada'),
    await next('ada'),
  ]).toEqual(['1', '1', '2', '2']);
  expect(await next('ada', '?limit=5')).toBe('x');
  replay.reset('ada');
  expect([await next('ada'), await next('grace')]).toEqual(['1', '2']);
  replay.reset();
  expect([await next('ada'), await next('grace')]).toEqual(['1', '1']);
});

test('a replay forgets the first of more than 1,000 keys, and no other', async () => {
  const replay = createMock({
    replay: archive([{}, page('1')], [{}, page('2')]),
  });
  const next = async (apiKey: string) => {
    const { body } = await ask<{ next_page_id: string }>(
      replay,
      'GET',
      search,
      { key: apiKey },
    );
    return body.next_page_id;
  };
  for (let index = 0; index <= 1000; index++) await next(`key-${index}`);
  expect(await next('key-1000')).toBe('2');
  expect(await next('key-1')).toBe('2');
  expect(await next('key-0')).toBe('1');
});

const post = (body: unknown) => ({
  method: 'POST',
  ...url('/api/v1/app-conversations'),
  postData: { text: JSON.stringify(body) },
});
const elsewhere = { status: 200, headers: [], content: { text: '{}' } };

test.each<{ recorded: string; sent: string; matches: boolean }>([
  { recorded: '/a?x=1&y=2', sent: 'GET /a?y=2&x=1', matches: true },
  { recorded: '/a?x=1&x=2', sent: 'GET /a?x=2&x=1', matches: false },
  { recorded: '/a?x=1', sent: 'GET /a', matches: false },
  { recorded: '/a?x=1', sent: 'GET /a?x=1&y=1', matches: false },
  { recorded: '/a?key=[redacted]', sent: 'GET /a?key=any', matches: true },
  { recorded: '/a%7Eb', sent: 'GET /a~b', matches: true },
  { recorded: '/a%2Fb', sent: 'GET /a/b', matches: false },
  { recorded: '/a', sent: 'POST /a', matches: false },
])(
  'the request $sent matches GET $recorded: $matches',
  async ({ recorded, sent, matches }) => {
    const replay = createMock({ replay: archive([url(recorded), elsewhere]) });
    const [method = '', path = ''] = sent.split(' ');
    const { status, text } = await ask(replay, method, path);
    expect(status).toBe(matches ? 200 : 404);
    expect(
      text.includes(`The recording has no ${method} ${path.split('?')[0]}`),
    ).toBe(!matches);
  },
);

const task = {
  status: 200,
  content: { text: '"x"' },
};

test.each<{ recorded: unknown; sent: unknown; matches: boolean }>([
  {
    recorded: { a: 1, b: [{ c: null }] },
    sent: { b: [{ c: null }], a: 1 },
    matches: true,
  },
  { recorded: { a: 1 }, sent: { a: 2 }, matches: false },
  { recorded: { a: 1 }, sent: { a: 1, b: 1 }, matches: false },
  { recorded: { a: 1, b: 1 }, sent: { a: 1 }, matches: false },
  { recorded: [1, 2], sent: [2, 1], matches: false },
  { recorded: { secrets: {} }, sent: { secrets: { A: 'b' } }, matches: true },
  {
    recorded: { a: 'Bearer [redacted].' },
    sent: { a: 'Bearer xyz.' },
    matches: true,
  },
  {
    recorded: { a: 'Bearer [redacted].' },
    sent: { a: 'Basic xyz.' },
    matches: false,
  },
  { recorded: { a: 'ab[redacted]bc' }, sent: { a: 'abc' }, matches: false },
  {
    recorded: { url: 'http://a/?b=[redacted]' },
    sent: { url: 'http://a/?b=c' },
    matches: true,
  },
  {
    recorded: { url: 'http://a/?b=c' },
    sent: { url: 'http://a/?b=c' },
    matches: true,
  },
  { recorded: null, sent: null, matches: true },
  { recorded: { toString: 1 }, sent: {}, matches: false },
])(
  'a body $sent matches $recorded: $matches',
  async ({ recorded, sent, matches }) => {
    const request = { ...post(recorded), ...url('/a') };
    const replay = createMock({ replay: archive([request, task]) });
    const { status, text } = await ask(replay, 'POST', '/a', { body: sent });
    expect([status, text.includes('with this body')]).toEqual([
      matches ? 200 : 404,
      !matches,
    ]);
  },
);

test.each(['x-session-api-key', 'authorization'])(
  'a request with a key gets the response to one with a key in %s',
  async (name) => {
    const withKey = { headers: [{ name, value: '[redacted]' }] };
    const unauthorized = {
      status: 401,
      content: { text: '{"detail":"Unauthorized"}' },
    };
    const replay = createMock({
      replay: archive([{}, page(null, unauthorized)], [withKey]),
    });
    expect((await ask(replay, 'GET', search, { key: null })).status).toBe(401);
    expect((await ask(replay, 'GET', search)).status).toBe(200);
    const onlyWithKey = createMock({ replay: archive([withKey]) });
    const { status, text } = await ask(onlyWithKey, 'GET', search, {
      key: null,
    });
    expect([status, text.includes('without an API key')]).toEqual([404, true]);
  },
);

test('an archive of a browser can be replayed', async () => {
  const text = Buffer.from('{"items":[],"next_page_id":null}').toString(
    'base64',
  );
  const headers = [
    { name: ':status', value: '200' },
    { name: 'content-type', value: 'application/json' },
    { name: 'content-encoding', value: 'br' },
    { name: 'content-length', value: '5' },
    { name: 'x-request-id', value: 'abc' },
  ];
  const response = {
    status: 200,
    headers,
    content: { text, encoding: 'base64' },
  };
  const replay = createMock({ replay: archive([{}, response]) });
  const address = await listen(replay);
  const received = await fetch(address + search, {
    headers: { Origin: 'http://localhost:3000' },
  });
  expect(await received.json()).toEqual({ items: [], next_page_id: null });
  expect(received.headers.get('x-request-id')).toBe('abc');
  expect(received.headers.get('content-encoding')).toBe(null);
});

test.each<{ what: string; request?: object; response: object }>([
  {
    what: 'another protocol',
    request: { url: 'wss://svc.example/socket' },
    response: { status: 101 },
  },
  {
    what: 'an address of no server',
    request: { url: 'data:image/png;base64,AA' },
    response: { status: -1 },
  },
  {
    what: 'the status of a proxy',
    request: url('/tracker'),
    response: { status: 999 },
  },
  {
    what: 'a path of others without a status',
    request: url('/tracker'),
    response: { status: -1 },
  },
  {
    what: 'a path of others with broken Base64',
    request: url('/tracker'),
    response: { content: { text: '%%%', encoding: 'base64' } },
  },
  { what: 'what was in the cache', response: { status: 304, content: {} } },
  { what: 'a status above 599', response: { status: 600 } },
  {
    what: 'a body that was not kept',
    response: { content: { size: 10, mimeType: 'a/b' } },
  },
])('$what is skipped in an archive', async ({ request = {}, response }) => {
  const replay = createMock({
    replay: archive([request, response], [{}, page('next')]),
  });
  expect((await ask(replay, 'GET', search)).body).toEqual({
    items: [],
    next_page_id: 'next',
  });
  expect((await ask(replay, 'GET', '/tracker')).status).toBe(404);
});

test('headers that cannot be sent are left out, and several in lines are one', async () => {
  const headers = [
    { name: 'content-type', value: 'application/json' },
    { name: 'a b', value: 'c' },
    { name: 'x-unicode', value: '\u20ac' },
    { name: 'x-control', value: 'a\u0001' },
    { name: 'x-secret', value: 'Bearer [redacted]' },
    { name: 'link', value: '<a>\n<b>' },
  ];
  const replay = createMock({ replay: archive([{}, { headers }]) });
  const address = await listen(replay);
  const received = await fetch(address + search);
  expect(received.status).toBe(200);
  expect(received.headers.get('link')).toBe('<a>, <b>');
  for (const name of ['x-unicode', 'x-control', 'x-secret']) {
    expect([name, received.headers.get(name)]).toEqual([name, null]);
  }
});

test.each([
  { what: 'a redirect', status: 302, text: '' },
  { what: 'a page', status: 404, text: '[not JSON]' },
])(
  '$what instead of a response of the contract is replayed',
  async ({ status, text }) => {
    const replay = createMock({
      replay: archive([{}, { status, headers: [], content: { text } }]),
    });
    const received = await send(replay, 'GET', search);
    expect([received.status, await received.text()]).toEqual([status, text]);
  },
);

test('a connection that failed fails again, and a service that failed does', async () => {
  const failed = { status: 0, headers: [], content: {} };
  const internal = {
    status: 500,
    headers: [],
    content: { text: 'Internal Server Error' },
  };
  const replay = createMock({ replay: archive([{}, failed], [{}, internal]) });
  await expect(send(replay, 'GET', search)).rejects.toThrow('fetch failed');
  expect((await send(replay, 'GET', search)).status).toBe(500);
});

test.each<{ replay: unknown; problem: string }>([
  {
    replay: {},
    problem: 'This is no HTTP archive (HAR): log.entries is missing',
  },
  {
    replay: { log: { entries: [5] } },
    problem: 'entry 0 of the recording: request.method',
  },
  {
    replay: archive([{ url: '/a' }]),
    problem: 'request.url must be an absolute URL',
  },
  {
    replay: archive([{}, { status: 99 }]),
    problem: 'response.status must be 0, or 200 to 599',
  },
  {
    replay: archive([{}, { content: { text: '%%%', encoding: 'base64' } }]),
    problem: 'entry 0 of the recording: response.content.text must be Base64',
  },
  {
    replay: archive([{}], [{}, { status: 418 }]),
    problem: `entry 1 (GET ${search}): status 418 must be one of`,
  },
  {
    replay: archive([{}, { content: { text: '<p>' } }]),
    problem: 'body is not JSON',
  },
  {
    replay: archive([{}, { headers: [] }]),
    problem: 'header /content-type ',
  },
  {
    replay: archive(
      ...Array.from(
        { length: 12 },
        () => [{}, { content: { text: '<p>' } }] as const,
      ),
    ),
    problem: '; and 2 more',
  },
])('rejects the recording with "$problem"', ({ replay, problem }) => {
  const create = () => createMock({ replay: replay as HttpArchive });
  expect(create).toThrow(TypeError);
  expect(create).toThrow(problem);
});

import { createClient, isTimeoutError } from '@agent-conversation/client';
import { connect } from '@agent-conversation/client/operations';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { apiKey, busy, clientOf, clientOver, closeServers, serve, thrownBy } from './support.ts';

const baseUrl = 'http://localhost:3000';
const secret = 'S3CR3T-7G2K';

/** Sets the variables of the environment. */
function setEnvironment(address: string | undefined, key: string | undefined): void {
  vi.stubEnv('AGENT_CONVERSATION_BASE_URL', address);
  vi.stubEnv('AGENT_CONVERSATION_API_KEY', key);
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
afterAll(closeServers);

/** Records what `fetch` gets, and responds with JSON. */
function recorder() {
  const calls: { url: string; init: RequestInit }[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    return Response.json({});
  };
  return { calls, fetch };
}

/** Values that no compiler rejects in JavaScript. */
const wrong: Readonly<Record<string, readonly unknown[]>> = {
  baseUrl: [
    [undefined, null, 5, {}, '', 'localhost:3000', '/api', 'ftp://service.example', 'http://'],
    [`http://${secret}@service.example`, `http://user:${secret}@service.example`],
    [`http://service.example?token=${secret}`, `http://service.example/#${secret}`],
  ].flat(),
  apiKey: [
    [undefined, 5, {}, [secret], '', `two ${secret}`, ` ${secret}`],
    [`${secret}\nend`, `${secret}ü`],
  ].flat(),
  headers: [
    [null, 5, secret, [['x-token', secret]], new Headers({ 'x-token': secret })],
    [new Map([['x-token', secret]]), { 'x token': secret }, { '': secret }],
    [`${secret}\r\nx-other: 1`, `${secret}\x7f`, `${secret}€`, undefined, null, 5, [secret]].map(
      (value) => ({ 'x-token': value }),
    ),
    [{ 'X-Session-API-Key': secret }],
  ].flat(),
  timeoutInMs: [null, {}, '1000', 0, -1, NaN],
  attemptTimeoutInMs: [null, {}, '1000', 0, -1, NaN],
  retries: [null, '2', -1, 0.5, NaN, Infinity],
  fetch: [5, 'fetch', {}],
  middleware: [null, 5, [5], [undefined], () => {}],
  log: [5, 'log', console],
};

describe.each(Object.keys(wrong))('%s', (name) => {
  test.each(wrong[name]!.map((value) => ({ value })))('cannot be $value', async ({ value }) => {
    setEnvironment(undefined, undefined);
    for (const make of [createClient, connect]) {
      const error = await thrownBy(() => make({ baseUrl, apiKey, [name]: value }));
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toMatch(new RegExp(`^${name}\\b`));
      expect(error.stack).not.toContain(secret);
    }
  });
});

test.each([
  ['signal', new AbortController()],
  ['signal', 'abort'],
  ['timeoutInMs', 0],
  ['attemptTimeoutInMs', -1],
  ['retries', 0.5],
  ['headers', { 'x-token': undefined }],
  ['headers', { 'x-session-api-key': secret }],
])('a call with a wrong %s is rejected, and sends nothing', async (name, value) => {
  const { calls, fetch } = recorder();
  const error = await thrownBy(() => clientOver(fetch).settings.get({ [name]: value }));
  expect(error).toBeInstanceOf(TypeError);
  expect(error.message).toMatch(new RegExp(`^${name}\\b`));
  expect(error.message).not.toContain(secret);
  expect(calls).toEqual([]);
});

test('every option but those of the address and the key may be undefined', async () => {
  const { fetch } = recorder();
  const names = ['headers', 'timeoutInMs', 'attemptTimeoutInMs', 'retries', 'middleware', 'log'];
  const none = Object.fromEntries([...names, 'signal'].map((name) => [name, undefined]));
  expect(await clientOver(fetch, none).settings.get(none)).toEqual({});
});

const address = 'http://from.example/environment/';
const url = `${address}api/settings`;
const accept = 'application/json';
const key = { 'x-session-api-key': 'key-from-environment' };
const missing = (name: string, variable: string) =>
  `TypeError: ${name} is missing; give it, or set AGENT_CONVERSATION_${variable}`;

test.each<[what: string, environment: [string?, string?], options: object, result: unknown]>([
  ['both variables', [address, 'key-from-environment'], {}, { url, headers: { accept, ...key } }],
  [
    'another address',
    [address, 'key-from-environment'],
    { baseUrl: 'http://given.example' },
    { url: 'http://given.example/api/settings', headers: { accept, ...key } },
  ],
  [
    'another key',
    [address, 'key-from-environment'],
    { apiKey: 'key-given' },
    { url, headers: { accept, 'x-session-api-key': 'key-given' } },
  ],
  [
    'headers and a key',
    [address, 'key-from-environment'],
    { headers: { 'X-Trace': '1' } },
    { url, headers: { accept, 'x-trace': '1', ...key } },
  ],
  [
    'headers in place of a key',
    [address, ''],
    { headers: { authorization: 'Bearer t-1' } },
    { url, headers: { accept, authorization: 'Bearer t-1' } },
  ],
  ['empty headers in place of a key', [address], { headers: {} }, missing('apiKey', 'API_KEY')],
  ['no address', ['', 'key'], {}, missing('baseUrl', 'BASE_URL')],
  ['no key', [address, ''], {}, missing('apiKey', 'API_KEY')],
  [
    'a wrong key, which is not shown',
    [address, 'S3CR3T 7G2K'],
    {},
    'TypeError: apiKey must be a text of one or more visible ASCII characters, without spaces or line ends',
  ],
  [
    'a wrong address',
    ['localhost:3000', 'key'],
    {},
    'TypeError: baseUrl must be an absolute http(s) address such as http://localhost:3000, without user, query and fragment',
  ],
])('a client with %s', async (_, environment, options, result) => {
  setEnvironment(...environment);
  const { calls, fetch } = recorder();
  const send = async () => {
    await createClient({ ...options, fetch }).settings.get();
    return { url: calls[0]?.url, headers: calls[0]?.init.headers };
  };
  expect(await send().catch(String)).toEqual(result);
});

test('the key is sent with every operation', async () => {
  const { calls, fetch } = recorder();
  const client = clientOver(async (...args) => {
    await fetch(...args);
    return Response.json({ items: [] });
  });
  const { sandboxes, sandboxSpecs, appConversations, conversations, settings } = client;
  await Promise.all([sandboxes.start(), sandboxes.pause('x'), sandboxes.resume('x')]);
  await Promise.all([sandboxes.search(), sandboxSpecs.search(), settings.get()]);
  await Promise.all([appConversations.start(), appConversations.list(), conversations.create({})]);
  expect(calls).toHaveLength(9);
  for (const { init } of calls) expect(init.headers).toMatchObject({ 'x-session-api-key': apiKey });
});

test('a given `fetch` is called without `this`, with an address and options of `fetch`', async () => {
  const calls: unknown[] = [];
  const client = clientOver(async function (this: unknown, ...args) {
    calls.push([this, ...args]);
    return Response.json({});
  });
  const { signal } = new AbortController();
  await client.conversations.create({ initial_user_msg: 'Hello' }, { signal });
  await client.sandboxes.pause('sbx-1');
  const headers = { accept, 'x-session-api-key': apiKey };
  const shared = {
    method: 'POST',
    redirect: 'manual',
    signal: expect.any(AbortSignal) as AbortSignal,
  };
  expect(calls).toEqual([
    [
      undefined,
      'http://service.example/api/conversations',
      {
        ...shared,
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"initial_user_msg":"Hello"}',
      },
    ],
    [
      undefined,
      'http://service.example/api/v1/sandboxes/sbx-1/pause',
      { ...shared, headers, body: null },
    ],
  ]);
  // No `fetch` can keep the signal of the caller.
  expect((calls as [unknown, string, RequestInit][])[0]?.[2].signal).not.toBe(signal);
});

test('the global `fetch` is looked up at each call', async () => {
  const client = createClient({ baseUrl, apiKey });
  for (const language of ['de', 'en']) {
    vi.stubGlobal('fetch', async () => Response.json({ language }));
    expect(await client.settings.get()).toEqual({ language });
  }
});

test('headers of a call precede those of the client, in whatever case', async () => {
  const { calls, fetch } = recorder();
  const client = clientOver(fetch, { headers: { 'X-Trace': 'client', 'x-team': 'blue' } });
  await client.settings.get({ headers: { 'x-trace': 'call', Accept: 'application/json;q=1' } });
  await client.settings.get();
  expect(calls.map(({ init }) => init.headers)).toMatchObject([
    { 'x-trace': 'call', 'x-team': 'blue', accept: 'application/json;q=1' },
    { 'x-trace': 'client', 'x-team': 'blue', accept },
  ]);
});

test('retries of a call precede those of the client, for that call alone', async () => {
  const server = await serve(busy());
  const client = clientOf(server, { retries: 1 });
  const counts: number[] = [];
  for (const options of [{ retries: 0 }, { retries: 3 }, {}, { retries: undefined }]) {
    const before = server.requests.length;
    await thrownBy(client.settings.get(options));
    counts.push(server.requests.length - before);
  }
  expect(counts).toEqual([1, 4, 2, 2]);
});

test.each(['timeoutInMs', 'attemptTimeoutInMs'] as const)(
  '%s of a call precedes that of the client',
  async (name) => {
    const client = clientOver(() => new Promise(() => {}), { [name]: Infinity, retries: 0 });
    const error = await thrownBy(client.settings.get({ [name]: 20 }));
    expect(isTimeoutError(error) && error.timeoutInMs).toBe(20);
  },
);

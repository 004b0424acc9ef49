import {
  type CallOptions,
  createClient,
  isTimeoutError,
} from '@agent-conversation/client';
import { connect } from '@agent-conversation/client/operations';
import { createClient as createFetchClient } from '@agent-conversation/client/openapi-fetch';
import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import { connect as connectTo, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { busy, json } from './replies.ts';
import {
  apiKey,
  clientOf,
  clientOver,
  type Fetch,
  listen,
  serve,
  thrownBy,
} from './support.ts';

const baseUrl = 'http://localhost:3000';
const secret = 'S3CR3T-7G2K';

/** Sets the variables of the environment. */
function setEnvironment(
  address: string | undefined,
  key: string | undefined,
): void {
  vi.stubEnv('AGENT_CONVERSATION_BASE_URL', address);
  vi.stubEnv('AGENT_CONVERSATION_API_KEY', key);
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const respond: Fetch = async () => Response.json({});

const durations = [null, {}, '1000', 0, -1, NaN];
/** Values that no compiler rejects in JavaScript. */
const wrong: Readonly<Record<string, readonly unknown[]>> = {
  baseUrl: [
    [
      undefined,
      null,
      5,
      {},
      '',
      'localhost:3000',
      '/api',
      'ftp://service.example',
      'http://',
    ],
    [
      `http://${secret}@service.example`,
      `http://user:${secret}@service.example`,
    ],
    [
      `http:/${secret}@service.example`,
      `http:${secret}@service.example`,
      `http:///${secret}@service.example`,
    ],
    [
      `http:\\\\${secret}@service.example`,
      `ht\ttp://${secret}@service.example`,
      `http:/\n/${secret}@service.example`,
    ],
    [
      `http://service.example?token=${secret}`,
      `http://service.example/#${secret}`,
    ],
  ].flat(),
  apiKey: [
    [undefined, 5, {}, [secret], '', `two ${secret}`, ` ${secret}`],
    [`${secret}\nend`, `${secret}ü`],
  ].flat(),
  headers: [
    [
      null,
      5,
      secret,
      [['x-token', secret]],
      new Headers({ 'x-token': secret }),
    ],
    [new Map([['x-token', secret]]), { 'x token': secret }, { '': secret }],
    [
      `${secret}\r\nx-other: 1`,
      `${secret}\x7f`,
      `${secret}€`,
      undefined,
      null,
      5,
      [secret],
    ].map((value) => ({ 'x-token': value })),
    [{ 'X-Session-API-Key': secret }],
  ].flat(),
  timeoutInMs: durations,
  attemptTimeoutInMs: durations,
  maxBodyInBytes: durations,
  retries: [null, '2', -1, 0.5, NaN, Infinity],
  fetch: [5, 'fetch', {}],
  middleware: [null, 5, [5], [undefined], () => secret],
  log: [5, 'log', console],
  signal: [5, 'abort', new AbortController()],
};

const unused = vi.fn<Fetch>();
const makers = {
  createClient: (options: object) =>
    createClient({ baseUrl, apiKey, ...options }),
  connect: (options: object) => connect({ baseUrl, apiKey, ...options }),
  'a call': (options: object) => clientOver(unused).settings.get(options),
};
const ofCalls = [
  'timeoutInMs',
  'attemptTimeoutInMs',
  'maxBodyInBytes',
  'retries',
  'headers',
];

describe.each([
  ...Object.keys(wrong)
    .filter((name) => name !== 'signal')
    .map((name) => ({ name, of: ['createClient', 'connect'] as const })),
  ...['signal', ...ofCalls].map((name) => ({ name, of: ['a call'] as const })),
])('$name of $of', ({ name, of }) => {
  test.each(wrong[name]!.map((value) => ({ value })))(
    'cannot be $value',
    async ({ value }) => {
      setEnvironment(undefined, undefined);
      for (const maker of of) {
        const error = await thrownBy(() => makers[maker]({ [name]: value }));
        expect(error).toBeInstanceOf(TypeError);
        expect(error.message).toMatch(new RegExp(`^${name}\\b`));
        expect(error.stack).not.toContain(secret);
      }
      expect(unused).not.toHaveBeenCalled();
    },
  );
});

const address = 'http://from.example/environment/';
const accept = 'application/json';
const key = { 'x-session-api-key': 'key-from-environment' };
const both = [address, key['x-session-api-key']] as const;
/** What is sent with the address of the environment. */
const sent = (headers: object, url = `${address}api/settings`) => ({
  url,
  headers: { accept, ...headers },
});
const missing = (name: string, variable: string) =>
  `TypeError: ${name} is missing; give it, or set AGENT_CONVERSATION_${variable}`;
const wrongKey = 'TypeError: apiKey must be visible ASCII characters';
const wrongAddress =
  'TypeError: baseUrl must be an http(s) URL without user, query and fragment';
const given = { baseUrl: 'http://given.example' };
const bearer = { authorization: 'Bearer t-1' };

test.each<{
  title: string;
  variables: readonly [string?, string?];
  options: object;
  result: unknown;
}>([
  {
    title: 'both variables',
    variables: both,
    options: {},
    result: sent(key),
  },
  {
    title: 'another address',
    variables: both,
    options: given,
    result: sent(key, 'http://given.example/api/settings'),
  },
  {
    title: 'another key',
    variables: both,
    options: { apiKey: 'key-2' },
    result: sent({ 'x-session-api-key': 'key-2' }),
  },
  {
    title: 'headers and a key',
    variables: both,
    options: { headers: { 'X-A': '1' } },
    result: sent({ 'x-a': '1', ...key }),
  },
  {
    title: 'headers in place of a key',
    variables: [address, ''],
    options: { headers: bearer },
    result: sent(bearer),
  },
  {
    title: 'empty headers in place of a key',
    variables: [address],
    options: { headers: {} },
    result: missing('apiKey', 'API_KEY'),
  },
  {
    title: 'no address',
    variables: ['', 'key'],
    options: {},
    result: missing('baseUrl', 'BASE_URL'),
  },
  {
    title: 'no key',
    variables: [address, ''],
    options: {},
    result: missing('apiKey', 'API_KEY'),
  },
  {
    title: 'a wrong key, which is not shown',
    variables: [address, 'S3CR3T 7G2K'],
    options: {},
    result: wrongKey,
  },
  {
    title: 'a wrong address',
    variables: ['localhost:3000', 'key'],
    options: {},
    result: wrongAddress,
  },
])('a client with $title', async ({ variables, options, result }) => {
  setEnvironment(...variables);
  const fetch = vi.fn<Fetch>(respond);
  const send = async () => {
    await createClient({ ...options, fetch }).settings.get();
    const [url, { headers }] = fetch.mock.calls[0]!;
    return { url, headers };
  };
  expect(await send().catch(String)).toEqual(result);
});

test.each(['/@team', '/@team/service', '/a@b/c', '/p/user:word@x/', '/%40'])(
  'an address can have %s in its path',
  async (path) => {
    const fetch = vi.fn<Fetch>(respond);
    const base = `http://service.example${path}`;
    await createClient({ baseUrl: base, apiKey, fetch }).settings.get();
    expect(fetch.mock.calls[0]?.[0]).toBe(
      `${base.replace(/\/$/, '')}/api/settings`,
    );
  },
);

test('a given `fetch` is called without `this`, with an address and options of `fetch`', async () => {
  const fetch = vi.fn<Fetch>(respond);
  const { conversations, sandboxes } = clientOver(fetch);
  const { signal } = new AbortController();
  await conversations.create({ initial_user_msg: 'Hello' }, { signal });
  await sandboxes.pause('sbx-1');
  const headers = { accept, 'x-session-api-key': apiKey };
  const shared = {
    method: 'POST',
    redirect: 'manual',
    signal: expect.any(AbortSignal) as unknown,
  };
  const type = { 'content-type': 'application/json' };
  const body = '{"initial_user_msg":"Hello"}';
  expect(fetch.mock.calls).toEqual([
    [
      'http://service.example/api/conversations',
      { ...shared, headers: { ...headers, ...type }, body },
    ],
    [
      'http://service.example/api/v1/sandboxes/sbx-1/pause',
      { ...shared, headers, body: null },
    ],
  ]);
  expect(fetch.mock.contexts).toEqual([undefined, undefined]);
  // No `fetch` can keep the signal of the caller.
  expect(fetch.mock.calls[0]?.[1].signal).not.toBe(signal);
});

test('the global `fetch` is looked up at each call', async () => {
  const client = createClient({ baseUrl, apiKey });
  for (const language of ['de', 'en']) {
    vi.stubGlobal('fetch', async () => Response.json({ language }));
    expect(await client.settings.get()).toEqual({ language });
  }
});

test('headers of a call precede those of the client, in whatever case', async () => {
  const fetch = vi.fn<Fetch>(respond);
  const client = clientOver(fetch, {
    headers: { 'X-Trace': 'client', 'x-team': 'blue' },
  });
  await client.settings.get({
    headers: { 'x-trace': 'call', Accept: 'application/json;q=1' },
  });
  await client.settings.get();
  expect(fetch.mock.calls.map(([, { headers }]) => headers)).toMatchObject([
    { 'x-trace': 'call', 'x-team': 'blue', accept: 'application/json;q=1' },
    { 'x-trace': 'client', 'x-team': 'blue', accept },
  ]);
});

test('retries of a call precede those of the client, for that call alone, unless undefined', async () => {
  const client = clientOf(await serve(busy()), {
    retries: 1,
    headers: undefined,
    log: undefined,
  });
  const attemptsWith = async (options: CallOptions) =>
    (await client.settings.get(options).catch((error: unknown) => error)) as {
      attempts: number;
    };
  const all = [
    { retries: 0 },
    { retries: 3 },
    {},
    { retries: undefined, signal: undefined },
  ];
  const errors = await Promise.all(all.map(attemptsWith));
  expect(errors.map(({ attempts }) => attempts)).toEqual([1, 4, 2, 2]);
});

test.each([
  { name: 'timeoutInMs', ofClient: Infinity },
  { name: 'attemptTimeoutInMs', ofClient: 300_000 },
])(
  '$name of a call precedes that of the client',
  async ({ name, ofClient }) => {
    const client = clientOver(() => new Promise(() => {}), {
      [name]: ofClient,
      retries: 0,
    });
    const error = await thrownBy(client.settings.get({ [name]: 20 }));
    expect(isTimeoutError(error) && error.timeoutInMs).toBe(20);
  },
);

test('an attempt may take as long as Node waits for a response, and no longer', async () => {
  const { language } = await clientOver(respond, {
    attemptTimeoutInMs: 300_000,
  }).settings.get();
  expect(language).toBeUndefined();
  const options = { baseUrl: 'http://service.example', apiKey, fetch: unused };
  const { GET } = createFetchClient(options);
  for (const attemptTimeoutInMs of [300_001, 2 ** 31, Infinity]) {
    const reason = `attemptTimeoutInMs must be a number above 0, at most 300000, not ${attemptTimeoutInMs}`;
    const errors = await Promise.all([
      thrownBy(() => makers.createClient({ attemptTimeoutInMs })),
      thrownBy(() => makers.connect({ attemptTimeoutInMs })),
      thrownBy(() => makers['a call']({ attemptTimeoutInMs })),
      thrownBy(() => createFetchClient({ ...options, attemptTimeoutInMs })),
      thrownBy(() => GET('/api/settings', { attemptTimeoutInMs })),
    ]);
    expect(errors.map(String)).toEqual(
      errors.map(() => `TypeError: ${reason}`),
    );
  }
  expect(unused).not.toHaveBeenCalled();
});

test('a given `fetch` gets these options', async () => {
  const fetch = vi.fn<Fetch>(respond);
  await clientOver(fetch).settings.get();
  expect(Object.keys(fetch.mock.calls[0]![1]).toSorted()).toEqual([
    'body',
    'headers',
    'method',
    'redirect',
    'signal',
  ]);
});

test('environment proxies are used as Node is asked to', async () => {
  const service = await serve(json({ language: 'de' }));
  const targets: string[] = [];
  const proxy = createServer(
    (_, response) => void response.writeHead(502).end(),
  );
  proxy.on('connect', (request: IncomingMessage, client: Socket) => {
    targets.push(request.url!);
    const target = connectTo(
      Number(new URL(service.baseUrl).port),
      '127.0.0.1',
      () => {
        client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        target.pipe(client).pipe(target);
      },
    );
  });
  const script = `
    import { createClient } from '@agent-conversation/client';
    const client = createClient({ baseUrl: 'http://service.example', apiKey: 'any' });
    console.log(JSON.stringify(await client.settings.get({ retries: 0 })));
  `;
  const HTTP_PROXY = await listen(proxy);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script],
    {
      env: {
        ...process.env,
        NODE_USE_ENV_PROXY: '1',
        HTTP_PROXY,
        NO_PROXY: '',
      },
    },
  );
  expect(stdout).toBe('{"language":"de"}\n');
  expect(targets).toEqual(['service.example:80']);
});

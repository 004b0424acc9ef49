import { type CallOptions, createClient, isTimeoutError } from '@agent-conversation/client';
import { connect } from '@agent-conversation/client/operations';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { busy } from './replies.ts';
import { apiKey, clientOf, clientOver, type Fetch, serve, thrownBy } from './support.ts';

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

const respond: Fetch = async () => Response.json({});

const durations = [null, {}, '1000', 0, -1, NaN];
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
  timeoutInMs: durations,
  attemptTimeoutInMs: durations,
  retries: [null, '2', -1, 0.5, NaN, Infinity],
  fetch: [5, 'fetch', {}],
  middleware: [null, 5, [5], [undefined], () => secret],
  log: [5, 'log', console],
  signal: [5, 'abort', new AbortController()],
};

const unused = vi.fn<Fetch>();
const makers = {
  createClient: (options: object) => createClient({ baseUrl, apiKey, ...options }),
  connect: (options: object) => connect({ baseUrl, apiKey, ...options }),
  'a call': (options: object) => clientOver(unused).settings.get(options),
};
const ofCalls = ['timeoutInMs', 'attemptTimeoutInMs', 'retries', 'headers'];

describe.each([
  ...Object.keys(wrong)
    .filter((name) => name !== 'signal')
    .map((name) => ({ name, of: ['createClient', 'connect'] as const })),
  ...['signal', ...ofCalls].map((name) => ({ name, of: ['a call'] as const })),
])('$name of $of', ({ name, of }) => {
  test.each(wrong[name]!.map((value) => ({ value })))('cannot be $value', async ({ value }) => {
    setEnvironment(undefined, undefined);
    for (const maker of of) {
      const error = await thrownBy(() => makers[maker]({ [name]: value }));
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toMatch(new RegExp(`^${name}\\b`));
      expect(error.stack).not.toContain(secret);
    }
    expect(unused).not.toHaveBeenCalled();
  });
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
const wrongKey = 'TypeError: apiKey must be a text of visible ASCII characters without spaces';
const wrongAddress =
  'TypeError: baseUrl must be an http(s) address without user, query and fragment, such as http://localhost:3000';
const given = { baseUrl: 'http://given.example' };
const bearer = { authorization: 'Bearer t-1' };

test.each<[what: string, variables: readonly [string?, string?], options: object, result: unknown]>(
  [
    ['both variables', both, {}, sent(key)],
    ['another address', both, given, sent(key, 'http://given.example/api/settings')],
    ['another key', both, { apiKey: 'key-2' }, sent({ 'x-session-api-key': 'key-2' })],
    ['headers and a key', both, { headers: { 'X-A': '1' } }, sent({ 'x-a': '1', ...key })],
    ['headers in place of a key', [address, ''], { headers: bearer }, sent(bearer)],
    ['empty headers in place of a key', [address], { headers: {} }, missing('apiKey', 'API_KEY')],
    ['no address', ['', 'key'], {}, missing('baseUrl', 'BASE_URL')],
    ['no key', [address, ''], {}, missing('apiKey', 'API_KEY')],
    ['a wrong key, which is not shown', [address, 'S3CR3T 7G2K'], {}, wrongKey],
    ['a wrong address', ['localhost:3000', 'key'], {}, wrongAddress],
  ],
)('a client with %s', async (_, variables, options, result) => {
  setEnvironment(...variables);
  const fetch = vi.fn<Fetch>(respond);
  const send = async () => {
    await createClient({ ...options, fetch }).settings.get();
    const [url, { headers }] = fetch.mock.calls[0]!;
    return { url, headers };
  };
  expect(await send().catch(String)).toEqual(result);
});

test('a given `fetch` is called without `this`, with an address and options of `fetch`', async () => {
  const fetch = vi.fn<Fetch>(respond);
  const { conversations, sandboxes } = clientOver(fetch);
  const { signal } = new AbortController();
  await conversations.create({ initial_user_msg: 'Hello' }, { signal });
  await sandboxes.pause('sbx-1');
  const headers = { accept, 'x-session-api-key': apiKey };
  const shared = { method: 'POST', redirect: 'manual', signal: expect.any(AbortSignal) as unknown };
  const type = { 'content-type': 'application/json' };
  const body = '{"initial_user_msg":"Hello"}';
  expect(fetch.mock.calls).toEqual([
    [
      'http://service.example/api/conversations',
      { ...shared, headers: { ...headers, ...type }, body },
    ],
    ['http://service.example/api/v1/sandboxes/sbx-1/pause', { ...shared, headers, body: null }],
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
  const client = clientOver(fetch, { headers: { 'X-Trace': 'client', 'x-team': 'blue' } });
  await client.settings.get({ headers: { 'x-trace': 'call', Accept: 'application/json;q=1' } });
  await client.settings.get();
  expect(fetch.mock.calls.map(([, { headers }]) => headers)).toMatchObject([
    { 'x-trace': 'call', 'x-team': 'blue', accept: 'application/json;q=1' },
    { 'x-trace': 'client', 'x-team': 'blue', accept },
  ]);
});

test('retries of a call precede those of the client, for that call alone, unless undefined', async () => {
  const client = clientOf(await serve(busy()), { retries: 1, headers: undefined, log: undefined });
  const attemptsWith = async (options: CallOptions) =>
    (await client.settings.get(options).catch((error: unknown) => error)) as { attempts: number };
  const all = [{ retries: 0 }, { retries: 3 }, {}, { retries: undefined, signal: undefined }];
  const errors = await Promise.all(all.map(attemptsWith));
  expect(errors.map(({ attempts }) => attempts)).toEqual([1, 4, 2, 2]);
});

test.each(['timeoutInMs', 'attemptTimeoutInMs'] as const)(
  '%s of a call precedes that of the client',
  async (name) => {
    const client = clientOver(() => new Promise(() => {}), { [name]: Infinity, retries: 0 });
    const error = await thrownBy(client.settings.get({ [name]: 20 }));
    expect(isTimeoutError(error) && error.timeoutInMs).toBe(20);
  },
);

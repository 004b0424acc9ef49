import type { Entry, Har } from 'har-format';
import packageJson from '../package.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { createMock, type MockOptions } from './index.ts';
import { ask, type Extra } from './testing/ask.ts';

const make = (options: MockOptions = {}) => createMock({ control: true, ...options });
const journal = async (mock: ReturnType<typeof make>) =>
  ask<Har>(mock, 'GET', '/_mock/journal', { key: null });
const entriesOf = async (mock: ReturnType<typeof make>) => (await journal(mock)).body.log.entries;
const only = async (...request: [method: string, path: string, extra?: Extra]) => {
  const mock = make();
  await ask(mock, ...request);
  const [entry] = await entriesOf(mock);
  return entry as Entry & Record<string, unknown>;
};

const [aText, number] = [expect.any(String) as string, expect.any(Number) as number];
const pairs = expect.arrayContaining([{ name: aText, value: aText }]) as unknown;

test('the journal has what HAR 1.2 requires, and names the mock', async () => {
  const mock = make({ faults: [{ operation: 'startSandbox', break: 'reset' }] });
  await ask(mock, 'GET', '/api/v1/sandboxes/search?limit=7');
  await ask(mock, 'POST', '/api/v1/sandboxes').catch(() => undefined);
  const { log } = (await journal(mock)).body;
  expect({ ...log, entries: [] }).toEqual({
    version: '1.2',
    creator: { name: packageJson.name, version: packageJson.version },
    entries: [],
  });
  expect(log.entries.map(({ response }) => response.status)).toEqual([200, 0]);
  const common = { httpVersion: aText, cookies: [], headersSize: number, bodySize: number };
  expect(log.entries[0]).toMatchObject({
    startedDateTime: aText,
    time: number,
    request: { ...common, method: 'GET', url: aText, headers: pairs, queryString: pairs },
    response: {
      ...common,
      status: 200,
      statusText: aText,
      headers: pairs,
      content: { size: number, mimeType: 'application/json' },
      redirectURL: aText,
    },
    cache: {},
    timings: { send: number, wait: number, receive: number },
  });
  expect(log.entries[1]).toMatchObject({ _fault: 'reset' });
});

test('an entry tells the request, the answer, and what the mock makes of them', async () => {
  const entry = await only('GET', '/api/v1/sandboxes/search?limit=7&limit=8', {
    headers: { Host: '127.0.0.1:4010' },
  });
  expect(entry).toMatchObject({
    request: {
      method: 'GET',
      url: 'http://127.0.0.1:4010/api/v1/sandboxes/search?limit=7&limit=8',
      queryString: [
        { name: 'limit', value: '7' },
        { name: 'limit', value: '8' },
      ],
      bodySize: 0,
    },
    response: { status: 422, content: { mimeType: 'application/json' } },
    _operation: 'searchSandboxes',
    _findings: [{ side: 'request', part: 'query', pointer: '/limit' }],
  });
  expect(entry.request.postData).toBe(undefined);
  expect(Math.abs(Date.now() - Date.parse(entry.startedDateTime))).toBeLessThan(10_000);
  expect(entry.time).toBe(entry.timings.wait);
});

const secret = 'MARKER';

test.each<[string, string, string, Extra]>([
  ['a key', 'GET', '/api/settings', { key: secret }],
  [
    'other headers that let somebody in',
    'GET',
    '/api/settings',
    { headers: { Authorization: `Bearer ${secret}`, Cookie: `a=${secret}` } },
  ],
  [
    'the keys of tool servers',
    'POST',
    '/api/conversations',
    {
      body: {
        mcp_config: {
          sse_servers: [{ api_key: secret }],
          shttp_servers: [{ api_key: secret }],
          stdio_servers: [{ env: { TOKEN: secret, deep: { more: [secret] } } }],
        },
      },
    },
  ],
  [
    'what breaks the contract',
    'POST',
    '/api/conversations',
    {
      body: {
        mcp_config: { sse_servers: [{ api_key: [secret] }], stdio_servers: [{ env: secret }] },
      },
    },
  ],
  [
    'what no contract puts there',
    'POST',
    '/api/v1/app-conversations',
    { body: [{ more: { llm_api_key: secret, secrets: { custom_secrets: { a: secret } } } }] },
  ],
  ['what is not JSON', 'POST', '/api/conversations', { body: `{"api_key":"${secret}"` }],
  [
    'what is of another form',
    'POST',
    '/api/conversations',
    { body: `api_key=${secret}`, headers: { 'Content-Type': 'text/plain' } },
  ],
])('%s is not in the journal', async (_, method, path, extra) => {
  const mock = make();
  await ask(mock, method, path, extra);
  const { text, body } = await journal(mock);
  expect(body.log.entries).toHaveLength(1);
  expect(text).not.toContain(secret);
});

test('the keys of sandboxes, which answers give, are not in the journal', async () => {
  const mock = make({ startupTimeInMs: 0 });
  const { text } = await ask(mock, 'POST', '/api/v1/sandboxes');
  expect(text).toContain('mock-key-of-');
  await ask(mock, 'POST', '/api/v1/app-conversations');
  await ask(mock, 'GET', '/api/v1/app-conversations');
  await ask(mock, 'GET', '/api/v1/sandboxes/search');
  const told = (await journal(mock)).text;
  expect(told).toContain('[redacted]');
  expect(told).not.toContain('mock-key-of-');
});

test('the last thousand are kept, without those that steer', async () => {
  const mock = make();
  for (let sent = 0; sent < 1010; sent += 1) {
    await ask(mock, 'GET', `/api/v1/sandboxes/search?more=${sent}`);
    if (sent % 100 === 0) await ask(mock, 'GET', '/_mock/faults');
  }
  const entries = await entriesOf(mock);
  const shown = entries.map(({ request }) => request.queryString[0]?.value);
  expect(shown).toEqual(Array.from({ length: 1000 }, (_, index) => String(index + 10)));
});

test('the journal keeps 8 MiB of bodies at most, of the last exchanges', async () => {
  const mock = make();
  for (let sent = 0; sent < 12; sent += 1) {
    await ask(mock, 'POST', '/api/conversations', { body: ' '.repeat(2 ** 20) });
    await ask(mock, 'GET', `/api/v1/sandboxes/search?limit=${sent + 1}`);
  }
  const entries = await entriesOf(mock);
  expect(entries.at(-1)!.request.url).toMatch(/limit=12$/);
  expect(entries.filter(({ request }) => request.method === 'POST')).toHaveLength(7);
  expect(JSON.stringify(entries)).toContain('limit=6');
  expect(JSON.stringify(entries)).not.toContain('limit=4"');
});

test('a secret in a query is redacted', async () => {
  const { request } = await only('GET', '/api/settings?api_key=MARKER&limit=1');
  expect(request).toMatchObject({
    url: 'http://mock/api/settings?api_key=[redacted]&limit=1',
    queryString: [
      { name: 'api_key', value: '[redacted]' },
      { name: 'limit', value: '1' },
    ],
  });
});

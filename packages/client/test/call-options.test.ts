import { isTimeoutError } from '@agent-conversation/client';
import { afterAll, expect, test, vi } from 'vitest';
import {
  apiKey,
  busy,
  clientOf,
  clientOver,
  closeServers,
  json,
  serve,
  success,
  thrownBy,
} from './support.ts';

afterAll(closeServers);

test('headers of a call come before those of the client, in whatever case', async () => {
  const server = await serve(success);
  const client = clientOf(server, { headers: { 'X-Trace': 'client', 'x-team': 'blue' } });
  await client.settings.get({ headers: { 'x-trace': 'call', Accept: 'application/json;q=1' } });
  await client.settings.get();
  expect(server.requests.map(({ headers }) => headers)).toMatchObject([
    { 'x-trace': 'call', 'x-team': 'blue', accept: 'application/json;q=1' },
    { 'x-trace': 'client', 'x-team': 'blue', accept: 'application/json' },
  ]);
});

test('headers may take the place of the key', async () => {
  vi.stubEnv('AGENT_CONVERSATION_API_KEY', undefined);
  const server = await serve(success);
  const client = clientOf(server, { apiKey: undefined, headers: { Authorization: 'Bearer t-1' } });
  await client.settings.get();
  expect(server.requests[0]?.headers).toMatchObject({ authorization: 'Bearer t-1' });
  expect(server.requests[0]?.headers).not.toHaveProperty('x-session-api-key');
});

test('the key goes along with every request', async () => {
  const server = await serve(json({ items: [] }));
  const { sandboxes, sandboxSpecs, appConversations, conversations, settings } = clientOf(server);
  await sandboxes.start();
  await sandboxes.pause('sbx-1');
  await sandboxes.resume('sbx-1');
  await sandboxes.search();
  await sandboxSpecs.search();
  await appConversations.start();
  await appConversations.list();
  await conversations.create({});
  await settings.get();
  const keys = server.requests.map(({ headers }) => headers['x-session-api-key']);
  expect(keys).toEqual(Array.from({ length: 9 }, () => apiKey));
});

test('the key goes along with headers', async () => {
  const server = await serve(success);
  await clientOf(server, { headers: { 'x-trace': '1' } }).settings.get();
  expect(server.requests[0]?.headers).toMatchObject({
    'x-trace': '1',
    'x-session-api-key': apiKey,
  });
});

test.each([
  [{ retries: 0 }, { retries: 1 }, 2],
  [{ retries: 3 }, { retries: 0 }, 1],
  [{ retries: 3 }, {}, 4],
  [{ retries: 3 }, { retries: undefined }, 4],
])('retries of a client %o and of a call %o', async (options, callOptions, attempts) => {
  const server = await serve(busy());
  await thrownBy(clientOf(server, options).settings.get(callOptions));
  expect(server.requests).toHaveLength(attempts);
});

test.each(['timeoutInMs', 'attemptTimeoutInMs'] as const)(
  '%s of a call comes before that of the client',
  async (name) => {
    const client = clientOver(() => new Promise(() => {}), { [name]: Infinity, retries: 0 });
    const error = await thrownBy(client.settings.get({ [name]: 20 }));
    expect(isTimeoutError(error) && error.timeoutInMs).toBe(20);
  },
);

test('a call has its own options, and those of the client stay', async () => {
  const server = await serve(busy());
  const client = clientOf(server, { retries: 1 });
  await thrownBy(client.settings.get({ retries: 0 }));
  await thrownBy(client.settings.get());
  expect(server.requests).toHaveLength(3);
});

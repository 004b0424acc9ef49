/* A suite for every test runner and environment: the mock in place of the service, without a port. */
import { createClient, NotFoundError } from '@agent-conversation/client';
import { createClient as createFetchClient } from '@agent-conversation/client/openapi-fetch';
import { createMock } from '@agent-conversation/mock';

const mock = createMock({ seed: 'suite', clock: 'manual' });
const headers = {
  'X-Session-API-Key': 'any',
  'Content-Type': 'application/json',
};
const baseUrl = 'http://localhost:3000';
const conversations = `${baseUrl}/api/conversations`;
const body = '{"conversation_id":"00000000000000000000000000000001"}';

beforeEach(() => mock.reset());

test('the client works', async () => {
  const client = createClient({ baseUrl, apiKey: 'any', fetch: mock.fetch });
  const sandbox = await client.sandboxes.start();
  expect(sandbox.status).toBe('STARTING');
  await expect(client.sandboxes.pause('unknown')).rejects.toThrow(
    NotFoundError,
  );
  const { signal } = new AbortController();
  expect((await client.sandboxes.search({}, { signal })).items).toHaveLength(1);
});

test('the openapi-fetch entry works', async () => {
  const client = createFetchClient({
    baseUrl,
    apiKey: 'any',
    fetch: mock.fetch,
  });
  const { data, response } = await client.GET('/api/v1/sandboxes/search');
  expect([response.status, data]).toEqual([
    200,
    { items: [], next_page_id: null },
  ]);
});

test('Request, Headers, Blob, URLSearchParams and FormData of the environment work', async () => {
  const init = { method: 'POST', headers: new Headers(headers), body };
  const response = await mock.fetch(new Request(conversations, init));
  expect([response.status, response.url]).toEqual([200, conversations]);
  const bytes = new TextEncoder().encode(body);
  for (const content of [
    new Blob([body], { type: 'application/json' }),
    bytes,
  ]) {
    const { status } = await mock.fetch(conversations, {
      ...init,
      body: content,
    });
    expect(status).toBe(200);
  }
  const key = { 'x-session-API-key': 'any' };
  for (const content of [new URLSearchParams({ title: 'a' }), new FormData()]) {
    const sent = { method: 'POST', headers: key, body: content };
    expect((await mock.fetch(conversations, sent)).status).toBe(422);
  }
});

test('a Request of another library works', async () => {
  const foreign = {
    url: conversations,
    method: 'POST',
    headers: new Map(Object.entries(headers)),
    redirect: 'follow',
    arrayBuffer: async () => new TextEncoder().encode(body).buffer,
  };
  expect((await mock.fetch(foreign)).status).toBe(200);
});

const isPage = typeof document === 'object';

test('a relative URL leads to the page, and without one nowhere', async () => {
  const call = mock.fetch('/api/settings', { headers });
  const outcome = await call.then(
    ({ url }) => url,
    ({ name }) => name,
  );
  expect(outcome).toBe(
    isPage ? new URL('/api/settings', location.href).href : 'TypeError',
  );
});

test('an abort rejects, before the headers and after them', async () => {
  const early = new AbortController();
  const call = mock.fetch(`${baseUrl}/api/settings`, {
    headers,
    signal: early.signal,
  });
  early.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  const late = new AbortController();
  const response = await mock.fetch(`${baseUrl}/api/settings`, {
    headers,
    signal: late.signal,
  });
  late.abort();
  await expect(response.text()).rejects.toMatchObject({ name: 'AbortError' });
});

test('a page cannot see where a redirect leads that it does not follow', async () => {
  mock.fault({ status: 307, headers: { Location: '/api/settings' }, times: 1 });
  const init = { headers, redirect: 'manual' };
  const { status, type } = await mock.fetch(`${baseUrl}/api/settings`, init);
  expect([status, type]).toEqual(
    isPage ? [0, 'opaqueredirect'] : [307, 'basic'],
  );
});

test('a page sees whether a response is of its own origin', async () => {
  const origin = isPage ? location.origin : 'http://mock';
  const { type } = await mock.fetch(`${origin}/api/settings`, { headers });
  const { type: ofOther } = await mock.fetch('http://other/api/settings', {
    headers,
  });
  expect([type, ofOther]).toEqual(['basic', isPage ? 'cors' : 'basic']);
});

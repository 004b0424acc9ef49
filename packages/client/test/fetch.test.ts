import { afterEach, expect, test } from 'vitest';
import { apiKey, clientOver } from './support.ts';
import { createClient } from '@agent-conversation/client';

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
});

test('a given fetch is called with no this, a text and an init', async () => {
  const calls: unknown[] = [];
  const client = clientOver(async function (this: unknown, ...args) {
    calls.push([this, ...args]);
    return Response.json({});
  });
  await client.conversations.create({ initial_user_msg: 'Hello' });
  expect(calls).toEqual([
    [
      undefined,
      'http://service.example/api/conversations',
      {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'x-session-api-key': apiKey,
        },
        body: '{"initial_user_msg":"Hello"}',
        signal: expect.any(AbortSignal) as AbortSignal,
        redirect: 'manual',
      },
    ],
  ]);
});

test('a request without a body has no content type', async () => {
  const inits: RequestInit[] = [];
  const client = clientOver(async (_, init) => {
    inits.push(init);
    return Response.json({});
  });
  await client.sandboxes.pause('sbx-1');
  expect(inits).toMatchObject([{ method: 'POST', body: null }]);
  expect(Object.keys(inits[0]?.headers ?? {})).toEqual(['accept', 'x-session-api-key']);
});

test('the global fetch is looked up at each call', async () => {
  const client = createClient({ baseUrl: 'http://service.example', apiKey });
  for (const language of ['de', 'en']) {
    globalThis.fetch = async () => Response.json({ language });
    expect(await client.settings.get()).toEqual({ language });
  }
});

test('a signal of the caller is not given on, so that no fetch keeps it', async () => {
  const { signal } = new AbortController();
  const signals: unknown[] = [];
  const client = clientOver(async (_, init) => {
    signals.push(init.signal);
    return Response.json({});
  });
  await client.settings.get({ signal });
  expect(signals).toHaveLength(1);
  expect(signals[0]).not.toBe(signal);
});

import { getEventListeners } from 'node:events';
import { type CallOptions, createClient } from '@agent-conversation/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Fetch = () => Promise<Response>;

const never: Fetch = () => new Promise(() => {});
const stall: Fetch = async () =>
  new Response(new ReadableStream(), { headers: { 'content-type': 'application/json' } });
const busy: Fetch = async () =>
  new Response('', { status: 503, headers: { 'retry-after': '86400' } });
const success: Fetch = async () => Response.json({});
const refused: Fetch = async () => {
  throw new TypeError('fetch failed');
};

test.each<[how: string, end: string, Fetch, CallOptions]>([
  ['success', 'data', success, {}],
  ['failure', 'NotFoundError', async () => Response.json({}, { status: 404 }), {}],
  ['refused connection', 'ConnectionError', refused, { retries: 0 }],
  ['attempt timeout', 'TimeoutError', never, { attemptTimeoutInMs: 20, retries: 0 }],
  ['call timeout', 'TimeoutError', stall, { timeoutInMs: 20 }],
  ['abort without a response', 'AbortedError', never, {}],
  ['abort in the body', 'AbortedError', stall, {}],
  ['abort in a pause', 'AbortedError', busy, { timeoutInMs: 1e9 }],
])('calls that end by %s leave no timer and no listener', async (_, end, fetch, options) => {
  const client = createClient({ baseUrl: 'http://service.example', apiKey: 'any', fetch });
  const controller = new AbortController();
  const { signal } = controller;
  const calls = Array.from({ length: 50 }, () =>
    client.settings.get({ attemptTimeoutInMs: 1e9, ...options, signal }).then(
      () => 'data',
      ({ name }: Error) => name,
    ),
  );
  await vi.advanceTimersByTimeAsync(30);
  if (end === 'AbortedError') controller.abort();
  expect(new Set(await Promise.all(calls))).toEqual(new Set([end]));
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

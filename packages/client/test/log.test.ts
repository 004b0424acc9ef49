import type { LogEntry } from '@agent-conversation/client';
import { afterAll, expect, test } from 'vitest';
import {
  busy,
  clientOf,
  clientOver,
  closeServers,
  json,
  reset,
  serve,
  thrownBy,
} from './support.ts';

afterAll(closeServers);

const pause = {
  operation: 'pauseSandbox',
  method: 'POST',
  path: '/api/v1/sandboxes/{sandbox_id}/pause',
};
const get = { operation: 'getSettings', method: 'GET', path: '/api/settings' };
const duration = expect.any(Number) as number;

test('each attempt of a call has an entry, with these members and no others', async () => {
  const entries: LogEntry[] = [];
  const done = json({ success: true }, 200, { 'x-request-id': 'r-3' });
  const server = await serve(busy(), reset, done);
  const client = clientOf(server, { log: (entry) => entries.push(entry) });
  await client.sandboxes.pause('sbx-secret');
  expect(entries).toStrictEqual([
    {
      ...pause,
      attempt: 1,
      durationInMs: duration,
      status: 503,
      requestId: undefined,
      error: undefined,
      retryInMs: 0,
    },
    {
      ...pause,
      attempt: 2,
      durationInMs: duration,
      status: undefined,
      requestId: undefined,
      error: 'ConnectionError',
      retryInMs: expect.any(Number) as number,
    },
    {
      ...pause,
      attempt: 3,
      durationInMs: duration,
      status: 200,
      requestId: 'r-3',
      error: undefined,
      retryInMs: undefined,
    },
  ]);
  for (const { durationInMs } of entries) expect(durationInMs).toBeGreaterThan(0);
});

test('the pause of a retry is told before it, as long as it lasts', async () => {
  const retries: (number | undefined)[] = [];
  const server = await serve(busy(1), json({}));
  await clientOf(server, { log: ({ retryInMs }) => retries.push(retryInMs) }).settings.get();
  expect(retries).toEqual([1000, undefined]);
});

test.each([
  ['a middleware has thrown', () => Promise.reject(new RangeError('mine')), 'RangeError'],
  ['a middleware has thrown something', () => Promise.reject(undefined as never), 'Error'],
])('there is an entry when %s', async (_, middleware, error) => {
  const entries: LogEntry[] = [];
  const client = clientOver(fetch, {
    middleware: [middleware],
    log: (entry) => entries.push(entry),
  });
  await client.settings.get().catch(() => {});
  expect(entries).toMatchObject([{ ...get, attempt: 1, error, status: undefined }]);
});

test('there is an entry when the caller aborts, and none before anything was tried', async () => {
  const entries: LogEntry[] = [];
  const controller = new AbortController();
  const client = clientOver(
    () => {
      setImmediate(() => controller.abort());
      return new Promise(() => {});
    },
    { log: (entry) => entries.push(entry) },
  );
  await thrownBy(client.settings.get({ signal: controller.signal }));
  expect(entries).toMatchObject([{ ...get, attempt: 1, error: 'AbortedError' }]);
  await thrownBy(client.sandboxes.pause('..'));
  expect(entries).toHaveLength(1);
});

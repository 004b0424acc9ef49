import type { LogEntry } from '@agent-conversation/client';
import { afterEach, expect, test, vi } from 'vitest';
import { clientOver } from './support/client.ts';

afterEach(() => vi.restoreAllMocks());

test('pauses are random, up to a bound that doubles from attempt to attempt', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.001);
  const entries: LogEntry[] = [];
  const client = clientOver(async () => new Response('busy', { status: 503 }), {
    retries: 6,
    log: (entry) => entries.push(entry),
  });
  await expect(client.settings.get()).rejects.toThrow('7 attempts');
  expect(entries.map(({ retryInMs }) => retryInMs)).toEqual([0.5, 1, 2, 4, 8, 8, undefined]);
});

test('a pause that would outlast the time of the call is not begun', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999);
  const entries: LogEntry[] = [];
  const client = clientOver(async () => new Response('busy', { status: 503 }), {
    timeoutInMs: 400,
    log: (entry) => entries.push(entry),
  });
  await expect(client.settings.get()).rejects.toThrow('1 attempt)');
  expect(entries.map(({ retryInMs }) => retryInMs)).toEqual([undefined]);
});

import type { ClientOptions } from '@agent-conversation/client';
import { afterEach, expect, test, vi } from 'vitest';
import { clientOver } from './support.ts';

afterEach(() => vi.restoreAllMocks());

/** The pause after each attempt of a call that is answered 503 each time, and how the call fails. */
async function failing(random: number, options: ClientOptions) {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const pauses: (number | undefined)[] = [];
  const client = clientOver(async () => new Response('busy', { status: 503 }), {
    ...options,
    log: ({ retryInMs }) => pauses.push(retryInMs),
  });
  const failure = await client.settings.get().then(() => expect.fail('It succeeded'), String);
  return { pauses, failure };
}

test('pauses are random, up to a bound that doubles from attempt to attempt', async () => {
  const { pauses, failure } = await failing(0.001, { retries: 6 });
  expect(pauses).toEqual([0.5, 1, 2, 4, 8, 8, undefined]);
  expect(failure).toContain('7 attempts');
});

test('a pause that would outlast the time of the call is not begun', async () => {
  const { pauses, failure } = await failing(0.999, { timeoutInMs: 400 });
  expect(pauses).toEqual([undefined]);
  expect(failure).toContain('1 attempt)');
});

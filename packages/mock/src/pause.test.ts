import { expect, test } from 'vitest';
import { createMock } from './mock.ts';
import { delay } from './message.ts';

test('a pause ends when the caller has gone', async () => {
  const controller = new AbortController();
  const paused = delay(600_000, controller.signal);
  controller.abort();
  await expect(paused).resolves.toBeUndefined();
});

test('a late answer keeps nothing waiting when the caller has gone', async () => {
  let ended: () => void = () => {};
  const answered = new Promise<void>((resolve) => (ended = resolve));
  const mock = createMock({ onExchange: ended });
  mock.fault({ delayInMs: 600_000 });
  const signal = AbortSignal.timeout(1);
  const headers = { 'X-Session-API-Key': 'any' };
  await expect(mock.fetch('http://mock/api/settings', { headers, signal })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  await answered;
});

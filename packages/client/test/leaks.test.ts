import { afterAll, expect, test } from 'vitest';
import { endPrograms, run } from './support/child.ts';
import { busy, empty, silence, stall, success } from './support/replies.ts';
import { closeServers, deadAddress, type Reply, serve } from './support/server.ts';

afterAll(closeServers);
afterAll(endPrograms);

let requests = 0;
const sometimesBusy: Reply = (...args) => (requests++ % 2 === 0 ? busy() : success)(...args);

test.concurrent.each<[how: string, end: string, Reply]>([
  ['success', 'data', success],
  ['success with retries', 'data', sometimesBusy],
  ['failure', 'NotFoundError', empty(404)],
  ['attempt timeout', 'TimeoutError', silence],
  ['call timeout', 'TimeoutError', stall],
  ['abort without an answer', 'AbortedError', silence],
  ['abort in the body', 'AbortedError', stall],
  ['abort in a pause', 'AbortedError', busy(86_400)],
])('a thousand calls that end by %s leave nothing behind', async (how, end, reply) => {
  const { baseUrl } = await serve(reply);
  expect(await run('leaks.ts', { args: [baseUrl, how] })).toEqual({
    ends: { [end]: 1000 },
    listeners: 0,
    timers: 0,
  });
});

test.concurrent('a thousand calls that are refused leave nothing behind', async () => {
  const args = [await deadAddress(), 'connection refused'];
  expect(await run('leaks.ts', { args })).toEqual({
    ends: { ConnectionError: 1000 },
    listeners: 0,
    timers: 0,
  });
});

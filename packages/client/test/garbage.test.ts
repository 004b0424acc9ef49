import { afterAll, describe, expect, test } from 'vitest';
import { endPrograms, run } from './support/child.ts';
import { silence } from './support/replies.ts';
import { closeServers, serve } from './support/server.ts';

afterAll(closeServers);
afterAll(endPrograms);

/** What ends a call, and how the call ends then. */
const ways = [
  ['attemptTimeoutInMs', 'TimeoutError'],
  ['timeoutInMs', 'TimeoutError'],
  ['signal', 'AbortedError'],
  ['timeout-signal', 'AbortedError'],
] as const;

describe.concurrent.each(['forced', 'under load'])('with garbage collection %s', (how) => {
  test.each(ways)('%s ends every call with a %s', async (what, name) => {
    const { baseUrl } = await serve(silence);
    const ends = await run('garbage.ts', { args: [baseUrl, what, how], flags: ['--expose-gc'] });
    expect(ends).toEqual(Array.from({ length: 20 }, () => name));
  });
});

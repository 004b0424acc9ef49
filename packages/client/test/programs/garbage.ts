/**
 * Makes calls to a server that never responds, collects garbage meanwhile, and prints how each call ended, by what
 * was to end it: a call that loses its timer or signal would last for ever.
 *
 * Arguments: the address of the server, and the entry: `methods` or `openapi-fetch`.
 */
import { type CallOptions, createClient } from '@agent-conversation/client';
import { createClient as createFetchClient } from '@agent-conversation/client/openapi-fetch';

const [baseUrl = '', entry] = process.argv.slice(2);
const calls = 20;
const after = 300;
const noLimit = { timeoutInMs: Infinity, attemptTimeoutInMs: Infinity, retries: 0 };

const ways: Readonly<Record<string, () => CallOptions>> = {
  attemptTimeoutInMs: () => ({ attemptTimeoutInMs: after }),
  timeoutInMs: () => ({ timeoutInMs: after }),
  signal: () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), after);
    return { signal: controller.signal };
  },
  'timeout-signal': () => ({ signal: AbortSignal.timeout(after) }),
};

const collecting = setInterval(() => globalThis.gc!(), 5);
const ends = Object.keys(ways).map(
  async (what) =>
    [what, await Promise.all(Array.from({ length: calls }, () => begin(what)))] as const,
);
console.log(JSON.stringify(Object.fromEntries(await Promise.all(ends))));
clearInterval(collecting);

/** Makes a call and keeps nothing of it but the promise of its end. */
async function begin(what: string): Promise<string> {
  const options = { baseUrl, apiKey: 'any', ...noLimit };
  const call: PromiseLike<unknown> =
    entry === 'openapi-fetch'
      ? createFetchClient(options).GET('/api/settings', { ...(ways[what]!() as object) })
      : createClient(options).settings.get(ways[what]!());
  return call.then(
    () => 'data',
    (error: Error) => error.name,
  );
}

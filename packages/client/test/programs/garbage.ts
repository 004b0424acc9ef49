/**
 * Makes calls to a server that never responds, collects garbage meanwhile, and prints how each call ended, by what
 * was to end it: a call that loses its timer or signal would last for ever.
 *
 * Argument: the address of the server.
 */
import { type CallOptions, createClient } from '@agent-conversation/client';

const [baseUrl = ''] = process.argv.slice(2);
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
  const client = createClient({ baseUrl, apiKey: 'any', ...noLimit });
  return client.settings.get(ways[what]!()).then(
    () => 'data',
    (error: Error) => error.name,
  );
}

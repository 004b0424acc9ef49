/**
 * Makes calls to a server that never answers, collects garbage all the while, and prints how each call ended
 * when all have: a call that loses what is to end it lasts for ever.
 *
 * Arguments: the address of the server, what ends the calls, how garbage is collected.
 */
import { type CallOptions, createClient } from '@agent-conversation/client';

const [baseUrl = '', what = '', how = ''] = process.argv.slice(2);
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

const ends: string[] = [];
const collecting = setInterval(how === 'forced' ? () => globalThis.gc!() : allocate, 5);

for (let call = 0; call < calls; call++) begin();

/** Makes a call and lets go of it. */
function begin(): void {
  const client = createClient({ baseUrl, apiKey: 'any', ...noLimit });
  client.settings.get(ways[what]!()).then(
    () => end('gave data'),
    (error: Error) => end(error.name),
  );
}

function end(name: string): void {
  ends.push(name);
  if (ends.length < calls) return;
  clearInterval(collecting);
  console.log(JSON.stringify(ends));
}

/** Makes so much garbage that it is collected by itself. */
function allocate(): void {
  for (let count = 0; count < 20; count++) Array.from({ length: 10_000 }, () => ({}));
}

/**
 * Makes a thousand calls, and prints what they leave behind: listeners of the signals that they were given,
 * timers, and how they ended. Then this process has to end by itself, as nothing is at work any more.
 *
 * Arguments: the address of the server, how the calls are to end.
 */
import { getEventListeners } from 'node:events';
import { type CallOptions, createClient } from '@agent-conversation/client';

const [baseUrl = '', how = ''] = process.argv.slice(2);
const rounds = 20;
const callsInRound = 50;
/** In milliseconds. A timer that is left over would keep this process for that long. */
const month = 2_000_000_000;

const limits: Readonly<Record<string, CallOptions>> = {
  'attempt timeout': { attemptTimeoutInMs: 20, retries: 0 },
  'call timeout': { timeoutInMs: 20 },
  'success with retries': { retries: 1000 },
  'connection refused': { retries: 0 },
};
const client = createClient({ baseUrl, apiKey: 'any', timeoutInMs: month });
const ends: Record<string, number> = {};
let controller = new AbortController();
const signals = [controller.signal];

process.on('warning', ({ name, message }) => console.error(name, message));
for (let round = 0; round < rounds; round++) {
  if (how.startsWith('abort')) setTimeout(renew, 50);
  await Promise.all(Array.from({ length: callsInRound }, call));
}
console.log(
  JSON.stringify({
    ends,
    listeners: signals.flatMap((signal) => getEventListeners(signal, 'abort')).length,
    timers: process.getActiveResourcesInfo().filter((it) => it === 'Timeout').length,
  }),
);

async function call(): Promise<void> {
  const { signal } = controller;
  const end = await client.settings.get({ attemptTimeoutInMs: month, ...limits[how], signal }).then(
    () => 'data',
    ({ name }: Error) => name,
  );
  ends[end] = (ends[end] ?? 0) + 1;
}

/** Aborts the signal of the calls so far. Those to come have another. */
function renew(): void {
  controller.abort();
  controller = new AbortController();
  signals.push(controller.signal);
}

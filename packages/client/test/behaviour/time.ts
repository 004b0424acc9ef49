/** Timeouts, and aborts by the caller. */
import { createClient, isTimeoutError } from '@agent-conversation/client';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { busy, json, type Reply, silence, stall, success } from '../replies.ts';
import { apiKey, serve, thrownBy } from '../support.ts';
import * as rows from './rows.ts';
import { type Calls, callsOf, type Subject } from './subjects.ts';

const { describeOutcome, get, on, onEach, onWith, pause, start } = rows;

/** Long enough for a request to arrive on a busy machine. */
const brief = { attemptTimeoutInMs: 500 };
/** Long enough for a response as well. */
const fair = { attemptTimeoutInMs: 2000 };
/** A `fetch` that ignores its signal, and never ends. */
const stuck = { fetch: () => new Promise<never>(() => {}) };
const nowhere = 'http://service.example';

/** Replies after some milliseconds. */
const late =
  (milliseconds: number, reply: Reply): Reply =>
  (...args) =>
    void setTimeout(() => reply(...args), milliseconds);
const namesWhole: rows.Facts = ({ error }) => ({
  'names `timeoutInMs`':
    isTimeoutError(error) &&
    error.timeoutInMs === 6000 &&
    error.message.includes('6000 ms (timeoutInMs)'),
});

export const deadlines: rows.Rows = {
  'no response comes, once, in a call that is safe to repeat': onWith(
    fair,
    pause,
    [silence, success],
  ),
  'no response comes for ever': onWith(brief, get, [silence]),
  'a response begins and does not end, once, in a call that is safe to repeat':
    onWith(fair, pause, [stall, success]),
  'every response begins and does not end': onWith(brief, get, [stall]),
  'no response or half of one comes in a call that creates something': onEach(
    [silence, stall],
    (reply) => onWith(fair, start, [reply, success]),
  ),
  // What is left for the second attempt is less than an attempt may take.
  'the time of the whole call is over in its second attempt': onWith(
    { timeoutInMs: 6000, attemptTimeoutInMs: 5500 },
    get,
    [late(1000, busy()), silence],
    namesWhole,
  ),
  'every response is 503 with `Retry-After: 0`, and `retries` is a million':
    async (subject) => {
      const { baseUrl, requests } = await serve(busy());
      const calls = callsOf(subject, baseUrl, {
        timeoutInMs: 1000,
        retries: 1_000_000,
      });
      const began = performance.now();
      await thrownBy(calls.get());
      const seconds = Math.ceil((performance.now() - began) / 1000);
      // On a busy machine it ends later; a million retries would take a day.
      const isInTime = seconds < 30;
      const count = requests.length > 10 * seconds ? 'more than' : 'at most';
      return `sends ${count} ten requests a second; ends ${isInTime ? 'in' : 'after'} the time of the whole call`;
    },
  'a `fetch` of the caller ignores its signal, and never ends': (subject) =>
    describeOutcome(() =>
      callsOf(subject, nowhere, { ...stuck, timeoutInMs: 50 }).get(),
    ),
  '`timeoutInMs` is `Infinity`, or more than timers take': onEach(
    [Infinity, 2 ** 31, Number.MAX_VALUE],
    (timeoutInMs) => onWith({ timeoutInMs }, get, [late(50, json({}))]),
  ),
  'a wait goes from page to page of a search that has no last one':
    async () => {
      let pages = 0;
      const server = await serve((...args) =>
        json({ items: [], next_page_id: `p-${++pages}` })(...args),
      );
      const { sandboxes } = createClient({ baseUrl: server.baseUrl, apiKey });
      const error = await thrownBy(
        sandboxes.waitUntil('sbx-1', 'RUNNING', { timeoutInMs: 300 }),
      );
      const { length } = server.requests;
      await wait(100);
      // One may be on its way.
      const goesOn = server.requests.length > length + 1;
      const scope = isTimeoutError(error) && error.scope;
      return `throws \`${error.name}\` of the ${scope}; sends ${goesOn ? 'more' : 'nothing more'}`;
    },
};

const day = 86_400;
const longest = { timeoutInMs: Infinity, attemptTimeoutInMs: 300_000 };

/** A call that is aborted with a reason some time after its request has come. */
function abortedAfter(reply: Reply, milliseconds: number): rows.Row {
  return async (subject) => {
    const controller = new AbortController();
    const reason = new Error('the user has left');
    const server = await serve((...args) => {
      reply(...args);
      setTimeout(() => controller.abort(reason), milliseconds);
    }, success);
    const { signal } = controller;
    return describeOutcome(
      () => callsOf(subject, server.baseUrl, longest).get({ signal }),
      server,
      ({ error }) => ({
        'the reason is the `cause`': (error as Error).cause === reason,
      }),
    );
  };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const after = 300;
/** What may end a call, and is lost if nothing but the call holds it. */
const ends: readonly (readonly [
  name: string,
  options: () => Parameters<Calls['get']>[0],
])[] = [
  ['TimeoutError', () => ({ attemptTimeoutInMs: after })],
  ['TimeoutError', () => ({ timeoutInMs: after })],
  ['AbortedError', () => ({ signal: AbortSignal.timeout(after) })],
];

/** Makes a call and keeps nothing of it but the promise of its end. */
async function abandon(
  subject: Subject,
  baseUrl: string,
  end: (typeof ends)[number],
) {
  const call = callsOf(subject, baseUrl, { ...longest, retries: 0 }).get(
    end[1](),
  );
  const { name } = await thrownBy(call);
  return name === end[0];
}

export const aborts: rows.Rows = {
  'the signal is aborted before the call': on(
    (calls) => calls.get({ signal: AbortSignal.abort() }),
    [success],
  ),
  'the caller aborts with a reason of its own while no response comes':
    abortedAfter(silence, 0),
  'the caller aborts in the middle of a response': abortedAfter(stall, 100),
  'the caller aborts 0.3 s into a pause that `Retry-After` asks for':
    abortedAfter(busy(day), 300),
  'the caller aborts, and its own `fetch` ignores the signal': async (
    subject,
  ) => {
    const controller = new AbortController();
    const { signal } = controller;
    setTimeout(() => controller.abort(), 10);
    return describeOutcome(() =>
      callsOf(subject, nowhere, { ...stuck, ...longest }).get({ signal }),
    );
  },
  'the caller gives an `AbortSignal.timeout` that nothing else holds, and garbage is collected':
    async (subject) => {
      const { baseUrl } = await serve(silence);
      const calls = Array.from({ length: 20 }, () =>
        ends.map((end) => abandon(subject, baseUrl, end)),
      );
      for (let times = 0; times < 3; times++) {
        await wait(after / 5);
        collectGarbage();
      }
      const right = (await Promise.all(calls.flat())).filter(Boolean);
      if (right.length < ends.length * 20)
        throw new Error('A call has not ended, or otherwise.');
      return `throws \`AbortedError\` in 20 calls of 20`;
    },
};

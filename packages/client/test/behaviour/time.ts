/** Timeouts, and aborts by the caller. */
import { createClient, isTimeoutError } from '@agent-conversation/client';
import { setTimeout as wait } from 'node:timers/promises';
import {
  apiKey,
  busy,
  json,
  type Reply,
  run,
  serve,
  silence,
  stall,
  success,
  thrownBy,
} from '../support.ts';
import { row, rowOfMany, type Section } from './rows.ts';
import { callsOf, describeOutcome, openapiFetch, type Subject } from './subjects.ts';

/** Long enough for a request to arrive on a busy machine. */
const brief = { attemptTimeoutInMs: 500 };
/** Long enough for a response as well. */
const fair = { attemptTimeoutInMs: 2000 };
/** A `fetch` that ignores its signal, and never ends. */
const stuck = { fetch: () => new Promise<never>(() => {}) };
const nowhere = 'http://service.example';

export const deadlines: Section = {
  title: 'Time',
  rows: [
    row(
      'no response comes, once, in a call that is safe to repeat',
      (calls) => calls.pause('sbx-1'),
      { replies: [silence, success], options: fair },
    ),
    row('no response comes for ever', (calls) => calls.get(), {
      replies: [silence],
      options: brief,
    }),
    row(
      'a response begins and does not end, once, in a call that is safe to repeat',
      (calls) => calls.pause('sbx-1'),
      { replies: [stall, success], options: fair },
    ),
    row('every response begins and does not end', (calls) => calls.get(), {
      replies: [stall],
      options: brief,
    }),
    rowOfMany('no response or half of one comes in a call that creates something', (subject) =>
      [silence, stall].map(async (reply) => {
        const server = await serve(reply, success);
        return describeOutcome(callsOf(subject, server.baseUrl, fair).start(), server);
      }),
    ),
    row(
      'the time of the whole call is over in its second attempt',
      // What is left for the second attempt is less than an attempt may take.
      (calls) => calls.get(),
      {
        replies: [
          async (...args) => {
            await wait(1000);
            busy()(...args);
          },
          silence,
        ],
        options: { timeoutInMs: 3000, attemptTimeoutInMs: 2500 },
        facts: ({ error }) => ({
          'names `timeoutInMs`':
            isTimeoutError(error) &&
            error.timeoutInMs === 3000 &&
            error.message.includes('3000 ms (timeoutInMs)'),
        }),
      },
    ),
    {
      when: 'every response is 503 at once, and `retries` is a million',

      async run(subject) {
        const { baseUrl } = await serve(busy());
        const calls = callsOf(subject, baseUrl, { timeoutInMs: 300, retries: 1_000_000 });
        const began = performance.now();
        await thrownBy(calls.get());
        const isOver = performance.now() - began >= 295;
        return `stops ${isOver ? 'when' : 'before'} the time of the whole call is over`;
      },
    },
    {
      when: 'a `fetch` of the caller ignores its signal, and never ends',

      run: (subject) =>
        describeOutcome(callsOf(subject, nowhere, { ...stuck, timeoutInMs: 50 }).get()),
    },
    rowOfMany('`timeoutInMs` is `Infinity`, or more than timers take', (subject) =>
      [Infinity, 2 ** 31, Number.MAX_VALUE].map(async (timeoutInMs) => {
        const server = await serve(async (...args) => {
          await wait(50);
          json({})(...args);
        });
        const options = { timeoutInMs, attemptTimeoutInMs: timeoutInMs };
        return describeOutcome(callsOf(subject, server.baseUrl, options).get(), server);
      }),
    ),
    {
      when: 'a wait goes from page to page of a search that has no last one',

      onlyMethods: true,
      async run() {
        let pages = 0;
        const server = await serve((...args) =>
          json({ items: [], next_page_id: `p-${++pages}` })(...args),
        );
        const { sandboxes } = createClient({ baseUrl: server.baseUrl, apiKey });
        const error = await thrownBy(sandboxes.waitUntil('sbx-1', 'RUNNING', { timeoutInMs: 300 }));
        const { length } = server.requests;
        await wait(100);
        // One may be on its way.
        const goesOn = server.requests.length > length + 1;
        const scope = isTimeoutError(error) && error.scope;
        return `throws \`${error.name}\` of the ${scope}; sends ${goesOn ? 'more' : 'nothing more'}`;
      },
    },
  ],
};

const day = 86_400;
const noLimit = { timeoutInMs: Infinity, attemptTimeoutInMs: Infinity };

/** Aborts a call with a reason some time after its request has come, and describes its outcome. */
async function abortAfter(subject: Subject, reply: Reply, milliseconds: number): Promise<string> {
  const controller = new AbortController();
  const reason = new Error('the user has left');
  const server = await serve((...args) => {
    reply(...args);
    setTimeout(() => controller.abort(reason), milliseconds);
  }, success);
  const call = callsOf(subject, server.baseUrl, noLimit).get({ signal: controller.signal });
  return describeOutcome(call, server, ({ error }) => ({
    'the reason is the `cause`': (error as Error).cause === reason,
  }));
}

export const aborts: Section = {
  title: 'Aborts',
  rows: [
    row(
      'the signal is aborted before the call',
      (calls) => calls.get({ signal: AbortSignal.abort() }),
      success,
    ),
    {
      when: 'the caller aborts with a reason of its own while no response comes',

      run: (subject) => abortAfter(subject, silence, 0),
    },
    {
      when: 'the caller aborts in the middle of a response',

      run: (subject) => abortAfter(subject, stall, 100),
    },
    {
      when: 'the caller aborts 0.3 s into a pause that `Retry-After` asks for',

      run: (subject) => abortAfter(subject, busy(day), 300),
    },
    {
      when: 'the caller aborts, and its own `fetch` ignores the signal',

      async run(subject) {
        const controller = new AbortController();
        const { signal } = controller;
        const call = callsOf(subject, nowhere, { ...stuck, ...noLimit }).get({ signal });
        setTimeout(() => controller.abort(), 10);
        return describeOutcome(call);
      },
    },
    {
      when: 'the caller gives an `AbortSignal.timeout` that nothing else holds, and garbage is collected',

      async run(subject) {
        const { baseUrl } = await serve(silence);
        const args = [baseUrl, subject === openapiFetch ? 'openapi-fetch' : 'methods'];
        const ends = await run('garbage.ts', { args, flags: ['--expose-gc'] });
        const { 'timeout-signal': calls, ...others } = ends as Record<string, string[]>;
        const wrong = Object.entries(others).filter(
          ([what, names]) =>
            names.length !== 20 ||
            names.some((it) => it !== (what === 'signal' ? 'AbortedError' : 'TimeoutError')),
        );
        if (wrong.length > 0) throw new Error(`Calls have not ended: ${JSON.stringify(wrong)}`);
        const [name] = new Set(calls);
        const count = calls!.filter((it) => it === name).length;
        return `throws \`${name}\` in ${count} calls of 20`;
      },
    },
  ],
};

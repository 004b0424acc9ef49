import { isTimeoutError } from '@agent-conversation/client';
import { setTimeout as wait } from 'node:timers/promises';
import { clientOf, clientOver } from '../../support/client.ts';
import { busy, json, silence, stall, success } from '../../support/replies.ts';
import { type Reply, serve } from '../../support/server.ts';
import { thrownBy } from '../../support/thrown.ts';
import type { Subject } from '../row.ts';
import { sameOf, describeOutcome } from '../outcome.ts';

/** Long enough for a request to arrive on a busy machine. */
const brief = { attemptTimeoutInMs: 500 };
/** Long enough for an answer, too. */
const fair = { attemptTimeoutInMs: 2000 };

export const deadlines: Subject = {
  title: 'Time',
  rows: [
    {
      when: 'no response comes, once, in a call that is safe to repeat',
      expected: 'returns the data; sends 2 requests',
      async run() {
        const server = await serve(silence, success);
        return describeOutcome(clientOf(server, fair).sandboxes.pause('sbx-1'), server);
      },
    },
    {
      when: 'no response comes for ever',
      expected: 'throws `TimeoutError` of the attempt; sends 3 requests',
      async run() {
        const server = await serve(silence);
        return describeOutcome(clientOf(server, brief).settings.get(), server);
      },
    },
    {
      when: 'a response begins and does not end, once, in a call that is safe to repeat',
      expected: 'returns the data; sends 2 requests',
      async run() {
        const server = await serve(stall, success);
        return describeOutcome(clientOf(server, fair).sandboxes.pause('sbx-1'), server);
      },
    },
    {
      when: 'every response begins and does not end',
      expected: 'throws `TimeoutError` of the attempt; sends 3 requests',
      async run() {
        const server = await serve(stall);
        return describeOutcome(clientOf(server, brief).settings.get(), server);
      },
    },
    {
      when: 'no response or half of one comes in a call that creates something',
      expected: 'throws `TimeoutError` of the attempt; sends one request',
      async run() {
        const texts = [silence, stall].map(async (reply) => {
          const server = await serve(reply, success);
          return describeOutcome(clientOf(server, fair).sandboxes.start(), server);
        });
        return sameOf(await Promise.all(texts));
      },
    },
    {
      when: 'the time of the whole call is over in its second attempt',
      expected: 'throws `TimeoutError` of the call; sends 2 requests; names `timeoutInMs`',
      async run() {
        const afterOneSecond: Reply = async (...args) => {
          await wait(1000);
          busy()(...args);
        };
        const server = await serve(afterOneSecond, silence);
        // What is left for the second attempt is less than an attempt may take.
        const client = clientOf(server, { timeoutInMs: 3000, attemptTimeoutInMs: 2500 });
        return describeOutcome(client.settings.get(), server, ({ error }) => ({
          'names `timeoutInMs`':
            isTimeoutError(error) &&
            error.timeoutInMs === 3000 &&
            error.message.includes('3000 ms (timeoutInMs)'),
        }));
      },
    },
    {
      when: 'every response is 503 at once, and `retries` is a million',
      expected: 'stops when the time of the whole call is over',
      async run() {
        const server = await serve(busy());
        const client = clientOf(server, { timeoutInMs: 300, retries: 1_000_000 });
        const began = performance.now();
        await client.settings.get().catch(() => {});
        const isOver = performance.now() - began >= 295;
        return `stops ${isOver ? 'when' : 'before'} the time of the whole call is over`;
      },
    },
    {
      when: 'a `fetch` of the caller ignores its signal, and never ends',
      expected: 'throws `TimeoutError` of the call; makes one attempt',
      run: () => {
        const client = clientOver(() => new Promise(() => {}), { timeoutInMs: 50 });
        return describeOutcome(client.settings.get());
      },
    },
    {
      when: '`timeoutInMs` is `Infinity`, or more than timers take',
      expected: 'returns the data; sends one request',
      async run() {
        const texts = [Infinity, 2 ** 31, Number.MAX_VALUE].map(async (timeoutInMs) => {
          const server = await serve(async (...args) => {
            await wait(50);
            json({})(...args);
          });
          const client = clientOf(server, { timeoutInMs, attemptTimeoutInMs: timeoutInMs });
          return describeOutcome(client.settings.get(), server);
        });
        return sameOf(await Promise.all(texts));
      },
    },
    {
      when: 'a wait goes from page to page of a search that has no last one',
      expected: 'throws `TimeoutError` of the wait; sends nothing more',
      async run() {
        let pages = 0;
        const server = await serve((...args) =>
          json({ items: [], next_page_id: `p-${++pages}` })(...args),
        );
        const { sandboxes } = clientOf(server);
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

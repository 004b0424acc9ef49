import { setTimeout as wait } from 'node:timers/promises';
import { run } from '../../support/child.ts';
import { clientOf, clientOver } from '../../support/client.ts';
import { busy, silence, stall, success } from '../../support/replies.ts';
import { type Reply, serve } from '../../support/server.ts';
import type { Subject } from '../row.ts';
import { describeOutcome } from '../outcome.ts';

const day = 86_400;
const noLimit = { timeoutInMs: Infinity, attemptTimeoutInMs: Infinity };

/** Aborts a call with a reason some time after its request has come, and tells what became of it. */
async function abortAfter(reply: Reply, milliseconds: number): Promise<string> {
  const controller = new AbortController();
  const reason = new Error('the user has left');
  const server = await serve((...args) => {
    reply(...args);
    setTimeout(() => controller.abort(reason), milliseconds);
  }, success);
  const call = clientOf(server, noLimit).settings.get({ signal: controller.signal });
  return describeOutcome(call, server, ({ error }) => ({
    'the reason is the `cause`': (error as Error).cause === reason,
  }));
}

export const aborts: Subject = {
  title: 'Aborts',
  rows: [
    {
      when: 'the signal is aborted before the call',
      expected: 'throws `AbortedError`; sends nothing',
      async run() {
        const server = await serve(success);
        const call = clientOf(server).settings.get({ signal: AbortSignal.abort() });
        return describeOutcome(call, server);
      },
    },
    {
      when: 'the caller aborts with a reason of its own while no response comes',
      expected: 'throws `AbortedError`; sends one request; the reason is the `cause`',
      run: () => abortAfter(silence, 0),
    },
    {
      when: 'the caller aborts in the middle of a response',
      expected: 'throws `AbortedError`; sends one request; the reason is the `cause`',
      run: () => abortAfter(stall, 100),
    },
    {
      when: 'the caller aborts 0.3 s into a pause that `Retry-After` asks for',
      expected: 'throws `AbortedError`; sends one request; the reason is the `cause`',
      run: () => abortAfter(busy(day), 300),
    },
    {
      when: 'the caller aborts, and its own `fetch` ignores the signal',
      expected: 'throws `AbortedError`; makes one attempt',
      async run() {
        const controller = new AbortController();
        const client = clientOver(() => new Promise(() => {}), noLimit);
        const call = client.settings.get({ signal: controller.signal });
        await wait(10);
        controller.abort();
        return describeOutcome(call);
      },
    },
    {
      when: 'the caller gives an `AbortSignal.timeout` that nothing else holds, and garbage is collected',
      expected: 'throws `AbortedError` in 20 calls of 20',
      async run() {
        const { baseUrl } = await serve(silence);
        const args = [baseUrl];
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

import { isAbortedError } from '@agent-conversation/client';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Phase, phases } from './support/phases.ts';
import { closeServers } from './support/server.ts';
import { thrownBy } from './support/thrown.ts';

const unhandled: unknown[] = [];
const collect = (reason: unknown) => void unhandled.push(reason);

beforeAll(() => void process.on('unhandledRejection', collect));
afterAll(() => void process.off('unhandledRejection', collect));
afterAll(closeServers);

test.each<Phase>(phases)(
  'a call that is aborted $phase ends with the reason, and sends nothing more',
  async ({ begin, arrived, late = 50 }) => {
    const controller = new AbortController();
    const reason = { why: 'the user has left' };
    const abort = () => controller.abort(reason);
    const { call, requests, after } = await begin(controller.signal, abort);
    const error = await thrownBy(call);
    expect(isAbortedError(error)).toBe(true);
    expect(error.cause).toBe(reason);
    after?.();
    await wait(late);
    expect(requests).toHaveLength(arrived);
    expect(unhandled).toEqual([]);
  },
);

test.each(['an Error', 'null', 'the default'])('%s may be the reason', async (which) => {
  const reasons: Readonly<Record<string, unknown>> = { 'an Error': new Error('over'), null: null };
  const { begin } = phases.find(({ phase }) => phase === 'while no answer comes')!;
  const controller = new AbortController();
  const abort = () => controller.abort(reasons[which]);
  const error = await thrownBy((await begin(controller.signal, abort)).call);
  expect(isAbortedError(error)).toBe(true);
  expect(error.cause).toBe(controller.signal.reason);
});

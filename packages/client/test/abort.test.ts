import { isAbortedError, type Middleware } from '@agent-conversation/client';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { clientOver, thrownBy } from './support.ts';

const noLimit = { timeoutInMs: Infinity, attemptTimeoutInMs: Infinity };

/** Records requests, and responds with JSON. */
function recorder(body: unknown) {
  const requests: string[] = [];
  const fetch = async (url: string) => {
    requests.push(url);
    return Response.json(body);
  };
  return { requests, fetch };
}

test('an abort between two pages sends nothing more', async () => {
  const { requests, fetch } = recorder({ items: [], next_page_id: 'p-2' });
  const controller = new AbortController();
  const { signal } = controller;
  const walk = async () => {
    const pages = clientOver(fetch, noLimit).sandboxes.search({}, { signal }).byPage();
    for await (const _ of pages) controller.abort('enough');
  };
  const error = await thrownBy(walk());
  expect(isAbortedError(error) && error.cause).toBe('enough');
  expect(requests).toHaveLength(1);
});

test.each(['an Error', 'null', 'the default'])(
  'an abort in the pause of a wait keeps its reason: %s',
  async (which) => {
    const { requests, fetch } = recorder({ items: [{ id: 'sbx-1', status: 'STARTING' }] });
    const reasons: Readonly<Record<string, unknown>> = { 'an Error': new Error('x'), null: null };
    const controller = new AbortController();
    const call = clientOver(fetch, noLimit).sandboxes.waitUntil('sbx-1', 'RUNNING', {
      signal: controller.signal,
      timeoutInMs: Infinity,
      pollIntervalInMs: 2_000_000_000,
      onProgress: () => setImmediate(() => controller.abort(reasons[which])),
    });
    const error = await thrownBy(call);
    expect(isAbortedError(error)).toBe(true);
    expect(error.cause).toBe(controller.signal.reason);
    expect(requests).toHaveLength(1);
  },
);

test('a middleware that ignores the signal does not delay an abort', async () => {
  const { requests, fetch } = recorder({});
  const controller = new AbortController();
  let goOn = () => {};
  const middleware: Middleware = async (request, next) => {
    setImmediate(() => controller.abort());
    await new Promise<void>((resolve) => (goOn = resolve));
    return next(request);
  };
  const client = clientOver(fetch, { ...noLimit, middleware: [middleware] });
  const error = await thrownBy(client.settings.get({ signal: controller.signal }));
  expect(isAbortedError(error)).toBe(true);
  goOn();
  await turn();
  expect(requests).toEqual([]);
});

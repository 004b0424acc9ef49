import { createMock, type Listening } from '@agent-conversation/mock';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkServer } from '../../src/checker/check-server.ts';
import { checkerKey, runChecker, startChecker } from '../support/checker-program.ts';
import { type Interfere, type Relay, startRelay } from '../support/relay.ts';

let mock: Listening;
const relays: Relay[] = [];
beforeAll(async () => {
  mock = await createMock({ startupTime: 200 }).listen();
});
afterEach(async () => {
  for (const relay of relays.splice(0)) await relay.close();
});
afterAll(() => mock.close());

async function inFrontOfMock(interfere?: Interfere): Promise<Relay> {
  const relay = await startRelay(mock.url, interfere);
  relays.push(relay);
  return relay;
}

test.each([1, 2, 10, 40])('a budget of %i requests is kept', async (maxRequests) => {
  const { url: baseUrl, requests } = await inFrontOfMock();
  const run = await checkServer({ baseUrl, apiKey: checkerKey, maxRequests });
  expect(requests).toHaveLength(maxRequests);
  expect(run).toMatchObject({
    requests: maxRequests,
    verdict: {
      kind: 'could not run',
      reason: expect.stringMatching(
        `the ${maxRequests} requests of the budget are used up; by then \\d+ of ${run.results.length} checks were made, and none failed`,
      ),
    },
  });
});

test('of a budget as much is kept as pauses the sandboxes that were started', async () => {
  const { url, requests } = await inFrontOfMock();
  const { stdout } = await runChecker(['--base-url', url, '--write', '--budget', '30']);
  expect(requests).toHaveLength(30);
  const paused = [...stdout.matchAll(/ {2}sandbox (sbx-\w+): it is paused/g)].map(([, id]) => id);
  expect(paused.length).toBeGreaterThan(0);
  expect(requests.slice(-paused.length).map(({ target }) => target)).toEqual(
    paused.map((id) => `/api/v1/sandboxes/${id}/pause`),
  );
});

test('a budget in which the random calls alone do not end is enough', async () => {
  const { url: baseUrl, requests } = await inFrontOfMock();
  const include = ['searchSandboxes.random'];
  const run = await checkServer({ baseUrl, apiKey: checkerKey, include, maxRequests: 12 });
  expect(requests).toHaveLength(12);
  expect(run.verdict).toEqual({ kind: 'conforms' });
});

test('a run ends with its time', async () => {
  const { url } = await inFrontOfMock();
  const { code, stderr } = await runChecker(['--base-url', url, '--budget', '1s', '--rate', '5']);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /the 1 seconds of the budget are over; by then \d+ of \d+ checks were made/,
  );
});

test('requests are not sent faster than the rate', async () => {
  const options = { baseUrl: mock.url, apiKey: checkerKey, rate: 50, include: ['getSettings'] };
  const { results } = await checkServer(options);
  const times = results.flatMap(({ exchanges }) => exchanges.map((it) => it.startedAt.getTime()));
  expect(times.length).toBeGreaterThan(10);
  // Later is always possible, and times are rounded to milliseconds.
  expect(times.at(-1)! - times[0]!).toBeGreaterThanOrEqual((times.length - 1) * 20 - 2);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends the run, and what was made is put in order',
  async (signal) => {
    let interrupt = (): void => {};
    const { url, requests } = await inFrontOfMock(({ target }) => {
      // By now there is a sandbox.
      if (target.endsWith('/pause')) interrupt();
      return undefined;
    });
    const { child, ended } = startChecker([
      '--base-url',
      url,
      '--write',
      '--include',
      'pauseSandbox.lifecycle',
    ]);
    interrupt = () => {
      interrupt = () => {};
      child.kill(signal);
    };
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('the run was interrupted; by then 0 of 1 checks were made'),
    });
    expect(stdout).toMatch(/skipped: the run was interrupted/);
    const [, id] = / {2}sandbox (sbx-\w+): it is paused/.exec(stdout) ?? [];
    expect(requests.at(-1)).toMatchObject({ target: `/api/v1/sandboxes/${id}/pause` });
    const shown = await fetch(`${mock.url}/api/v1/sandboxes/search`, {
      headers: { 'X-Session-API-Key': checkerKey },
    });
    const { items } = (await shown.json()) as { items: { id: string; status: string }[] };
    expect(items.find((it) => it.id === id)?.status).toBe('PAUSED');
  },
);

test('what could not be put in order is told', async () => {
  const { url } = await inFrontOfMock(({ target }) =>
    target.endsWith('/pause') ? Response.json({ detail: 'No' }, { status: 404 }) : undefined,
  );
  const { stdout } = await runChecker([
    '--base-url',
    url,
    '--write',
    '--include',
    'startSandbox.answer',
  ]);
  expect(stdout).toMatch(/ {2}sandbox sbx-\w+: it could not be paused: the server answered 404\n/);
});

test('a sandbox that may have been there before is told, and left as it is', async () => {
  const task = { created_by_user_id: null, request: {}, sandbox_id: 'sbx-of-somebody' };
  const { url: baseUrl, requests } = await inFrontOfMock(({ method, target, headers }) =>
    method === 'POST' && target === '/api/v1/app-conversations' && !headers.get('x-session-api-key')
      ? Response.json(task)
      : undefined,
  );
  const include = ['startAppConversation.no-key'];
  const run = await checkServer({ baseUrl, apiKey: checkerKey, include, write: true });
  expect(run.verdict).toEqual({ kind: 'violations' });
  expect(run.leftovers).toContainEqual({
    kind: 'sandbox',
    id: 'sbx-of-somebody',
    reason: 'a conversation was started in it; it may have been there before, and is left as it is',
  });
  expect(requests.filter(({ target }) => target.includes('sbx-of-somebody'))).toEqual([]);
});

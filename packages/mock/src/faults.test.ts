import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMock, type Exchange, type Fault, type Mock } from './index.ts';
import { ask, type Extra } from './testing/ask.ts';

const examples = document.components.examples;
const make = (...faults: Fault[]) => createMock({ clock: 'manual', faults });
const sandboxes = '/api/v1/sandboxes';
const start = async (mock: Mock, extra: Extra = {}) =>
  (await ask(mock, 'POST', sandboxes, extra)).status;
const search = async (mock: Mock, query = '') =>
  (await ask(mock, 'GET', `${sandboxes}/search${query}`)).status;

test('it strikes one key', async () => {
  const mock = make({ key: 'grace', status: 503 });
  expect([await start(mock), await start(mock, { key: 'grace' })]).toEqual([200, 503]);
});

test('it strikes when a function of the request says so', async () => {
  const mock = make();
  const seen: unknown[] = [];
  mock.fault({
    operation: 'searchSandboxes',
    when(request) {
      seen.push(request);
      return request.query['limit'] === 7;
    },
    status: 503,
  });
  expect([await search(mock, '?limit=8'), await search(mock, '?limit=7')]).toEqual([200, 503]);
  const request = { operation: 'searchSandboxes', key: 'ada', path: {}, body: undefined };
  expect(seen).toEqual([
    { ...request, query: { limit: 8 } },
    { ...request, query: { limit: 7 } },
  ]);
});

test('it strikes as often as is said, and the first that waits goes first', async () => {
  const mock = make({ status: 500, times: 2 }, { status: 502, times: 1 });
  mock.fault({ status: 503, times: 1 });
  const seen: number[] = [];
  for (const _ of [1, 2, 3, 4, 5]) seen.push(await start(mock));
  expect(seen).toEqual([500, 500, 502, 503, 200]);
});

test('what is not in order is not struck, and costs no time of it', async () => {
  const mock = make({ status: 503, times: 1 });
  expect([await start(mock, { key: null }), await search(mock, '?limit=0')]).toEqual([401, 422]);
  expect(await start(mock)).toBe(503);
});

test('it can be taken back, as can one of two that are alike', async () => {
  const mock = make();
  const fault = { status: 503 };
  const [first, second] = [mock.fault(fault), mock.fail('startSandbox', 401)];
  mock.fault({ status: 500, times: 1 });
  first();
  first();
  expect(await start(mock)).toBe(401);
  second();
  expect([await start(mock), await start(mock)]).toEqual([500, 200]);
});

test('a reset takes back what was added, and lets the initial ones wait anew', async () => {
  const mock = make({ status: 500, times: 1 });
  const takeBack = mock.fault({ status: 503 });
  expect([await start(mock), await start(mock)]).toEqual([500, 503]);
  mock.reset('ada');
  expect(await start(mock)).toBe(503);
  mock.reset();
  takeBack();
  expect([await start(mock), await start(mock)]).toEqual([500, 200]);
});

test.each<[Fault, number, unknown]>([
  [{ operation: 'pauseSandbox', status: 404 }, 404, examples.SandboxUnknown.value],
  [{ operation: 'pauseSandbox', status: 200 }, 200, examples.PauseBegun.value],
  [{ status: 401, body: { detail: 'Expired' } }, 401, { detail: 'Expired' }],
  [{ status: 503 }, 503, { detail: 'This fault was requested' }],
  [{ status: 503, body: 'Busy' }, 503, 'Busy'],
  [{ status: 503, body: null }, 503, null],
  [{ status: 429, body: { wait: 2 } }, 429, { wait: 2 }],
])('the fault %j gives %j with %j', async (fault, status, body) => {
  const mock = make(fault);
  const answer = await ask(mock, 'POST', `${sandboxes}/a/pause`);
  expect({ status: answer.status, body: answer.body }).toEqual({ status, body });
  expect(answer.headers.get('Content-Type')).toBe('application/json');
});

test('it can have headers', async () => {
  const mock = make({ status: 429, headers: { 'Retry-After': '2' } });
  const { headers } = await ask(mock, 'POST', sandboxes);
  expect(headers.get('Retry-After')).toBe('2');
});

test.each([204, 205, 304])('an answer %j has no body', async (status) => {
  const answer = await ask(make({ status, headers: { ETag: '"a"' } }), 'GET', '/api/settings');
  expect(answer).toMatchObject({ status, text: '' });
  expect(answer.headers.get('ETag')).toBe('"a"');
});

test('a delay makes the answer late, and does not move the clock', async () => {
  const mock = make({ operation: 'startSandbox', delayInMs: 60 });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const status = start(mock);
  await vi.advanceTimersByTimeAsync(59);
  expect(await Promise.race([status, Promise.resolve('not yet')])).toBe('not yet');
  await vi.advanceTimersByTimeAsync(1);
  expect(await status).toBe(200);
  expect(mock.state('ada').now).toBe('2026-01-01T00:00:00.000Z');
});

test.each<[Fault, string | undefined, number]>([
  [{ status: 503 }, 'status 503', 503],
  [{ delayInMs: 1 }, 'delay 1 ms', 200],
  [{ delayInMs: 1, status: 503 }, 'status 503', 503],
  [{ break: 'reset' }, 'reset', 0],
  [{ break: 'malformed', status: 503 }, 'malformed', 503],
  [{ key: 'grace', status: 503 }, undefined, 200],
])('the log tells of the fault %j', async (fault, told, status) => {
  const seen: Exchange[] = [];
  const { fetch } = createMock({ faults: [fault], onExchange: (exchange) => seen.push(exchange) });
  const headers = { 'X-Session-API-Key': 'ada' };
  await fetch('http://mock/api/settings', { headers }).catch(() => undefined);
  expect(seen).toMatchObject([{ operation: 'getSettings', fault: told, status }]);
});

import { expect, onTestFinished, test, vi } from 'vitest';
import {
  ask,
  create,
  createLogged,
  type Extra,
  send,
  startSandbox,
} from '../../test/ask.ts';
import { exampleNamed, operationsById } from '../contract.ts';
import { createMock, type Fault, type Mock } from '../index.ts';

const make = (...faults: Fault[]) => create({ faults });
const sandboxes = '/api/v1/sandboxes';
const start = async (mock: Mock, extra: Extra = {}) =>
  (await ask(mock, 'POST', sandboxes, extra)).status;
const search = async (mock: Mock, query = '') =>
  (await ask(mock, 'GET', `${sandboxes}/search${query}`)).status;
const count = (mock: Mock) => mock.state('ada').sandboxes.length;

test('a fault can apply to one key', async () => {
  const mock = make({ key: 'grace', status: 503 });
  expect([await start(mock), await start(mock, { key: 'grace' })]).toEqual([
    200, 503,
  ]);
});

test('a fault can apply to the requests that a function chooses', async () => {
  const seen: unknown[] = [];
  const when: Fault['when'] = (request) =>
    seen.push(request) > 0 && request.query['limit'] === 7;
  const mock = make({ operation: 'searchSandboxes', when, status: 503 });
  expect([
    await search(mock, '?limit=8'),
    await search(mock, '?limit=7'),
  ]).toEqual([200, 503]);
  const request = {
    operation: 'searchSandboxes',
    key: 'ada',
    path: {},
    body: undefined,
  };
  const queries = [{ limit: 8 }, { limit: 7 }];
  expect(seen).toEqual(queries.map((query) => ({ ...request, query })));
});

test('faults of the options apply in their order, as often as they say, to valid requests', async () => {
  const mock = make({ status: 500, times: 2 }, { status: 502, times: 1 });
  expect([
    await start(mock, { key: null }),
    await search(mock, '?limit=0'),
  ]).toEqual([401, 422]);
  const seen: number[] = [];
  for (const _ of [1, 2, 3, 4]) seen.push(await start(mock));
  expect(seen).toEqual([500, 500, 502, 200]);
});

test('the newest of the faults that were added applies, before those of the options', async () => {
  const mock = make({ status: 500, times: 1 });
  mock.fault({ status: 502, times: 1 });
  mock.fault({ status: 503, times: 2 });
  const seen: number[] = [];
  for (const _ of [1, 2, 3, 4, 5]) seen.push(await start(mock));
  expect(seen).toEqual([503, 503, 502, 500, 200]);
});

const byOperation: Fault = { operation: 'startSandbox', status: 501 };
const byKey: Fault = { key: 'ada', status: 501 };
const byRequest: Fault = { when: () => true, status: 501 };

test.each<{ title: string; specific: Fault; general: Fault }>([
  {
    title: 'an operation',
    specific: byOperation,
    general: { status: 503 },
  },
  {
    title: 'a key',
    specific: byKey,
    general: { status: 503 },
  },
  {
    title: 'a function',
    specific: byRequest,
    general: { status: 503 },
  },
  {
    title: 'an operation and a key',
    specific: { ...byOperation, key: 'ada' },
    general: { ...byOperation, status: 503 },
  },
  {
    title: 'a key and a function',
    specific: { ...byRequest, key: 'ada' },
    general: { ...byOperation, status: 503 },
  },
  {
    title: 'an operation, instead of a reset',
    specific: byOperation,
    general: { break: 'reset' },
  },
])(
  'a fault for $title applies, whichever is newer',
  async ({ specific, general }) => {
    expect(await start(make(general, specific))).toBe(501);
    expect(await start(make(specific, general))).toBe(501);
    const mock = make(general);
    mock.fault(specific);
    mock.fault(general);
    expect(await start(mock)).toBe(501);
  },
);

test('a fault that does not apply counts no request', async () => {
  const mock = make({ status: 503, times: 1 }, { ...byOperation, times: 2 });
  expect([await start(mock), await start(mock), await start(mock)]).toEqual([
    501, 501, 503,
  ]);
});

test.each<{ delaying: Fault; other: Fault; logged: string }>([
  {
    delaying: { delayInMs: 60 },
    other: { operation: 'startSandbox', status: 404 },
    logged: 'delay 60 ms, status 404',
  },
  {
    delaying: { operation: 'startSandbox', delayInMs: 60 },
    other: { status: 503 },
    logged: 'delay 60 ms, status 503',
  },
  {
    delaying: { delayInMs: 60 },
    other: { break: 'malformed', status: 502 },
    logged: 'delay 60 ms, malformed',
  },
  {
    delaying: { delayInMs: 60 },
    other: { status: 503, delayInMs: 0, key: 'grace' },
    logged: 'delay 60 ms',
  },
])('$delaying and $other combine', async ({ delaying, other, logged }) => {
  for (const faults of [
    [delaying, other],
    [other, delaying],
  ]) {
    const { mock, exchanges } = createLogged({ faults });
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const response = send(mock, 'POST', sandboxes);
    await vi.advanceTimersByTimeAsync(59);
    expect(exchanges).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    expect((await response).status).toBe(other.key ? 200 : other.status);
    expect(exchanges).toMatchObject([{ fault: logged }]);
  }
});

test('of two delays the more specific one applies, also if it is none', async () => {
  const none: Fault = { operation: 'startSandbox', delayInMs: 0 };
  const { mock, exchanges } = createLogged({
    faults: [{ delayInMs: 600_000 }, none],
  });
  expect(await start(mock)).toBe(200);
  expect(exchanges).toMatchObject([{ fault: 'delay 0 ms' }]);
});

test('each of the faults that combine counts its requests', async () => {
  const { mock, exchanges } = createLogged({
    faults: [
      { delayInMs: 1, times: 2 },
      { status: 503, times: 1 },
    ],
  });
  expect([await start(mock), await start(mock), await start(mock)]).toEqual([
    503, 200, 200,
  ]);
  const logged = exchanges.map(({ fault }) => fault);
  expect(logged).toEqual(['delay 1 ms, status 503', 'delay 1 ms', undefined]);
});

test('a fault that delays and responds counts each request once', async () => {
  const mock = make({ delayInMs: 1, status: 503, times: 2 });
  expect([await start(mock), await start(mock), await start(mock)]).toEqual([
    503, 503, 200,
  ]);
});

test('a fault can be removed, and a reset restores the initial ones', async () => {
  const mock = make({ status: 500, times: 1 });
  const remove = mock.fault({ status: 503 });
  const removeSpecific = mock.fail('startSandbox', 401);
  expect(await start(mock)).toBe(401);
  removeSpecific();
  mock.reset('ada');
  expect(await start(mock)).toBe(503);
  remove();
  remove();
  mock.fail('startSandbox', 401);
  expect(await start(mock)).toBe(401);
  mock.reset();
  expect([await start(mock), await start(mock)]).toEqual([500, 200]);
});

test.each<{
  fault: Fault;
  status: number;
  body?: unknown;
  logged: string;
  retryAfter?: string;
}>([
  {
    fault: { operation: 'pauseSandbox', status: 404 },
    status: 404,
    body: exampleNamed('SandboxUnknown'),
    logged: 'status 404',
  },
  {
    fault: { operation: 'pauseSandbox', status: 200 },
    status: 200,
    body: exampleNamed('PauseBegun'),
    logged: 'status 200',
  },
  {
    fault: { status: 401, body: { detail: 'Expired' } },
    status: 401,
    body: { detail: 'Expired' },
    logged: 'status 401',
  },
  {
    fault: { status: 503 },
    status: 503,
    body: { detail: 'This fault was requested' },
    logged: 'status 503',
  },
  {
    fault: { status: 503, body: null, delayInMs: 1 },
    status: 503,
    body: null,
    logged: 'status 503',
  },
  {
    fault: { status: 429, body: { wait: 2 } },
    status: 429,
    body: { wait: 2 },
    logged: 'status 429',
    retryAfter: '1',
  },
  {
    fault: { status: 503, headers: { 'Retry-After': '2' }, body: 'Busy' },
    status: 503,
    body: 'Busy',
    logged: 'status 503',
    retryAfter: '2',
  },
  {
    fault: { status: 204, headers: { 'Retry-After': '3' } },
    status: 204,
    logged: 'status 204',
    retryAfter: '3',
  },
  {
    fault: { delayInMs: 1 },
    status: 404,
    body: exampleNamed('SandboxUnknown'),
    logged: 'delay 1 ms',
  },
])(
  'the fault $fault responds with $status and $body',
  async ({ fault, status, body, logged, retryAfter }) => {
    const { mock, exchanges } = createLogged({ faults: [fault] });
    const response = await ask(mock, 'POST', `${sandboxes}/a/pause`);
    expect(response).toMatchObject({ status, body });
    const headers = ['Content-Type', 'Retry-After'].map((name) =>
      response.headers.get(name),
    );
    expect(headers).toEqual([
      status === 204 ? null : 'application/json',
      retryAfter ?? null,
    ]);
    expect(exchanges).toMatchObject([
      { operation: 'pauseSandbox', fault: logged, status },
    ]);
  },
);

test('a delay delays the response, and does not move the clock', async () => {
  const mock = make({ operation: 'startSandbox', delayInMs: 60 });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const status = start(mock);
  await vi.advanceTimersByTimeAsync(59);
  expect(await Promise.race([status, Promise.resolve('not yet')])).toBe(
    'not yet',
  );
  await vi.advanceTimersByTimeAsync(1);
  expect(await status).toBe(200);
  expect(mock.state('ada').now).toBe('2026-01-01T00:00:00.000000Z');
});

test('a delay ends when the client has gone', async () => {
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const mock = createMock({
    onExchange: end,
    faults: [{ delayInMs: 600_000 }],
  });
  const init = {
    headers: { 'X-Session-API-Key': 'any' },
    signal: AbortSignal.timeout(1),
  };
  const late = mock.fetch('http://mock/api/settings', init);
  await expect(late).rejects.toMatchObject({ name: 'TimeoutError' });
  await ended;
});

test.each<{ fault: Fault; status: number; failure: string; started: number }>([
  {
    fault: { break: 'reset' },
    status: 0,
    failure: 'fetch failed ECONNRESET',
    started: 0,
  },
  {
    fault: { break: 'truncated' },
    status: 200,
    failure: 'terminated UND_ERR_SOCKET',
    started: 1,
  },
  {
    fault: { break: 'truncated', status: 503 },
    status: 503,
    failure: 'terminated UND_ERR_SOCKET',
    started: 0,
  },
  {
    fault: { break: 'malformed' },
    status: 200,
    failure: 'not JSON',
    started: 1,
  },
  {
    fault: { break: 'malformed', status: 503 },
    status: 503,
    failure: 'not JSON',
    started: 0,
  },
])(
  'with $fault the response $status fails as of fetch: $failure',
  async ({ fault, status, failure, started }) => {
    const { mock, exchanges } = createLogged({ faults: [fault] });
    const call = send(mock, 'POST', sandboxes).then(async (response) =>
      response.json(),
    );
    const outcome = await call.catch(
      (error: Error & { cause?: { code: string } }) =>
        error instanceof SyntaxError
          ? 'not JSON'
          : `${error.message} ${error.cause?.code}`,
    );
    expect(outcome).toBe(failure);
    expect(exchanges).toMatchObject([{ fault: fault.break, status }]);
    expect(count(mock)).toBe(started);
  },
);

const needed = 'A fault needs a status, a delayInMs or a break';
const delays = 'delayInMs is a number of milliseconds, 0 or more, not';
const paused = { operation: 'pauseSandbox', status: 200 };

const operationIds = Object.keys(operationsById).join(', ');

test.each<{ fault: unknown; message: string }>([
  { fault: null, message: 'A fault is an object' },
  { fault: {}, message: needed },
  { fault: { operation: 'startSandbox', times: 2 }, message: needed },
  {
    fault: { code: 503 },
    message:
      "A fault has no property 'code', but operation, key, when, times, delayInMs, status, body, headers, break",
  },
  {
    fault: { operation: 'toString', status: 503 },
    message: `operation is one of ${operationIds}, not 'toString'`,
  },
  { fault: { status: 503, key: 5 }, message: 'key is a text' },
  { fault: { status: 503, when: 'always' }, message: 'when is a function' },
  { fault: { status: 503, times: 0 }, message: 'times is 1 or more, not 0' },
  {
    fault: { status: 503, times: 1.5 },
    message: 'times is 1 or more, not 1.5',
  },
  { fault: { status: 503, times: '2' }, message: 'times is 1 or more, not 2' },
  { fault: { delayInMs: -1 }, message: `${delays} -1` },
  {
    fault: { break: 'toString' },
    message: "break is one of reset, truncated, malformed, not 'toString'",
  },
  { fault: { delayInMs: 1, body: {} }, message: 'body needs a status' },
  { fault: { break: 'reset', headers: {} }, message: 'headers need a status' },
  { fault: { status: 199 }, message: 'status is 200 to 599, not 199' },
  { fault: { status: '404' }, message: 'status is 200 to 599, not 404' },
  {
    fault: { status: 503, headers: ['Retry-After'] },
    message: 'headers are names with values',
  },
  {
    fault: { status: 503, headers: { 'Retry-After': 2 } },
    message: "headers cannot have 'Retry-After' with a value that is no text",
  },
  {
    fault: { status: 503, headers: { 'Retry After': '2' } },
    message: "headers cannot have 'Retry After' with this value",
  },
  {
    fault: { status: 503, headers: { A: 'b\r\nc: d' } },
    message: "headers cannot have 'A' with this value",
  },
  {
    fault: { ...paused, body: { success: 'yes' } },
    message: 'body breaks pauseSandbox 200 at /success: must be a boolean',
  },
  {
    fault: { ...paused, body: { success: true, more: 1 } },
    message:
      'body breaks pauseSandbox 200 at /more: is not listed in the contract',
  },
  {
    fault: { ...paused, body: null },
    message: 'body breaks pauseSandbox 200 at its root: must be an object',
  },
])(
  'the fault $fault is rejected, whether it is added or an option',
  ({ fault, message }) => {
    const error = new TypeError(message);
    expect(() => createMock().fault(fault as Fault)).toThrow(error);
    expect(() =>
      createMock({ faults: [{ status: 503 }, fault as Fault] }),
    ).toThrow(error);
  },
);

test('fail takes what the contract declares, as its types say', async () => {
  const mock = createMock();
  const declared = new TypeError(
    'pauseSandbox declares 200, 401, 404, 429, not 422',
  );
  // @ts-expect-error 422 is declared for others
  expect(() => mock.fail('pauseSandbox', 422)).toThrow(declared);
  const missing = new TypeError(
    'body breaks pauseSandbox 404 at /detail: is missing',
  );
  // @ts-expect-error the body has another property
  expect(() => mock.fail('pauseSandbox', 404, { error: 'x' })).toThrow(missing);
  // @ts-expect-error there is no such operation
  expect(() => mock.fail('stopSandbox', 404)).toThrow(
    /^operation is .*, not 'stopSandbox'$/,
  );
  mock.fail('pauseSandbox', 404, { detail: 'Gone' }, 1);
  const { id } = await startSandbox(mock);
  const seen: unknown[] = [];
  for (const _ of [1, 2])
    seen.push((await ask(mock, 'POST', `${sandboxes}/${id}/pause`)).body);
  expect(seen).toEqual([{ detail: 'Gone' }, { success: true }]);
});

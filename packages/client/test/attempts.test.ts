/** The attempts of a call: which failures are retried, when, what is logged, and what remains afterwards. */
import {
  type CallOptions,
  type ClientOptions,
  isAbortedError,
  isConnectionError,
  type LogEntry,
  type Middleware,
} from '@agent-conversation/client';
import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import {
  busy,
  clientOf,
  clientOver,
  closeServers,
  json,
  reset,
  serve,
  thrownBy,
} from './support.ts';

afterAll(closeServers);
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => {});
const noLimit = { timeoutInMs: Infinity, attemptTimeoutInMs: Infinity };

/** How often an operation of each retry class is attempted, with one retry. */
const classes = [
  { retry: 'safe', unsent: 2, limited: 2, others: 2 },
  { retry: 'unsent', unsent: 2, limited: 2, others: 1 },
  { retry: 'never', unsent: 1, limited: 1, others: 1 },
] as const;
const operationOf = (retry: (typeof classes)[number]['retry']) =>
  ({ id: 'op', method: 'POST', path: '/op', retry, statuses: [200] }) as const;

test.each(classes)('$retry: $unsent attempts without a connection', async ({ retry, unsent }) => {
  const cause = Object.assign(new Error(), { code: 'ECONNREFUSED' });
  const fail = () => Promise.reject(new TypeError('refused', { cause }));
  const client = clientOver(fail, { retries: 1 });
  await expect(client.send(operationOf(retry), {})).rejects.toMatchObject({ attempts: unsent });
});

test.each(
  classes.flatMap(({ retry, limited, others: attempts }) => [
    { retry, status: 429, attempts: limited },
    ...[408, 500, 502, 503, 504].map((status) => ({ retry, status, attempts })),
    { retry, status: 400, attempts: 1 },
  ]),
)('$retry: $attempts attempts at status $status', async ({ retry, status, attempts }) => {
  const init = { status, headers: { 'retry-after': '0' } };
  const client = clientOver(async () => new Response('', init), { retries: 1 });
  const { response } = await client.send(operationOf(retry), {});
  expect(response.attempts).toBe(attempts);
});

/** An error as Node and Deno throw it. */
function failed(properties: object, message = ''): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), properties) });
}

test.concurrent.each<[what: string, reason: unknown, unsent: boolean]>([
  ['Node: refused', failed({ code: 'ECONNREFUSED', syscall: 'connect' }), true],
  ['Node: unknown host', failed({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }), true],
  ['Node: no route', failed({ code: 'EHOSTUNREACH', syscall: 'connect' }), true],
  ['Node: no connection in time', failed({ code: 'UND_ERR_CONNECT_TIMEOUT' }), true],
  ['Node: the route was lost', failed({ code: 'EHOSTUNREACH', syscall: 'read' }), false],
  ['Node: reset', failed({ code: 'ECONNRESET', syscall: 'read' }), false],
  ['Node: no response in time', failed({ code: 'UND_ERR_HEADERS_TIMEOUT' }), false],
  ['Deno: refused', failed({}, 'client error (Connect): Connection refused (os error 111)'), true],
  ['Deno: reset', failed({}, 'Connection reset by peer (os error 104)'), false],
  ['Bun: refused', Object.assign(new TypeError('Unable to'), { code: 'ECONNREFUSED' }), true],
  ['Bun: reset', Object.assign(new TypeError('closed'), { code: 'ECONNRESET' }), false],
  ['workerd: anything', new Error('Network connection lost.'), false],
  ['Chromium: anything', new TypeError('Failed to fetch'), false],
  ['a text', 'Failed to fetch', false],
  ['null', null, false],
  ['undefined', undefined, false],
])('%s', async (_, reason, unsent) => {
  let sent = 0;
  const fetch = async () => {
    sent++;
    throw reason;
  };
  const error = await thrownBy(clientOver(fetch, { retries: 1 }).sandboxes.start());
  expect(isConnectionError(error) && error.unsent).toBe(unsent);
  expect(error.cause).toBe(reason);
  const { code = Object(Object(reason).cause).code } = Object(reason);
  expect(error).toMatchObject({ host: 'service.example', code });
  expect(error.message).toContain(code ? `service.example (${code})` : 'service.example');
  expect(sent).toBe(unsent ? 2 : 1);
});

test.each<[number, ClientOptions, pauses: unknown[]]>([
  [0.001, { retries: 6 }, [0.5, 1, 2, 4, 8, 8, undefined]],
  // It would last longer than the call.
  [0.999, { timeoutInMs: 400 }, [undefined]],
])('pauses are random (%d) up to a bound that doubles: %o', async (random, options, pauses) => {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const seen: unknown[] = [];
  const client = clientOver(async () => new Response('busy', { status: 503 }), {
    ...options,
    log: ({ retryInMs }) => seen.push(retryInMs),
  });
  const error = await thrownBy(client.settings.get());
  expect(seen).toEqual(pauses);
  expect(error).toMatchObject({ attempts: pauses.length });
});

test('each attempt has an entry in the log, with these properties and no others', async () => {
  const entries: LogEntry[] = [];
  const done = json({ success: true }, 200, { 'x-request-id': 'r-3' });
  const server = await serve(busy(1), reset, done);
  const client = clientOf(server, { log: (entry) => entries.push(entry) });
  await client.sandboxes.pause('sbx-secret');
  const shared = {
    operation: 'pauseSandbox',
    method: 'POST',
    path: '/api/v1/sandboxes/{sandbox_id}/pause',
    durationInMs: expect.any(Number) as number,
    status: undefined,
    requestId: undefined,
    error: undefined,
    retryInMs: undefined,
  };
  const pause = expect.any(Number) as number;
  expect(entries).toStrictEqual([
    { ...shared, attempt: 1, status: 503, retryInMs: 1000 },
    { ...shared, attempt: 2, error: 'ConnectionError', retryInMs: pause },
    { ...shared, attempt: 3, status: 200, requestId: 'r-3' },
  ]);
  for (const { durationInMs } of entries) expect(durationInMs).toBeGreaterThan(0);
});

test.each<[what: string, entries: string[], call: (log: ClientOptions['log']) => unknown]>([
  [
    'a middleware throws an error',
    ['RangeError'],
    (log) => withMiddleware(() => Promise.reject(new RangeError('mine')), log),
  ],
  [
    'a middleware throws undefined',
    ['Error'],
    (log) => withMiddleware(() => Promise.reject(undefined), log),
  ],
  [
    'the caller aborts',
    ['AbortedError'],
    (log) => {
      const controller = new AbortController();
      setImmediate(() => controller.abort());
      return clientOver(never, { log }).settings.get({ signal: controller.signal });
    },
  ],
  ['nothing is sent', [], (log) => clientOver(never, { log }).sandboxes.pause('..')],
])('the log has its entries when %s: %j', async (_, names, call) => {
  const entries: LogEntry[] = [];
  await Promise.resolve(call((entry) => entries.push(entry))).catch(() => {});
  expect(entries.map(({ error }) => error)).toEqual(names);
});

function withMiddleware(middleware: Middleware, log: ClientOptions['log']): PromiseLike<unknown> {
  return clientOver(fetch, { middleware: [middleware], log }).settings.get();
}

test('an abort between two pages sends nothing more', async () => {
  let sent = 0;
  const controller = new AbortController();
  const fetch = async () => (sent++, Response.json({ items: [], next_page_id: 'p-2' }));
  const readAll = async () => {
    const { signal } = controller;
    const pages = clientOver(fetch, noLimit).sandboxes.search({}, { signal }).byPage();
    for await (const _ of pages) controller.abort('enough');
  };
  const error = await thrownBy(readAll());
  expect(isAbortedError(error) && error.cause).toBe('enough');
  expect(sent).toBe(1);
});

test('a middleware that ignores the signal does not delay an abort, and sends nothing', async () => {
  let sent = 0;
  const controller = new AbortController();
  let goOn = () => {};
  const middleware: Middleware = async (request, next) => {
    setImmediate(() => controller.abort());
    await new Promise<void>((resolve) => (goOn = resolve));
    return next(request);
  };
  const fetch = async () => (sent++, Response.json({}));
  const client = clientOver(fetch, { ...noLimit, middleware: [middleware] });
  const error = await thrownBy(client.settings.get({ signal: controller.signal }));
  expect(isAbortedError(error)).toBe(true);
  goOn();
  await turn();
  expect(sent).toBe(0);
});

type Fetch = () => Promise<Response>;

const stall: Fetch = async () =>
  new Response(new ReadableStream(), { headers: { 'content-type': 'application/json' } });
const limited: Fetch = async () =>
  new Response('', { status: 503, headers: { 'retry-after': '86400' } });

test.each<[how: string, end: string, Fetch, CallOptions]>([
  ['success', 'data', async () => Response.json({}), {}],
  ['failure', 'NotFoundError', async () => Response.json({}, { status: 404 }), {}],
  ['refused connection', 'ConnectionError', () => Promise.reject(failed({})), { retries: 0 }],
  ['attempt timeout', 'TimeoutError', never, { attemptTimeoutInMs: 20, retries: 0 }],
  ['call timeout', 'TimeoutError', stall, { timeoutInMs: 20 }],
  ['abort without a response', 'AbortedError', never, {}],
  ['abort in the body', 'AbortedError', stall, {}],
  ['abort in a pause', 'AbortedError', limited, { timeoutInMs: 1e9 }],
])('calls that end by %s leave no timer and no listener', async (_, end, fetch, options) => {
  vi.useFakeTimers();
  const client = clientOver(fetch);
  const controller = new AbortController();
  const { signal } = controller;
  const calls = Array.from({ length: 50 }, () =>
    client.settings.get({ attemptTimeoutInMs: 1e9, ...options, signal }).then(
      () => 'data',
      ({ name }: Error) => name,
    ),
  );
  await vi.advanceTimersByTimeAsync(30);
  if (end === 'AbortedError') controller.abort();
  expect(new Set(await Promise.all(calls))).toEqual(new Set([end]));
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

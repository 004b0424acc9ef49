/** The attempts of a call: which failures are retried, when, what is logged, and what remains afterwards. */
import {
  type CallOptions,
  type ClientOptions,
  isAbortedError,
  isConnectionError,
  type LogEntry,
} from '@agent-conversation/client';
import { getEventListeners } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { getSystemErrorMap } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { busy, json, reset } from './replies.ts';
import {
  clientOf,
  clientOver,
  type Fetch,
  listen,
  serve,
  thrownBy,
} from './support.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const never: Fetch = () => new Promise<never>(() => {});
const refused = failed({ code: 'ECONNREFUSED', syscall: 'connect' });
const limited: Fetch = async () =>
  new Response('', { status: 429, headers: { 'retry-after': '0' } });

// BEHAVIOUR.md has those that the contract uses, `safe` and `unsent`.
test('an operation of the class `never` is not retried, whatever has failed', async () => {
  const operation = {
    id: 'x',
    method: 'POST',
    path: '/x',
    retry: 'never',
    statuses: [],
  } as const;
  const { response } = await clientOver(limited).send(operation, {});
  expect(response.attempts).toBe(1);
  const call = clientOver(() => Promise.reject(refused)).send(operation, {});
  await expect(call).rejects.toMatchObject({ attempts: 1, unsent: true });
});

/** An error as Node and Deno throw it. */
function failed(properties: object, message = ''): TypeError {
  return new TypeError('fetch failed', {
    cause: Object.assign(new Error(message), properties),
  });
}

test.concurrent.each<{ title: string; reason?: unknown; unsent: boolean }>([
  {
    title: 'Node: refused',
    reason: refused,
    unsent: true,
  },
  {
    title: 'Node: unknown host',
    reason: failed({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
    unsent: true,
  },
  {
    title: 'Node: no route',
    reason: failed({ code: 'EHOSTUNREACH', syscall: 'connect' }),
    unsent: true,
  },
  {
    title: 'Node: no connection in time',
    reason: failed({ code: 'UND_ERR_CONNECT_TIMEOUT' }),
    unsent: true,
  },
  {
    title: 'Node: the route was lost',
    reason: failed({ code: 'EHOSTUNREACH', syscall: 'read' }),
    unsent: false,
  },
  {
    title: 'Node: reset',
    reason: failed({ code: 'ECONNRESET', syscall: 'read' }),
    unsent: false,
  },
  {
    title: 'Node: no response in time',
    reason: failed({ code: 'UND_ERR_HEADERS_TIMEOUT' }),
    unsent: false,
  },
  {
    title: 'Deno: refused',
    reason: failed(
      {},
      'client error (Connect): Connection refused (os error 111)',
    ),
    unsent: true,
  },
  {
    title: 'Deno: reset',
    reason: failed({}, 'Connection reset by peer (os error 104)'),
    unsent: false,
  },
  {
    title: 'Bun: refused',
    reason: Object.assign(new TypeError('Unable to'), { code: 'ECONNREFUSED' }),
    unsent: true,
  },
  {
    title: 'Bun: reset',
    reason: Object.assign(new TypeError('closed'), { code: 'ECONNRESET' }),
    unsent: false,
  },
  {
    title: 'workerd: anything',
    reason: new Error('Network connection lost.'),
    unsent: false,
  },
  {
    title: 'Chromium: anything',
    reason: new TypeError('Failed to fetch'),
    unsent: false,
  },
  {
    title: 'a text',
    reason: 'Failed to fetch',
    unsent: false,
  },
  {
    title: 'null',
    reason: null,
    unsent: false,
  },
  {
    title: 'undefined',
    unsent: false,
  },
])('$title', async ({ reason, unsent }) => {
  const client = clientOver(() => Promise.reject(reason), { retries: 1 });
  const error = await thrownBy(client.sandboxes.start());
  expect(isConnectionError(error) && error.unsent).toBe(unsent);
  expect(error.cause).toBe(reason);
  const { code = Object(Object(reason).cause).code } = Object(reason);
  expect(error).toMatchObject({
    host: 'service.example',
    code,
    attempts: unsent ? 2 : 1,
  });
  expect(error.message).toContain(
    code ? `service.example (${code})` : 'service.example',
  );
});

/** The codes of failures before there is a connection, of Node and Bun. */
const unsentCodes = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
  'FailedToOpenSocket',
];
const systemCodes = [...getSystemErrorMap().values()].map(([code]) => code);
/** The codes of undici (docs/api/Errors.md), and those of Node for HTTP, TLS and streams. */
const otherCodes = [
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_RESPONSE',
  'UND_ERR_INVALID_ARG',
  'UND_ERR_INVALID_RETURN_VALUE',
  'UND_ERR_ABORTED',
  'UND_ERR_DESTROYED',
  'UND_ERR_CLOSED',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_INFO',
  'UND_ERR_RES_EXCEEDED_MAX_SIZE',
  'UND_ERR_PRX_TLS',
  'HPE_INVALID_CONSTANT',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ECONNRESET',
  'EPIPE',
  'ConnectionClosed',
  'Timeout',
];
/** Codes that also stand for a failure in the middle of a request, and the system calls of Node. */
const cases = [
  ...[...systemCodes, ...otherCodes]
    .filter((code) => !unsentCodes.includes(code))
    .flatMap((code) =>
      [undefined, 'read', 'write'].map((syscall) => ({ code, syscall })),
    ),
  ...unsentCodes.flatMap((code) =>
    ['read', 'write'].map((syscall) => ({ code, syscall })),
  ),
].map((it) => ({ ...it, unsent: false }));

test.each([
  ...cases,
  ...unsentCodes.map((code) => ({ code, syscall: undefined, unsent: true })),
  ...['EHOSTUNREACH', 'ENETUNREACH'].map((code) => ({
    code,
    syscall: 'connect',
    unsent: true,
  })),
])(
  'a failure $code of $syscall: `unsent` is $unsent',
  async ({ code, syscall, unsent }) => {
    const fetch = vi.fn<Fetch>(() => Promise.reject(failed({ code, syscall })));
    const error = await thrownBy(
      clientOver(fetch, { retries: 0 }).sandboxes.start(),
    );
    expect(isConnectionError(error) && error.unsent).toBe(unsent);
  },
);

/** Starts a server that reads a whole request, does something with the connection, and counts. */
async function readAndThen(act: (socket: Socket) => void) {
  const read: string[] = [];
  const server = createServer((socket) => {
    let received = '';
    socket.on('error', () => {});
    socket.on('data', (data) => {
      received += data.toString();
      const [head = '', body] = received.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (body === undefined || body.length < length) return;
      read.push(received);
      act(socket);
    });
  });
  return { baseUrl: await listen(server), read };
}

const partOfResponse = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

test.each<[what: string, act: (socket: Socket) => void]>([
  ['ends the connection', (socket) => socket.end()],
  ['destroys the connection', (socket) => socket.destroy()],
  ['resets the connection', (socket) => socket.resetAndDestroy()],
  [
    'ends the connection within the headers',
    (socket) => socket.end(partOfResponse),
  ],
  [
    'responds with something else',
    (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
  ],
  [
    'ends the connection within the body',
    (socket) => socket.end(`${partOfResponse}Content-Length: 9\r\n\r\n{`),
  ],
])(
  'a server that reads a request and %s gets it once, if it creates something',
  async (_, act) => {
    const server = await readAndThen(act);
    const { appConversations, conversations, sandboxes } = clientOf(server);
    const calls = [
      () => appConversations.start({ title: 'Basket' }),
      () => conversations.create({ initial_user_msg: 'Fix the vouchers.' }),
      () => sandboxes.start(),
    ];
    for (const call of calls) {
      const error = await thrownBy(call);
      expect(isConnectionError(error) && error.unsent).toBe(false);
      expect(error).toMatchObject({ attempts: 1 });
    }
    expect(server.read).toHaveLength(calls.length);
  },
);

test('a server that ends each connection gets a call that is safe to repeat three times', async () => {
  const server = await readAndThen((socket) => socket.end());
  const error = await thrownBy(clientOf(server).sandboxes.pause('sbx-1'));
  expect(error).toMatchObject({ attempts: 3, unsent: false });
  expect(server.read).toHaveLength(3);
});

/** The pauses after a response that repeats, as the log has them, with a random number that does not change. */
async function pausesAfter(
  response: ResponseInit,
  random: number,
  options: ClientOptions,
) {
  vi.useFakeTimers();
  vi.setTimerTickMode('nextTimerAsync');
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const pauses: unknown[] = [];
  const log = ({ retryInMs }: LogEntry) => pauses.push(retryInMs);
  const client = clientOver(async () => new Response('', response), {
    ...options,
    log,
  });
  const error = await thrownBy(client.settings.get());
  expect(error).toMatchObject({ attempts: pauses.length });
  return pauses;
}

const unavailable = { status: 503 };
const limitedFor = (seconds: number) => ({
  status: 429,
  headers: { 'retry-after': String(seconds) },
});
const six = { retries: 6 };

test.each([
  {
    what: 'at least 0.1 s long',
    random: 0,
    response: unavailable,
    pauses: [100, 100, 100, 100, 100, 100, undefined],
  },
  {
    what: 'random up to a bound that doubles',
    random: 0.5,
    response: unavailable,
    pauses: [350, 600, 1100, 2100, 4100, 4100, undefined],
  },
  {
    what: 'at least a second long after 429 with Retry-After: 0',
    random: 0.5,
    response: limitedFor(0),
    pauses: [1250, 1500, 2000, 3000, 5000, 5000, undefined],
  },
  {
    what: 'at least a second long after 429 without Retry-After',
    random: 0,
    response: { status: 429 },
    pauses: [1000, 1000, 1000, 1000, 1000, 1000, undefined],
  },
  {
    what: 'as long as Retry-After asks for, or longer',
    random: 0.5,
    response: limitedFor(2),
    pauses: [2000, 2000, 2000, 3000, 5000, 5000, undefined],
  },
])('pauses are $what', async ({ random, response, pauses }) => {
  expect(await pausesAfter(response, random, six)).toEqual(pauses);
});

test('a pause that would last longer than the call is not begun', async () => {
  expect(await pausesAfter(unavailable, 0.999, { timeoutInMs: 400 })).toEqual([
    undefined,
  ]);
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
  for (const { durationInMs } of entries)
    expect(durationInMs).toBeGreaterThan(0);
});

test('an abort between two pages sends nothing more', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const fetch = vi.fn<Fetch>(async () =>
    Response.json({ items: [], next_page_id: 'p-2' }),
  );
  const readAll = async () => {
    const pages = clientOver(fetch).sandboxes.search({}, { signal }).byPage();
    for await (const _ of pages) controller.abort('enough');
  };
  const error = await thrownBy(readAll());
  expect(isAbortedError(error) && error.cause).toBe('enough');
  expect(fetch).toHaveBeenCalledTimes(1);
});

const stall: Fetch = async () =>
  new Response(new ReadableStream(), {
    headers: { 'content-type': 'application/json' },
  });
const later: Fetch = async () =>
  new Response('', { status: 503, headers: { 'retry-after': '86400' } });

test.each<{ title: string; end: string; fetch: Fetch; options: CallOptions }>([
  {
    title: 'success',
    end: 'data',
    fetch: async () => Response.json({}),
    options: {},
  },
  {
    title: 'failure',
    end: 'NotFoundError',
    fetch: async () => Response.json({}, { status: 404 }),
    options: {},
  },
  {
    title: 'refused connection',
    end: 'ConnectionError',
    fetch: () => Promise.reject(refused),
    options: { retries: 0 },
  },
  {
    title: 'attempt timeout',
    end: 'TimeoutError',
    fetch: never,
    options: { attemptTimeoutInMs: 20, retries: 0 },
  },
  {
    title: 'call timeout',
    end: 'TimeoutError',
    fetch: stall,
    options: { timeoutInMs: 20 },
  },
  {
    title: 'abort without a response',
    end: 'AbortedError',
    fetch: never,
    options: {},
  },
  {
    title: 'abort in the body',
    end: 'AbortedError',
    fetch: stall,
    options: {},
  },
  {
    title: 'abort in a pause',
    end: 'AbortedError',
    fetch: later,
    options: { timeoutInMs: 1e9 },
  },
])(
  'calls that end by $title leave no timer and no listener',
  async ({ end, fetch, options }) => {
    vi.useFakeTimers();
    const client = clientOver(fetch);
    const controller = new AbortController();
    const { signal } = controller;
    const calls = Array.from({ length: 50 }, () =>
      client.settings
        .get({ attemptTimeoutInMs: 300_000, ...options, signal })
        .then(
          () => 'data',
          ({ name }: Error) => name,
        ),
    );
    await vi.advanceTimersByTimeAsync(30);
    if (end === 'AbortedError') controller.abort();
    expect(new Set(await Promise.all(calls))).toEqual(new Set([end]));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    // Node's own `fetch` may have one, for connections of other tests.
    expect(vi.getTimerCount()).toBeLessThan(calls.length);
  },
);

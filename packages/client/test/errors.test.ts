/** The classes of errors, their guards, their messages, and what a log shows of them. */
import * as exported from '@agent-conversation/client';
import { readFileSync } from 'node:fs';
import { runInNewContext, runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { clientOver, thrownBy } from './support.ts';

type Guard = (value: unknown) => boolean;
type ErrorClass = new (...args: unknown[]) => Error;

const list = (text: string) => text.split(' ').map((it) => `${it}Error`);
const apiErrors = list(
  'BadRequest Unauthorized NotFound Validation RateLimit UnexpectedResponse',
);
const others = list(
  'Client Api Timeout Connection Aborted BodyTooLarge Redirect Wait',
);
const names = [...apiErrors, ...others].toSorted();
const all: Readonly<Record<string, unknown>> = exported;
/** The names of a class and of those that it extends. */
const kindsOf = (name: string) =>
  [
    ...new Set([
      name,
      ...(apiErrors.includes(name) ? ['ApiError'] : []),
      'ClientError',
    ]),
  ].toSorted();
const knownOf = (error: unknown) =>
  names.filter((it) => (all[`is${it}`] as Guard)(error));

test('the package exports these classes and their guards', () => {
  const errors = Object.keys(exported).filter((it) => it.endsWith('Error'));
  expect(errors.toSorted()).toEqual(
    [...names, ...names.map((it) => `is${it}`)].toSorted(),
  );
});

const once = { retries: 0 };
const violations = ['a', 'b', 'c', 'd'].map((it) => ({
  loc: ['body', it, 0],
  msg: 'is wrong',
}));
const cable = Object.assign(new RangeError('the cable'), {
  code: 'ECONNRESET',
});

/** A client of a service that always sends the same response. */
const over = (status: number, body?: unknown, headers: HeadersInit = {}) =>
  clientOver(async () =>
    body === undefined
      ? new Response(null, { status, headers })
      : Response.json(body, { status, headers }),
  );

test.each([
  { what: 'an object', step: '{"toString":1}' },
  { what: 'a deep list', step: `${'['.repeat(9000)}${']'.repeat(9000)}` },
])('a violation whose location has $what is an ApiError', async ({ step }) => {
  const body = `{"detail":[{"loc":[${step},"a"],"msg":"is wrong","type":""}]}`;
  const headers = { 'content-type': 'application/json' };
  const client = clientOver(
    async () => new Response(body, { status: 422, headers }),
  );
  await expect(client.conversations.create({})).rejects.toThrow(
    'createConversation: a: is wrong',
  );
});

test.each<{
  name: string;
  call: () => PromiseLike<unknown>;
  message: string;
  log: object;
  cause?: unknown;
}>([
  {
    name: 'BadRequestError',
    call: () =>
      over(400, { detail: 'no such branch' }).conversations.create({}),
    message:
      'createConversation: no such branch (POST /api/conversations, status 400, 1 attempt)',
    log: { status: 400 },
  },
  {
    name: 'UnauthorizedError',
    call: () =>
      over(401, { error: 'who' }, { 'x-request-id': 'r-1' }).settings.get(),
    message:
      'getSettings: who (GET /api/settings, status 401, request id r-1, 1 attempt)',
    log: { status: 401, requestId: 'r-1' },
  },
  {
    name: 'NotFoundError',
    call: () => over(404).sandboxes.pause('sbx-1'),
    message:
      'pauseSandbox: rejected without a reason (POST /api/v1/sandboxes/{sandbox_id}/pause, status 404, 1 attempt)',
    log: { status: 404 },
  },
  {
    name: 'ValidationError',
    call: () => over(422, { detail: violations }).conversations.create({}),
    message:
      'createConversation: body.a.0: is wrong; body.b.0: is wrong; body.c.0: is wrong; ' +
      'body.d.0: is wrong (POST /api/conversations, status 422, 1 attempt)',
    log: { status: 422 },
  },
  {
    name: 'RateLimitError',
    call: () =>
      over(429, { message: 'slow down' }, { 'retry-after': '7' }).settings.get(
        once,
      ),
    message:
      'getSettings: slow down (GET /api/settings, status 429, 1 attempt)',
    log: { status: 429, retryAfterInMs: 7000 },
  },
  {
    name: 'UnexpectedResponseError',
    call: () => over(503, { detail: 'busy' }).settings.get(once),
    message:
      'getSettings: the contract does not have this status (application/json, 17 ' +
      'characters): busy (GET /api/settings, status 503, 1 attempt)',
    log: { status: 503 },
  },
  {
    name: 'TimeoutError',
    call: () =>
      clientOver(() => new Promise(() => {})).settings.get({ timeoutInMs: 10 }),
    message:
      'getSettings: timed out after 10 ms (timeoutInMs) (GET /api/settings, 1 attempt)',
    log: { scope: 'call', timeoutInMs: 10 },
  },
  {
    name: 'ConnectionError',
    call: () => clientOver(() => Promise.reject(cable)).settings.get(once),
    message:
      'getSettings: the connection to service.example (ECONNRESET) failed (GET /api/settings, 1 attempt)',
    log: { unsent: false, host: 'service.example', code: 'ECONNRESET' },
    cause: cable,
  },
  {
    name: 'AbortedError',
    call: () =>
      over(200, {}).settings.get({ signal: AbortSignal.abort('the user') }),
    message:
      'getSettings: aborted by the caller (GET /api/settings, 1 attempt)',
    log: {},
    cause: 'the user',
  },
  {
    name: 'RedirectError',
    call: () =>
      over(307, undefined, {
        location: 'https://other.example/a',
      }).settings.get(),
    message:
      'getSettings: redirected to https://other.example/a; is baseUrl right? (GET /api/settings, 1 attempt)',
    log: { location: 'https://other.example/a' },
  },
  {
    name: 'BodyTooLargeError',
    call: () =>
      over(200, { language: 'de' }).settings.get({ maxBodyInBytes: 9 }),
    message:
      'getSettings: the body exceeds 9 bytes (maxBodyInBytes) (GET /api/settings, status 200, 1 attempt)',
    log: { status: 200, maxBodyInBytes: 9 },
  },
  {
    name: 'WaitError',
    call: () =>
      over(200, { items: [{ id: 'x', status: 'ERROR' }] }).sandboxes.waitUntil(
        'x',
        'RUNNING',
      ),
    message:
      'searchSandboxes: the sandbox x is ERROR and may recover; waitThroughError waits for ' +
      'that (GET /api/v1/sandboxes/search, 1 attempt)',
    log: { failure: 'ERROR' },
  },
])(
  '$name has its classes, message, cause and form for logs',
  async ({ name, call, message, log, cause }) => {
    const error = await thrownBy(call);
    expect([error.name, error.message]).toEqual([name, message]);
    expect(Object.prototype.toString.call(error)).toBe('[object Error]');
    expect(error.stack).toMatch(new RegExp(`^${name}: `));
    expect(
      names.filter((it) => error instanceof (all[it] as ErrorClass)),
    ).toEqual(kindsOf(name));
    expect(knownOf(error)).toEqual(kindsOf(name));
    expect('cause' in error).toBe(cause !== undefined);
    expect(error.cause).toBe(cause);
    const [, operation, method, path] = /^(\w+): .* \((\w+) (\S+), /.exec(
      message,
    )!;
    const shared = { name, message, operation, method, path, attempts: 1 };
    expect(JSON.parse(JSON.stringify(error))).toEqual({ ...shared, ...log });
  },
);

/** The module of the errors, and the one that it imports, as a function body that returns its classes. */
const source = ['hidden', 'errors']
  .map((name) =>
    readFileSync(new URL(`../dist/${name}.js`, import.meta.url), 'utf8'),
  )
  .join('\n');
const body = source.replaceAll(/^import .*|^export |^\/\/# .*/gm, '');
const copy = `(() => { ${body}; return { ${names.join()} }; })()`;

test.each([
  ['of a second copy', runInThisContext],
  ['from another realm', runInNewContext],
])(
  'the guards know errors %s, and a middleware can throw them',
  async (_, load) => {
    const classes = load(copy) as Record<string, ErrorClass>;
    const operation = {
      id: 'getSettings',
      method: 'GET',
      path: '/api/settings',
    };
    for (const name of names) {
      const error = new classes[name]!('reason', { operation, attempts: 1 });
      expect(knownOf(error)).toEqual(kindsOf(name));
      expect(
        names.filter((it) => error instanceof (all[it] as ErrorClass)),
      ).toEqual([]);
      const middleware = [() => Promise.reject(error)];
      expect(
        await thrownBy(
          clientOver(fetch, { ...once, middleware }).settings.get(),
        ),
      ).toBe(error);
    }
  },
);

test.each([
  ['a TimeoutError of the platform', new DOMException('late', 'TimeoutError')],
  ['an AbortError of the platform', new DOMException('over', 'AbortError')],
  [
    'an error of the same name',
    Object.assign(new Error('late'), { name: 'TimeoutError' }),
  ],
  [
    'an object like an error',
    { name: 'ClientError', operation: 'getSettings', attempts: 1 },
  ],
  ['a text', 'TimeoutError'],
  ['null', null],
  ['undefined', undefined],
])('no guard knows %s', (_, value) => {
  expect(knownOf(value)).toEqual([]);
});

test('a message names as many violations as its 1,000 characters for texts of the service hold', async () => {
  const many = Array.from({ length: 60_000 }, (_, at) => ({
    loc: ['body', at],
    msg: 'is wrong',
  }));
  const error = await thrownBy(
    over(422, { detail: many }).conversations.create({}),
  );
  expect(error.message).toMatch(
    /^createConversation: body\.0: is wrong; .*; body\.4\d: .*… \(POST /,
  );
  expect(error.message.length).toBeLessThan(1100);
});

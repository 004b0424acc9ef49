/** An error of every class that calls throw. */
import type { Client, ClientOptions, createClient } from '@agent-conversation/client';

type Create = typeof createClient;

/** A call that throws an error of a class. */
export interface Sample {
  readonly name: string;
  /** Makes the call, with a copy of the package. */
  readonly call: (create: Create) => PromiseLike<unknown>;
  readonly message: string;
  /** Its other properties in a log. */
  readonly properties: object;
  /** Its cause as a text; undefined if it has none. */
  readonly cause?: string;
}

const of = (operation: string, method: string, path: string) => ({
  operation,
  method,
  path,
  attempts: 1,
});
const get = of('getSettings', 'GET', '/api/settings');
const creation = of('createConversation', 'POST', '/api/conversations');
const pause = of('pauseSandbox', 'POST', '/api/v1/sandboxes/{sandbox_id}/pause');
const search = of('searchSandboxes', 'GET', '/api/v1/sandboxes/search');
const once = { retries: 0 };
const violations = ['a', 'b', 'c', 'd'].map((it) => ({ loc: ['body', it, 0], msg: 'is wrong' }));

export const samples: readonly Sample[] = [
  {
    name: 'BadRequestError',
    call: (create) => over(create, 400, { detail: 'no such branch' }).conversations.create({}),
    message: 'createConversation: no such branch (POST /api/conversations, status 400, 1 attempt)',
    properties: { ...creation, status: 400 },
  },
  {
    name: 'UnauthorizedError',
    call: (create) => over(create, 401, { error: 'who' }, { 'x-request-id': 'r-1' }).settings.get(),
    message: 'getSettings: who (GET /api/settings, status 401, request id r-1, 1 attempt)',
    properties: { ...get, status: 401, requestId: 'r-1' },
  },
  {
    name: 'NotFoundError',
    call: (create) => over(create, 404).sandboxes.pause('sbx-1'),
    message:
      'pauseSandbox: rejected without a reason (POST /api/v1/sandboxes/{sandbox_id}/pause, status 404, 1 attempt)',
    properties: { ...pause, status: 404 },
  },
  {
    name: 'ValidationError',
    call: (create) => over(create, 422, { detail: violations }).conversations.create({}),
    message:
      'createConversation: body.a.0: is wrong; body.b.0: is wrong; body.c.0: is wrong; and 1 more (POST /api/conversations, status 422, 1 attempt)',
    properties: { ...creation, status: 422 },
  },
  {
    name: 'RateLimitError',
    call: (create) =>
      over(create, 429, { message: 'slow down' }, { 'retry-after': '7' }).settings.get(once),
    message: 'getSettings: slow down (GET /api/settings, status 429, 1 attempt)',
    properties: { ...get, status: 429, retryAfterInMs: 7000 },
  },
  {
    name: 'UnexpectedResponseError',
    call: (create) => over(create, 503, { detail: 'busy' }).settings.get(once),
    message:
      'getSettings: the contract does not have this status (application/json, 17 characters): busy (GET /api/settings, status 503, 1 attempt)',
    properties: { ...get, status: 503 },
  },
  {
    name: 'TimeoutError',
    call: (create) => make(create, () => new Promise(() => {})).settings.get({ timeoutInMs: 10 }),
    message: 'getSettings: timed out after 10 ms (timeoutInMs) (GET /api/settings, 1 attempt)',
    properties: { ...get, scope: 'call', timeoutInMs: 10 },
  },
  {
    name: 'ConnectionError',
    call: (create) => {
      const cause = Object.assign(new RangeError('the cable'), { code: 'ECONNRESET' });
      return make(create, () => Promise.reject(cause)).settings.get(once);
    },
    cause: 'RangeError: the cable',
    message:
      'getSettings: the connection to service.example (ECONNRESET) failed (GET /api/settings, 1 attempt)',
    properties: { ...get, unsent: false, host: 'service.example', code: 'ECONNRESET' },
  },
  {
    name: 'AbortedError',
    call: (create) => over(create, 200, {}).settings.get({ signal: AbortSignal.abort('the user') }),
    cause: 'the user',
    message: 'getSettings: aborted by the caller (GET /api/settings, 1 attempt)',
    properties: get,
  },
  {
    name: 'RedirectError',
    call: (create) =>
      over(create, 307, undefined, { location: 'https://other.example/a' }).settings.get(),
    message:
      'getSettings: redirected to https://other.example/a, which is not followed; is baseUrl right? (GET /api/settings, 1 attempt)',
    properties: { ...get, location: 'https://other.example/a' },
  },
  {
    name: 'WaitError',
    call: (create) => {
      const { sandboxes } = over(create, 200, { items: [{ id: 'sbx-1', status: 'ERROR' }] });
      return sandboxes.waitUntil('sbx-1', 'RUNNING');
    },
    message:
      'searchSandboxes: the sandbox sbx-1 is ERROR and may recover; set waitThroughError to wait for that (GET /api/v1/sandboxes/search, 1 attempt)',
    properties: { ...search, failure: 'ERROR' },
  },
];

function make(create: Create, fetch: NonNullable<ClientOptions['fetch']>): Client {
  return create({ baseUrl: 'http://service.example', apiKey: 'any', fetch });
}

/** Makes a client of a service that always sends the same response. */
function over(create: Create, status: number, body?: unknown, headers: HeadersInit = {}): Client {
  return make(create, async () =>
    body === undefined
      ? new Response(null, { status, headers })
      : Response.json(body, { status, headers }),
  );
}

import type { Client, ClientOptions, createClient } from '@agent-conversation/client';

type Create = typeof createClient;

/** How an error of a class comes about. */
export interface Sample {
  readonly name: string;
  /** Its cause as a text; undefined when there is none. */
  readonly cause?: string;
  /** Makes it, with a copy of the package. */
  readonly call: (create: Create) => PromiseLike<unknown>;
  /** What it says in a log, besides its name. */
  readonly json: Readonly<Record<string, unknown>> & { readonly message: string };
}

const get = { operation: 'getSettings', method: 'GET', path: '/api/settings', attempts: 1 };
const pause = {
  operation: 'pauseSandbox',
  method: 'POST',
  path: '/api/v1/sandboxes/{sandbox_id}/pause',
  attempts: 1,
};
const creation = {
  operation: 'createConversation',
  method: 'POST',
  path: '/api/conversations',
  attempts: 1,
};
const search = {
  operation: 'searchSandboxes',
  method: 'GET',
  path: '/api/v1/sandboxes/search',
  attempts: 1,
};

/** An error of every class that calls throw. */
export const samples: readonly Sample[] = [
  {
    name: 'BadRequestError',
    call: (create) => answering(create, 400, { detail: 'no such branch' }).conversations.create({}),
    json: {
      ...creation,
      status: 400,
      message:
        'createConversation: no such branch (POST /api/conversations, status 400, 1 attempt)',
    },
  },
  {
    name: 'UnauthorizedError',
    call: (create) =>
      answering(create, 401, { error: 'who is it' }, { 'x-request-id': 'r-1' }).settings.get(),
    json: {
      ...get,
      status: 401,
      requestId: 'r-1',
      message: 'getSettings: who is it (GET /api/settings, status 401, request id r-1, 1 attempt)',
    },
  },
  {
    name: 'NotFoundError',
    call: (create) => answering(create, 404).sandboxes.pause('sbx-1'),
    json: {
      ...pause,
      status: 404,
      message:
        'pauseSandbox: rejected without a reason (POST /api/v1/sandboxes/{sandbox_id}/pause, status 404, 1 attempt)',
    },
  },
  {
    name: 'ValidationError',
    call: (create) => {
      const wrong = ['a', 'b', 'c', 'd'].map((it) => ({ loc: ['body', it, 0], msg: 'is wrong' }));
      return answering(create, 422, { detail: wrong }).conversations.create({});
    },
    json: {
      ...creation,
      status: 422,
      message:
        'createConversation: body.a.0: is wrong; body.b.0: is wrong; body.c.0: is wrong; and 1 more (POST /api/conversations, status 422, 1 attempt)',
    },
  },
  {
    name: 'RateLimitError',
    call: (create) =>
      answering(create, 429, { message: 'slow down' }, { 'retry-after': '7' }).conversations.create(
        {},
        { retries: 0 },
      ),
    json: {
      ...creation,
      status: 429,
      retryAfterInMs: 7000,
      message: 'createConversation: slow down (POST /api/conversations, status 429, 1 attempt)',
    },
  },
  {
    name: 'UnexpectedResponseError',
    call: (create) =>
      answering(create, 503, { detail: 'busy' }, { 'retry-after': '7' }).settings.get({
        retries: 0,
      }),
    json: {
      ...get,
      status: 503,
      retryAfterInMs: 7000,
      message:
        'getSettings: the contract does not have this status (application/json, 17 characters): busy (GET /api/settings, status 503, 1 attempt)',
    },
  },
  {
    name: 'TimeoutError',
    call: (create) => over(create, () => new Promise(() => {})).settings.get({ timeoutInMs: 10 }),
    json: {
      ...get,
      scope: 'call',
      timeoutInMs: 10,
      message: 'getSettings: timed out after 10 ms (timeoutInMs) (GET /api/settings, 1 attempt)',
    },
  },
  {
    name: 'ConnectionError',
    cause: 'RangeError: the cable',
    call: (create) => {
      const cause = Object.assign(new RangeError('the cable'), { code: 'ECONNRESET' });
      const broken = over(create, () => Promise.reject(cause));
      return broken.settings.get({ retries: 0 });
    },
    json: {
      ...get,
      unsent: false,
      host: 'service.example',
      code: 'ECONNRESET',
      message:
        'getSettings: the connection to service.example (ECONNRESET) failed (GET /api/settings, 1 attempt)',
    },
  },
  {
    name: 'AbortedError',
    cause: 'the user has left',
    call: (create) =>
      answering(create, 200, {}).settings.get({ signal: AbortSignal.abort('the user has left') }),
    json: {
      ...get,
      message: 'getSettings: aborted by the caller (GET /api/settings, 1 attempt)',
    },
  },
  {
    name: 'RedirectError',
    call: (create) =>
      answering(create, 307, undefined, { location: 'https://other.example/a' }).settings.get(),
    json: {
      ...get,
      location: 'https://other.example/a',
      message:
        'getSettings: redirected to https://other.example/a, which is not followed; is baseUrl right? (GET /api/settings, 1 attempt)',
    },
  },
  {
    name: 'WaitError',
    call: (create) => {
      const sandbox = { id: 'sbx-1', status: 'ERROR' };
      return answering(create, 200, { items: [sandbox] }).sandboxes.waitUntil('sbx-1', 'RUNNING');
    },
    json: {
      ...search,
      failure: 'ERROR',
      message:
        'searchSandboxes: the sandbox sbx-1 is ERROR and may recover; set waitThroughError to wait for that (GET /api/v1/sandboxes/search, 1 attempt)',
    },
  },
];

function over(create: Create, fetch: NonNullable<ClientOptions['fetch']>): Client {
  return create({ baseUrl: 'http://service.example', apiKey: 'any', fetch });
}

function answering(
  create: Create,
  status: number,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Client {
  return over(create, async () =>
    body === undefined
      ? new Response(null, { status, headers })
      : Response.json(body, { status, headers }),
  );
}

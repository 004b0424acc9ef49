import {
  type ReceivedResponse,
  isAbortedError,
  isApiError,
  type Middleware,
} from '@agent-conversation/client';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { busy, cutShort, json, success } from './replies.ts';
import {
  apiKey,
  clientOf,
  clientOver,
  type Fetch,
  serve,
  shownOf,
  thrownBy,
} from './support.ts';

const respond = async () => Response.json({});

test('each attempt passes the middleware from the first to the last, and back', async () => {
  const server = await serve(busy(), cutShort, success);
  const steps: string[] = [];
  const named =
    (name: string): Middleware =>
    async (request, next) => {
      steps.push(`${name} in ${request.attempt}`);
      const response = await next(request);
      steps.push(`${name} out ${response.status}`);
      return response;
    };
  await clientOf(server, {
    middleware: [named('a'), named('b')],
  }).settings.get();
  expect(steps.join()).toBe(
    'a in 1,b in 1,b out 503,a out 503,a in 2,b in 2,a in 3,b in 3,b out 200,a out 200',
  );
});

test('it sees the request without the key, and its changes are sent in that attempt alone', async () => {
  const server = await serve(busy(0, 429), success);
  const seen: unknown[] = [];
  const change: Middleware = (request, next) => {
    const { signal, ...rest } = request;
    seen.push({ ...rest, isAborted: signal.aborted });
    expect(shownOf(request)).not.toContain(apiKey);
    if (request.attempt > 1) return next(request);
    const headers = { ...request.headers, traceparent: 'tp-1' };
    return next({
      ...request,
      url: `${request.url}?trace=1`,
      headers,
      body: '{"title":"Later"}',
    });
  };
  const client = clientOf(server, {
    middleware: [change],
    headers: { 'X-Trace': 't-1' },
  });
  await client.conversations.create({ initial_user_msg: 'Hello' });
  expect(seen[0]).toEqual({
    operation: 'createConversation',
    attempt: 1,
    method: 'POST',
    url: `${server.baseUrl}/api/conversations`,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'x-trace': 't-1',
    },
    body: '{"initial_user_msg":"Hello"}',
    isAborted: false,
  });
  expect(server.requests).toMatchObject([
    {
      url: '/api/conversations?trace=1',
      headers: { traceparent: 'tp-1', 'x-session-api-key': apiKey },
      body: '{"title":"Later"}',
    },
    { url: '/api/conversations', body: '{"initial_user_msg":"Hello"}' },
  ]);
  expect(server.requests[1]?.headers).not.toHaveProperty('traceparent');
});

test.each([
  'http://other.example/proxy/api/settings',
  'http://service.example/proxy',
  'http://service.example/proxy/../other',
  'http://service.example/proxy/%2e%2e/other',
  'http://service.example/proxy\\..\\..\\other',
  'https://service.example/proxy/api/settings',
  'http://service.example.evil.example/proxy/api/settings',
  'http://service.example@evil.example/proxy/api/settings',
  '/api/settings',
  '',
])('the key is not sent to an address outside of baseUrl: %s', async (url) => {
  const fetch = vi.fn<Fetch>(respond);
  const middleware: Middleware[] = [
    (request, next) => next({ ...request, url }),
  ];
  const client = clientOver(fetch, {
    baseUrl: 'http://service.example/proxy',
    middleware,
  });
  const error = await thrownBy(client.settings.get());
  expect(error).toBeInstanceOf(TypeError);
  expect(error.message).toBe('a middleware has left baseUrl');
  expect(fetch).not.toHaveBeenCalled();
});

test('it may return a response of its own, which is retried like any other', async () => {
  const headers = {
    'content-type': 'application/json',
    'x-request-id': 'r-1',
    'retry-after': '0',
  };
  const own = {
    status: 200,
    headers: new Headers(headers),
    text: '{"language":"de"}',
  };
  const unused = vi.fn<Fetch>(respond);
  const client = clientOver(unused, { middleware: [async () => own] });
  const { data, response } = await client.settings.get().withResponse();
  expect(data).toEqual({ language: 'de' });
  expect(response).toMatchObject({
    status: 200,
    requestId: 'r-1',
    attempts: 1,
  });

  const limit = vi.fn<Middleware>(async () => ({ ...own, status: 429 }));
  const error = await thrownBy(
    clientOver(unused, { middleware: [limit] }).settings.get(),
  );
  expect(isApiError(error) && error.status).toBe(429);
  expect(limit).toHaveBeenCalledTimes(3);
  expect(unused).not.toHaveBeenCalled();
});

test.each([new RangeError('mine'), 'mine', undefined])(
  'an error that it throws ends the call unchanged: %s',
  async (mine) => {
    const fail = vi.fn<Middleware>(() => Promise.reject(mine));
    const call = clientOver(respond, { middleware: [fail] }).sandboxes.pause(
      'sbx-1',
    );
    expect(await call.catch((error: unknown) => [error])).toEqual([mine]);
    expect(fail).toHaveBeenCalledTimes(1);
  },
);

test.each([undefined, null, {}, 'text', Response.json({})])(
  'one that returns %s is a mistake in the program, and nothing is retried',
  async (nothing) => {
    const forget = vi.fn<Middleware>(async () => nothing as ReceivedResponse);
    const error = await thrownBy(
      clientOver(respond, { middleware: [forget] }).settings.get(),
    );
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toMatch(/middleware/);
    expect(forget).toHaveBeenCalledTimes(1);
  },
);

test('it may send a request twice', async () => {
  const server = await serve(
    json({ language: 'de' }),
    json({ language: 'en' }),
  );
  const twice: Middleware = async (request, next) => (
    await next(request),
    next(request)
  );
  const { settings } = clientOf(server, { middleware: [twice] });
  const { data, response } = await settings.get().withResponse();
  expect(data).toEqual({ language: 'en' });
  expect([response.attempts, server.requests.length]).toEqual([1, 2]);
});

test('one that ignores the signal does not delay an abort, and sends nothing', async () => {
  const controller = new AbortController();
  let goOn = () => {};
  const middleware: Middleware = async (request, next) => {
    setImmediate(() => controller.abort());
    await new Promise<void>((resolve) => (goOn = resolve));
    return next(request);
  };
  const fetch = vi.fn<Fetch>(respond);
  const { settings } = clientOver(fetch, {
    timeoutInMs: Infinity,
    middleware: [middleware],
  });
  expect(
    isAbortedError(await thrownBy(settings.get({ signal: controller.signal }))),
  ).toBe(true);
  goOn();
  await turn();
  expect(fetch).not.toHaveBeenCalled();
});

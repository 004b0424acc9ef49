import { type Answer, isApiError, type Middleware } from '@agent-conversation/client';
import { checkAnswers } from '@agent-conversation/client/checks';
import { afterAll, expect, test } from 'vitest';
import {
  apiKey,
  busy,
  clientOf,
  clientOver,
  closeServers,
  cutShort,
  json,
  serve,
  shownOf,
  success,
  thrownBy,
} from './support.ts';

afterAll(closeServers);

test('each attempt passes the middleware from the first to the last, and back', async () => {
  const server = await serve(busy(), success);
  const steps: string[] = [];
  const named =
    (name: string): Middleware =>
    async (request, next) => {
      steps.push(`${name} in ${request.attempt}`);
      const response = await next(request);
      steps.push(`${name} out ${response.status}`);
      return response;
    };
  await clientOf(server, { middleware: [named('a'), named('b')] }).settings.get();
  const attempts = [1, 2].map((n) => `a in ${n},b in ${n},b out ${n},a out ${n}`).join();
  expect(steps.join()).toBe(attempts.replaceAll('out 1', 'out 503').replaceAll('out 2', 'out 200'));
});

test('it sees the request, but not the key', async () => {
  const { baseUrl } = await serve(success);
  const seen: unknown[] = [];
  const look: Middleware = (request, next) => {
    const { signal, ...rest } = request;
    seen.push({ ...rest, isAborted: signal.aborted });
    expect(shownOf(request)).not.toContain(apiKey);
    return next(request);
  };
  const client = clientOf({ baseUrl }, { middleware: [look], headers: { 'X-Trace': 't-1' } });
  await client.conversations.create({ initial_user_msg: 'Hello' });
  const accept = 'application/json';
  expect(seen).toEqual([
    {
      operation: 'createConversation',
      attempt: 1,
      method: 'POST',
      url: `${baseUrl}/api/conversations`,
      headers: { accept, 'content-type': 'application/json', 'x-trace': 't-1' },
      body: '{"initial_user_msg":"Hello"}',
      isAborted: false,
    },
  ]);
});

test('its changes arrive together with the key, in that attempt alone', async () => {
  const server = await serve(busy(0, 429), success);
  const change: Middleware = (request, next) =>
    request.attempt > 1
      ? next(request)
      : next({
          ...request,
          url: `${request.url}?trace=1`,
          headers: { ...request.headers, traceparent: 'tp-1' },
          body: '{"initial_user_msg":"Good day"}',
        });
  await clientOf(server, { middleware: [change] }).conversations.create({});
  expect(server.requests).toMatchObject([
    {
      url: '/api/conversations?trace=1',
      headers: { traceparent: 'tp-1', 'x-session-api-key': apiKey },
      body: '{"initial_user_msg":"Good day"}',
    },
    { url: '/api/conversations', body: '{}' },
  ]);
  expect(server.requests[1]?.headers).not.toHaveProperty('traceparent');
});

test.each([
  'http://other.example/proxy/api/settings',
  'http://service.example/other',
  'http://service.example/proxy',
  'http://service.example/proxy/../other',
  'http://service.example/proxy/%2e%2e/other',
  'http://service.example/proxy\\..\\..\\other',
  'http://service.example:81/proxy/api/settings',
  'https://service.example/proxy/api/settings',
  'http://service.example.evil.example/proxy/api/settings',
  'http://service.example@evil.example/proxy/api/settings',
  '/api/settings',
  '',
])('the key is not sent to an address outside of baseUrl: %s', async (url) => {
  let sent = 0;
  const change: Middleware = (request, next) => next({ ...request, url });
  const options = { baseUrl: 'http://service.example/proxy', middleware: [change] };
  const client = clientOver(async () => (sent++, Response.json({})), options);
  const error = await thrownBy(client.settings.get());
  expect(error).toBeInstanceOf(TypeError);
  expect(error.message).toBe('a middleware has changed the address to one outside of baseUrl');
  expect(sent).toBe(0);
});

test('it may return a response of its own, which is retried like any other', async () => {
  const headers = { 'content-type': 'application/json', 'x-request-id': 'r-1', 'retry-after': '0' };
  const own = { status: 200, headers: new Headers(headers), text: '{"language":"de"}' };
  let times = 0;
  const respond =
    (response: Answer): Middleware =>
    async () => (times++, response);
  const unused = () => expect.fail('A request was sent');
  const client = clientOver(unused, { middleware: [respond(own)] });
  const { data, response } = await client.settings.get().withResponse();
  expect(data).toEqual({ language: 'de' });
  expect(response).toMatchObject({ status: 200, requestId: 'r-1', attempts: 1 });

  const limited = clientOver(unused, { middleware: [respond({ ...own, status: 429 })] });
  const error = await thrownBy(limited.settings.get());
  expect(isApiError(error) && error.status).toBe(429);
  expect(times).toBe(1 + 3);
});

test.each([new RangeError('mine'), 'mine', undefined])(
  'an error that it throws ends the call unchanged: %s',
  async (mine) => {
    let times = 0;
    const fail: Middleware = async () => {
      times++;
      throw mine;
    };
    const thrown: unknown[] = [];
    const call = clientOver(fetch, { middleware: [fail] }).sandboxes.pause('sbx-1');
    await call.catch((error: unknown) => thrown.push(error));
    expect(thrown).toEqual([mine]);
    expect(times).toBe(1);
  },
);

test('it may send a request twice', async () => {
  const server = await serve(json({ language: 'de' }), json({ language: 'en' }));
  const twice: Middleware = async (request, next) => (await next(request), next(request));
  const { settings } = clientOf(server, { middleware: [twice] });
  const { data, response } = await settings.get().withResponse();
  expect(data).toEqual({ language: 'en' });
  expect([response.attempts, server.requests.length]).toEqual([1, 2]);
});

test.each([undefined, null, {}, 'text', Response.json({})])(
  'one that returns %s is a mistake in the program, and nothing is retried',
  async (nothing) => {
    let times = 0;
    const forget = (async () => (times++, nothing)) as unknown as Middleware;
    const error = await thrownBy(clientOver(fetch, { middleware: [forget] }).settings.get());
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toMatch(/middleware/);
    expect(times).toBe(1);
  },
);

test('a body that breaks off behind a middleware is retried', async () => {
  const server = await serve(cutShort, success);
  const validators = { getSettings: { validateAnswer: () => ({ valid: true }) } };
  const client = clientOf(server, { middleware: [checkAnswers(validators)] });
  expect(await client.settings.get()).toEqual({ success: true });
  expect(server.requests).toHaveLength(2);
});

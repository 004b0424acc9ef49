import { type Answer, isApiError, type Middleware } from '@agent-conversation/client';
import { checkAnswers } from '@agent-conversation/client/checks';
import { afterAll, describe, expect, test } from 'vitest';
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

test('each attempt goes in from the first to the last, and out again', async () => {
  const { baseUrl } = await serve(busy(), success);
  const steps: string[] = [];
  const named =
    (name: string): Middleware =>
    async (request, next) => {
      steps.push(`${name} in ${request.attempt}`);
      const answer = await next(request);
      steps.push(`${name} out ${answer.status}`);
      return answer;
    };
  const client = clientOf({ baseUrl }, { middleware: [named('a'), named('b')] });
  await client.settings.get();
  expect(steps).toEqual(
    [
      ['a in 1', 'b in 1', 'b out 503', 'a out 503'],
      ['a in 2', 'b in 2', 'b out 200', 'a out 200'],
    ].flat(),
  );
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
  expect(seen).toEqual([
    {
      operation: 'createConversation',
      attempt: 1,
      method: 'POST',
      url: `${baseUrl}/api/conversations`,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'x-trace': 't-1',
      },
      body: '{"initial_user_msg":"Hello"}',
      isAborted: false,
    },
  ]);
});

test('what it changes arrives, together with the key', async () => {
  const server = await serve(success);
  const change: Middleware = (request, next) =>
    next({
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
  ]);
});

test('what it changes in one attempt does not stay for the next', async () => {
  const server = await serve(busy(), success);
  const once: Middleware = (request, next) =>
    next(request.attempt === 1 ? { ...request, headers: { 'x-first': '1' } } : request);
  await clientOf(server, { middleware: [once] }).settings.get();
  expect(server.requests.map(({ headers }) => headers['x-first'])).toEqual(['1', undefined]);
});

describe('an address outside of baseUrl is refused, as the key would go there', () => {
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
  ])('%s', async (url) => {
    const urls: string[] = [];
    const lead: Middleware = (request, next) => next({ ...request, url });
    const client = clientOver(
      async (it) => {
        urls.push(it);
        return Response.json({});
      },
      { baseUrl: 'http://service.example/proxy', middleware: [lead] },
    );
    const error = await thrownBy(client.settings.get());
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe('a middleware has changed the address to one outside of baseUrl');
    expect(urls).toEqual([]);
  });
});

test('it may answer itself', async () => {
  const server = await serve(success);
  const answer: Answer = {
    status: 200,
    headers: new Headers({ 'content-type': 'application/json', 'x-request-id': 'r-1' }),
    text: '{"language":"de"}',
  };
  const client = clientOf(server, { middleware: [async () => answer] });
  const { data, response } = await client.settings.get().withResponse();
  expect(data).toEqual({ language: 'de' });
  expect(response).toMatchObject({ status: 200, requestId: 'r-1', attempts: 1 });
  expect(server.requests).toEqual([]);
});

test('an answer of its own is repeated like any other', async () => {
  const server = await serve(success);
  const limited: Answer = { status: 429, headers: new Headers({ 'retry-after': '0' }), text: '' };
  let times = 0;
  const limit: Middleware = async () => (times++, limited);
  const error = await thrownBy(clientOf(server, { middleware: [limit] }).settings.get());
  expect(isApiError(error) && error.status).toBe(429);
  expect([times, server.requests.length]).toEqual([3, 0]);
});

test.each([
  ['an Error', new RangeError('mine')],
  ['a text', 'mine'],
  ['undefined', undefined],
])('%s that it throws goes through as it is, and nothing is repeated', async (_, mine) => {
  const server = await serve(success);
  let times = 0;
  const fail: Middleware = async () => {
    times++;
    throw mine;
  };
  const client = clientOf(server, { middleware: [fail] });
  const thrown: unknown[] = [];
  await client.sandboxes.pause('sbx-1').catch((error: unknown) => thrown.push(error));
  expect(thrown).toEqual([mine]);
  expect([times, server.requests.length]).toEqual([1, 0]);
});

test('it may send a request twice', async () => {
  const server = await serve(json({ language: 'de' }), json({ language: 'en' }));
  const twice: Middleware = async (request, next) => (await next(request), next(request));
  const { data, response } = await clientOf(server, { middleware: [twice] })
    .settings.get()
    .withResponse();
  expect(data).toEqual({ language: 'en' });
  expect(response.attempts).toBe(1);
  expect(server.requests).toHaveLength(2);
});

test.each([undefined, null, {}, 'text', Response.json({})])(
  'one that gives %s is a mistake in the program, and nothing is repeated',
  async (nothing) => {
    let times = 0;
    const forget = (async () => (times++, nothing)) as unknown as Middleware;
    const client = clientOver(fetch, { middleware: [forget] });
    const error = await thrownBy(client.settings.get());
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toMatch(/middleware/);
    expect(times).toBe(1);
  },
);

test('a body that breaks off is repeated behind a middleware, too', async () => {
  const server = await serve(cutShort, success);
  const validators = { getSettings: { validateAnswer: () => ({ valid: true }) } };
  const client = clientOf(server, { middleware: [checkAnswers(validators)] });
  expect(await client.settings.get()).toEqual({ success: true });
  expect(server.requests).toHaveLength(2);
});

import { createClient } from '@agent-conversation/client/openapi-fetch';
import { isAbortedError, type Middleware } from '@agent-conversation/client';
import { Window } from 'happy-dom';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Middleware as FetchMiddleware } from 'openapi-fetch';
import { afterEach, expect, test, vi } from 'vitest';
import { busy, json, success } from './replies.ts';
import { apiKey, type Fetch, listen, serve, thrownBy } from './support.ts';

const search = '/api/v1/sandboxes/search';

afterEach(() => vi.unstubAllGlobals());

/** A request with properties that frameworks add. */
type AddedTo<T> = T & { readonly next?: unknown; readonly priority?: unknown };

test('openapi-fetch middleware sees a call once and without the key, and can change it', async () => {
  const server = await serve(busy(), busy(), success);
  const client = createClient({ baseUrl: server.baseUrl, apiKey });
  const seen: unknown[] = [];
  client.use({
    onRequest({ request, schemaPath }) {
      seen.push(schemaPath, request.headers.get('x-session-api-key'));
      return new Request(request, { headers: { 'x-trace': 't-1' } });
    },
    onResponse({ response }) {
      seen.push(response.status);
      return Response.json({ items: ['from the middleware'] });
    },
  });
  const { data } = await client.GET(search);
  expect(data).toEqual({ items: ['from the middleware'] });
  expect(seen).toEqual([search, null, 200]);
  const sent = server.requests.map(({ headers }) => [
    headers['x-trace'],
    headers['x-session-api-key'],
  ]);
  expect(sent).toEqual([1, 2, 3].map(() => ['t-1', apiKey]));
});

test('openapi-fetch middleware can return a response for an error', async () => {
  const client = createClient({
    baseUrl: 'http://service.example',
    apiKey,
    fetch: () => Promise.reject(new TypeError('no network')),
    retries: 0,
  });
  let name = '';
  client.use({
    onError({ error }) {
      name = (error as Error).name;
      return Response.json({ items: [] });
    },
  });
  expect((await client.GET(search)).data).toEqual({ items: [] });
  expect(name).toBe('ConnectionError');
});

test('functions in the option `middleware` see every attempt', async () => {
  const pass = vi.fn<Middleware>((request, next) => next(request));
  const { baseUrl } = await serve(busy(), success);
  await createClient({ baseUrl, apiKey, middleware: [pass] }).GET(
    '/api/settings',
  );
  expect(pass.mock.calls.map(([{ attempt }]) => attempt)).toEqual([1, 2]);
});

test('options of a call precede those of the client, and those of `fetch` are passed on', async () => {
  const fetch = vi.fn<Fetch>(async () =>
    Response.json({ detail: 'busy' }, { status: 503 }),
  );
  const client = createClient({
    baseUrl: 'http://service.example',
    apiKey,
    headers: { 'x-one': '1', 'x-two': '2' },
    fetch,
  });
  const { response } = await client.request('get', '/api/settings', {
    retries: 0,
    credentials: 'include',
    headers: { 'x-two': null },
  });
  expect(response.status).toBe(503);
  expect(fetch).toHaveBeenCalledTimes(1);
  const init = fetch.mock.calls[0]![1];
  expect(init).toMatchObject({ credentials: 'include', redirect: 'manual' });
  expect(init.headers).toMatchObject({ 'x-one': '1' });
  expect(init.headers).not.toHaveProperty('x-two');
  await expect(client.GET('/api/settings', { retries: -1 })).rejects.toThrow(
    'retries must be',
  );
});

test('`maxBodyInBytes` is an option of each call, and no setting of its request', async () => {
  const fetch = vi.fn<Fetch>(async () => Response.json({ items: [] }));
  const client = createClient({
    baseUrl: 'http://service.example',
    apiKey,
    maxBodyInBytes: 1,
    fetch,
  });
  const path = '/api/v1/sandboxes/search';
  await expect(client.GET(path)).rejects.toThrow(
    'the body exceeds 1 bytes (maxBodyInBytes)',
  );
  const { data } = await client.GET(path, { maxBodyInBytes: 100 });
  expect(data).toEqual({ items: [] });
  expect(fetch.mock.calls.at(-1)![1]).not.toHaveProperty('maxBodyInBytes');
  await expect(client.GET(path, { maxBodyInBytes: 0 })).rejects.toThrow(
    'maxBodyInBytes must be',
  );
});

test('a `fetch` of a call sends its attempts', async () => {
  const client = createClient({ baseUrl: 'http://service.example', apiKey });
  const urls: string[] = [];
  const fetch = async (request: Request) => {
    urls.push(`${request.url} ${request.headers.get('x-session-api-key')}`);
    return Response.json({ items: [] });
  };
  const { data } = await client.GET(search, { fetch, signal: null });
  expect(data).toEqual({ items: [] });
  expect(urls).toEqual([`http://service.example${search} ${apiKey}`]);
});

test('nothing is sent to another address, or to one that the contract does not have', async () => {
  const [server, other] = [await serve(success), await serve(success)];
  const client = createClient({ baseUrl: server.baseUrl, apiKey });
  const elsewhere = client.GET('/api/settings', { baseUrl: other.baseUrl });
  expect((await thrownBy(elsewhere)).message).toContain('outside of baseUrl');
  const unknown = thrownBy(client.GET('/api/nothing' as '/api/settings'));
  expect((await unknown).message).toBe(
    'GET /api/nothing is not an operation of the contract',
  );
  expect([...server.requests, ...other.requests]).toEqual([]);
});

test('an error response whose `error` is falsy is thrown', async () => {
  const { baseUrl } = await serve(json('', 401));
  const error = await thrownBy(
    createClient({ baseUrl, apiKey }).GET('/api/settings'),
  );
  expect(error.name).toBe('UnauthorizedError');
});

/** Middleware that makes a request of its own, with settings of `fetch`, and adds what frameworks read. */
const withSettings: FetchMiddleware = {
  onRequest({ request }) {
    const changed = new Request(request, {
      cache: 'no-store',
      credentials: 'include',
      integrity: 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
      mode: 'same-origin',
      referrerPolicy: 'no-referrer',
    });
    return Object.assign(changed, { next: { revalidate: 60 } });
  },
};
const set = {
  cache: 'no-store',
  credentials: 'include',
  integrity: 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  mode: 'same-origin',
  referrerPolicy: 'no-referrer',
  next: { revalidate: 60 },
};

/** Responds like a busy service, and then with a page. */
function busyOnce() {
  return vi
    .fn<Fetch>()
    .mockResolvedValueOnce(Response.json({ detail: 'busy' }, { status: 503 }))
    .mockResolvedValue(Response.json({ items: [] }));
}

test('settings of middleware reach the option `fetch`, in each attempt', async () => {
  const fetch = busyOnce();
  const client = createClient({
    baseUrl: 'http://service.example',
    apiKey,
    fetch,
  });
  client.use(withSettings);
  expect((await client.GET(search, { priority: 'high' })).data).toEqual({
    items: [],
  });
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(
    [0, 1].map(() => `http://service.example${search}`),
  );
  for (const [, init] of fetch.mock.calls) {
    expect(init).toMatchObject({ ...set, method: 'GET', redirect: 'manual' });
    expect(new Headers(init.headers).get('x-session-api-key')).toBe(apiKey);
  }
});

test('the option `fetch` gets no settings that nobody has set', async () => {
  const fetch = vi.fn<Fetch>(async () => Response.json({ items: [] }));
  await createClient({ baseUrl: 'http://service.example', apiKey, fetch }).GET(
    search,
  );
  const names = Object.keys(fetch.mock.calls[0]![1]);
  expect(names.toSorted()).toEqual([
    'body',
    'headers',
    'method',
    'redirect',
    'signal',
  ]);
});

test('settings of middleware reach the global `fetch`, in each attempt', async () => {
  const seen: AddedTo<Request>[] = [];
  const responses = busyOnce();
  vi.stubGlobal('fetch', (request: Request, init: AddedTo<RequestInit>) => {
    seen.push(Object.assign(new Request(request, init), { next: init.next }));
    return responses(request.url, init);
  });
  const client = createClient({ baseUrl: 'http://service.example', apiKey });
  client.use(withSettings);
  expect((await client.GET(search)).data).toEqual({ items: [] });
  expect(seen).toHaveLength(2);
  for (const request of seen) {
    const {
      cache,
      credentials,
      integrity,
      mode,
      next,
      redirect,
      referrerPolicy,
    } = request;
    const read = { cache, credentials, integrity, mode, next, referrerPolicy };
    expect(read).toEqual(set);
    expect(redirect).toBe('manual');
    expect(request.headers.get('x-session-api-key')).toBe(apiKey);
  }
});

test('settings that cannot be read from a request are kept, such as `priority`', async () => {
  const priorities = new WeakMap<Request, unknown>();
  // As in browsers, where a copy of a request has the priority, and no property of it shows that.
  class HidingRequest extends Request {
    constructor(input: Request | string, init?: AddedTo<RequestInit>) {
      super(input, init);
      const inherited =
        typeof input === 'string' ? undefined : priorities.get(input);
      priorities.set(this, init?.priority ?? inherited);
    }
  }
  vi.stubGlobal('Request', HidingRequest);
  const seen: unknown[] = [];
  const responses = busyOnce();
  vi.stubGlobal('fetch', (request: Request, init: RequestInit) => {
    seen.push(priorities.get(request));
    return responses(request.url, init);
  });
  const client = createClient({ baseUrl: 'http://service.example', apiKey });
  client.use({
    onRequest: ({ request }) => new Request(request, { priority: 'high' }),
  });
  await client.GET(search);
  expect(seen).toEqual(['high', 'high']);
});

test('a signal of middleware ends a call, beside that of the call', async () => {
  for (const which of ['middleware', 'call'] as const) {
    const controllers = {
      middleware: new AbortController(),
      call: new AbortController(),
    };
    const client = createClient({
      baseUrl: 'http://service.example',
      apiKey,
      fetch: () => {
        controllers[which].abort(which);
        return new Promise(() => {});
      },
    });
    client.use({
      onRequest: ({ request }) =>
        new Request(request, { signal: controllers.middleware.signal }),
    });
    const error = await thrownBy(
      client.GET(search, { signal: controllers.call.signal }),
    );
    expect(isAbortedError(error)).toBe(true);
    expect(error.cause).toBe(which);
  }
});

/** Starts a server that keeps the bodies as they come. It has no connection to the first request. */
async function serveBodies() {
  const bodies: Buffer[] = [];
  const types: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await buffer(request));
    types.push(request.headers['content-type']);
    response
      .setHeader('content-type', 'application/json')
      .end('{"conversation_id":"c-1"}');
  });
  const realFetch = globalThis.fetch;
  const refused = { code: 'ECONNREFUSED', syscall: 'connect' };
  const refuseFirst = vi.fn<typeof realFetch>(async (input, init) => {
    if (refuseFirst.mock.calls.length > 1) return realFetch(input, init);
    bodies.push(Buffer.from(await new Request(input).arrayBuffer()));
    throw new TypeError('fetch failed', { cause: refused });
  });
  vi.stubGlobal('fetch', refuseFirst);
  return { baseUrl: await listen(server), bodies, types };
}

test('a binary body arrives as it is, in each attempt', async () => {
  const server = await serveBodies();
  const client = createClient({ baseUrl: server.baseUrl, apiKey });
  const body = { initial_user_msg: 'Grüße' };
  const { data } = await client.POST('/api/conversations', {
    body,
    headers: { 'content-encoding': 'gzip' },
    bodySerializer: (value) => gzipSync(JSON.stringify(value)),
  });
  expect(data).toEqual({ conversation_id: 'c-1' });
  expect(server.bodies.map((it) => gunzipSync(it).toString())).toEqual(
    [0, 1].map(() => JSON.stringify(body)),
  );
});

test('every byte of a form arrives, with its boundary', async () => {
  const server = await serveBodies();
  const client = createClient({ baseUrl: server.baseUrl, apiKey });
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
  await client.POST('/api/conversations', {
    body: {},
    bodySerializer() {
      const form = new FormData();
      form.set('file', new Blob([bytes]));
      return form;
    },
  });
  const [first, second] = server.bodies;
  expect(first?.includes(bytes)).toBe(true);
  expect(second).toEqual(first);
  const boundary = /boundary=(\S+)/.exec(server.types[0] ?? '')?.[1];
  expect(first?.toString('latin1')).toContain(`--${boundary}`);
});

test('functions in the option `middleware` may replace a binary body', async () => {
  const server = await serveBodies();
  const replace: Middleware = (request, next) =>
    next({ ...request, body: '{}' });
  const client = createClient({
    baseUrl: server.baseUrl,
    apiKey,
    middleware: [replace],
  });
  const bodySerializer = () => Uint8Array.of(0xff, 0xfe);
  await client.POST('/api/conversations', { body: {}, bodySerializer });
  expect(server.bodies.map(String)).toEqual(['{}', '{}']);
});

test('functions in the option `middleware` may remove a body, and change the address', async () => {
  const server = await serveBodies();
  const change: Middleware = (request, next) =>
    next({ ...request, url: `${request.url}?traced=1`, body: undefined });
  const client = createClient({
    baseUrl: server.baseUrl,
    apiKey,
    middleware: [change],
  });
  await client.POST('/api/conversations', {
    body: { repository: 'acme/web-shop' },
  });
  expect(server.bodies.map(String)).toEqual(['', '']);
});

test('a text with a byte order mark arrives as it is', async () => {
  const server = await serveBodies();
  const client = createClient({ baseUrl: server.baseUrl, apiKey });
  await client.POST('/api/conversations', {
    body: {},
    bodySerializer: () => '\uFEFF{}',
  });
  expect(server.bodies[1]).toEqual(Buffer.from('\uFEFF{}'));
});

test.each([500, 599, 600, 799, 999])(
  'status %i is an error like any other',
  async (status) => {
    const { baseUrl } = await serve(json({ detail: 'odd' }, status));
    const client = createClient({ baseUrl, apiKey, retries: 0 });
    const { error, response } = await client.GET(search);
    expect(error).toEqual({ detail: 'odd' });
    expect([response.status, response.ok]).toEqual([status, false]);
  },
);

test('a response has the text of its status and its address', async () => {
  const server = createServer((_, response) => {
    response.writeHead(404, 'Nothing Here', {
      'content-type': 'application/json',
    });
    response.end('{"detail":"x"}');
  });
  const baseUrl = await listen(server);
  const { response } = await createClient({ baseUrl, apiKey }).GET(search);
  expect(response.statusText).toBe('Nothing Here');
  expect(response.url).toBe(baseUrl + search);
});

test('headers have names in lower case, also where a class of headers keeps their case', async () => {
  const { Headers, Request } = new Window({ url: 'http://service.example' });
  expect([...new Headers({ 'X-One': '1' })]).toEqual([['X-One', '1']]);
  vi.stubGlobal('Headers', Headers);
  vi.stubGlobal('Request', Request);
  const fetch = vi.fn<Fetch>(async () => Response.json({ items: [] }));
  const client = createClient({
    baseUrl: 'http://service.example',
    apiKey,
    headers: { 'X-One': '1' },
    fetch,
  });
  client.use({ onRequest: ({ request }) => request.headers.set('X-Two', '2') });
  await client.GET(search, { headers: { 'X-One': '3' } });
  const headers = fetch.mock.calls[0]![1].headers as Record<string, string>;
  expect(headers).toMatchObject({
    'x-one': '3',
    'x-two': '2',
    'x-session-api-key': apiKey,
  });
  expect(
    Object.keys(headers).filter((name) => name !== name.toLowerCase()),
  ).toEqual([]);
});

test('an option that is undefined is as if it were left out', async () => {
  const { baseUrl } = await serve(success);
  const client = createClient({ baseUrl, apiKey });
  const { data } = await client.GET(search, {
    params: { query: { limit: undefined, page_id: undefined } },
    attemptTimeoutInMs: undefined,
    baseUrl: undefined,
    body: undefined,
    bodySerializer: undefined,
    cache: undefined,
    fetch: undefined,
    headers: undefined,
    middleware: undefined,
    parseAs: undefined,
    pathSerializer: undefined,
    querySerializer: undefined,
    retries: undefined,
    signal: undefined,
    timeoutInMs: undefined,
  });
  expect(data).toBeDefined();
});

test('a 401 whose body is a text leaves the data where there is no error', async () => {
  const { baseUrl } = await serve(json('Unauthorized', 401), success);
  const client = createClient({ baseUrl, apiKey });
  const read = async () => {
    const { data, error } = await client.GET(search);
    // The type of the data has to follow from this.
    return error ? { error } : { items: data.items };
  };
  expect(await read()).toEqual({ error: 'Unauthorized' });
  expect(await read()).toHaveProperty('items');
});

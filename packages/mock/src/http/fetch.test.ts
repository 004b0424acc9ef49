import { getEventListeners } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startService } from '../../test/service.ts';
import { createMock, type Fault, type MockOptions } from '../index.ts';

const headers = { 'X-Session-API-Key': 'any' };
const json = { ...headers, 'Content-Type': 'application/json' };
const settings = '/api/settings';
const conversations = '/api/conversations';
const search = '/api/v1/sandboxes/search';
const conversation = '{"conversation_id":"00000000000000000000000000000001"}';

type Fetch = typeof globalThis.fetch;

/** Sends requests to a mock at an address, and returns what came of it. */
type Attempt = (fetch: Fetch, base: string) => Promise<unknown>;

interface Row {
  readonly name: string;
  readonly options?: MockOptions;
  readonly attempt: Attempt;
  /** What comes of it: a part of the response, or of the error. */
  readonly outcome: object;
}

/** A fault that redirects a request for the settings. */
const redirect = (status: number, location: string): Fault => ({
  operation: 'getSettings',
  status,
  headers: { Location: location },
});

/** The same for a request with a body. */
const redirectPost = (status: number): Fault => ({
  ...redirect(status, search),
  operation: 'createConversation',
});

/** So large that it is not read in one piece. */
const large: MockOptions = {
  faults: [{ status: 500, body: 'x'.repeat(5_000_000) }],
};

const late: MockOptions = { faults: [{ delayInMs: 600_000, times: 1 }] };

function streamOf(...chunks: unknown[]): ReadableStream {
  return new ReadableStream({
    pull(controller) {
      if (chunks.length === 0) controller.close();
      else controller.enqueue(chunks.shift());
    },
  });
}

function brokenStream(): ReadableStream {
  return new ReadableStream({
    pull(controller) {
      controller.error(new RangeError('broken'));
    },
  });
}

/** Creates a conversation, with a body in one form or another. */
const post =
  (create: () => RequestInit & { duplex?: 'half' }): Attempt =>
  async (fetch, base) =>
    fetch(base + conversations, { method: 'POST', headers: json, ...create() });

const get =
  (init: RequestInit = {}, path = settings): Attempt =>
  async (fetch, base) =>
    fetch(base + path, { headers, ...init });

const inputs: readonly Row[] = [
  {
    name: 'a URL as a text, with a fragment',
    attempt: get({}, `${settings}#fragment`),
    outcome: {
      status: 200,
      url: settings,
      type: 'basic',
      redirected: false,
      ok: true,
    },
  },
  {
    name: 'a URL',
    attempt: async (fetch, base) =>
      fetch(new URL(`${search}?limit=1`, base), { headers }),
    outcome: { status: 200, url: `${search}?limit=1` },
  },
  {
    name: 'a Request',
    attempt: async (fetch, base) =>
      fetch(new Request(base + settings, { headers })),
    outcome: { status: 200, url: settings },
  },
  {
    name: 'a Request, with options that replace its own',
    attempt: async (fetch, base) =>
      fetch(new Request(base + settings), { headers }),
    outcome: { status: 200 },
  },
  {
    name: 'a Request as options',
    attempt: async (fetch, base) => {
      const init = { method: 'POST', headers: json, body: conversation };
      return fetch(base + conversations, new Request('http://other', init));
    },
    outcome: { status: 200 },
  },
  {
    name: 'names of headers in any case',
    attempt: get({ headers: { 'x-SESSION-api-KEY': 'any' } }),
    outcome: { status: 200 },
  },
  {
    name: 'headers as Headers',
    attempt: get({ headers: new Headers(headers) }),
    outcome: { status: 200 },
  },
  {
    name: 'headers as pairs',
    attempt: get({ headers: [['X-Session-Api-Key', 'any']] }),
    outcome: { status: 200 },
  },
  { name: 'no key', attempt: get({ headers: {} }), outcome: { status: 401 } },
  {
    name: 'no absolute URL',
    attempt: async (fetch) => fetch(settings, { headers }),
    outcome: { name: 'TypeError' },
  },
  {
    name: 'another scheme',
    attempt: async (fetch) => fetch('ftp://mock/', { headers }),
    outcome: {
      name: 'TypeError',
      message: 'fetch failed',
      reason: 'unknown scheme',
    },
  },
  {
    name: 'a user in the URL',
    attempt: async (fetch, base) => fetch(base.replace('//', '//ada:secret@')),
    outcome: { name: 'TypeError' },
  },
  {
    name: 'a header that is none',
    attempt: get({ headers: { 'not a name': 'any' } }),
    outcome: { name: 'TypeError' },
  },
];

const bodies: readonly Row[] = [
  {
    name: 'a text',
    attempt: post(() => ({ body: conversation })),
    outcome: { status: 200 },
  },
  {
    name: 'bytes',
    attempt: post(() => ({ body: new TextEncoder().encode(conversation) })),
    outcome: { status: 200 },
  },
  {
    name: 'a buffer',
    attempt: post(() => ({
      body: new TextEncoder().encode(conversation).buffer,
    })),
    outcome: { status: 200 },
  },
  {
    name: 'a Blob',
    attempt: post(() => ({ body: new Blob([conversation]) })),
    outcome: { status: 200 },
  },
  {
    name: 'a Blob whose type is the Content-Type',
    attempt: post(() => ({
      headers,
      body: new Blob([conversation], { type: 'application/json' }),
    })),
    outcome: { status: 200 },
  },
  {
    name: 'a stream of bytes',
    attempt: post(() => ({
      body: new Blob([conversation]).stream(),
      duplex: 'half',
    })),
    outcome: { status: 200 },
  },
  {
    name: 'a stream of several chunks',
    attempt: post(() => ({
      body: streamOf(
        ...conversation
          .split(/(?=,|:)/)
          .map((it) => new TextEncoder().encode(it)),
      ),
      duplex: 'half',
    })),
    outcome: { status: 200 },
  },
  {
    name: 'a stream without duplex',
    attempt: post(() => ({ body: streamOf() })),
    outcome: { name: 'TypeError', message: expect.stringContaining('duplex') },
  },
  {
    name: 'a stream that breaks',
    attempt: post(() => ({ body: brokenStream(), duplex: 'half' })),
    outcome: { name: 'TypeError', message: 'fetch failed', reason: 'broken' },
  },
  {
    name: 'URLSearchParams, which are not JSON',
    attempt: post(() => ({
      headers,
      body: new URLSearchParams({ title: 'a' }),
    })),
    outcome: { status: 422 },
  },
  {
    name: 'a form, which is not JSON',
    attempt: post(() => ({ headers, body: new FormData() })),
    outcome: { status: 422 },
  },
  {
    name: 'a form that is called JSON',
    attempt: post(() => ({ body: new URLSearchParams({ title: 'a' }) })),
    outcome: {
      status: 422,
      text: expect.stringContaining('error at line 1, column 1'),
    },
  },
  {
    name: 'a GET with a body',
    attempt: get({ body: 'a' }),
    outcome: { name: 'TypeError' },
  },
  {
    name: 'a Request that was read before',
    attempt: async (fetch, base) => {
      const init = { method: 'POST', headers: json, body: conversation };
      const request = new Request(base + conversations, init);
      await fetch(request);
      return fetch(request);
    },
    outcome: { name: 'TypeError' },
  },
];

const results: readonly Row[] = [
  {
    name: 'HEAD',
    attempt: get({ method: 'HEAD' }),
    outcome: { status: 200, hasBody: false, text: '' },
  },
  {
    name: 'a status without a body',
    options: { faults: [{ status: 204 }] },
    attempt: get(),
    outcome: { status: 204, hasBody: false, text: '' },
  },
  {
    name: 'not modified',
    options: { faults: [{ status: 304 }] },
    attempt: get(),
    outcome: { status: 304, hasBody: false, text: '' },
  },
  {
    name: 'an empty body',
    options: { edition: '1.11.0' },
    attempt: get({ redirect: 'manual' }, '/api/v1/sandbox-specs/'),
    outcome: { status: 307, hasBody: true, text: '' },
  },
  {
    name: 'a server error',
    options: { faults: [{ status: 599 }] },
    attempt: get(),
    outcome: { status: 599, ok: false },
  },
  {
    name: 'a clone',
    attempt: async (fetch, base) =>
      (await fetch(base + settings, { headers })).clone(),
    outcome: { status: 200, url: settings, type: 'basic' },
  },
  {
    name: 'the clone of a clone, beside the body of the first',
    attempt: async (fetch, base) => {
      const response = await fetch(base + settings, { headers });
      const copy = response.clone().clone();
      return {
        url: copy.url.replace(base, ''),
        isEqual: (await copy.text()) === (await response.text()),
      };
    },
    outcome: { url: settings, isEqual: true },
  },
  ...(['reset', 'truncated', 'malformed'] as const).map((breakage): Row => ({
    name: breakage,
    options: { faults: [{ break: breakage }] },
    attempt: async (fetch, base) =>
      (await fetch(base + settings, { headers })).json(),
    outcome: { name: breakage === 'malformed' ? 'SyntaxError' : 'TypeError' },
  })),
];

/** Reads the first chunk of a response, then calls a function, then reads the next chunk. */
async function readAround(
  response: Response,
  between: () => void,
): Promise<unknown> {
  const reader = response.body!.getReader();
  await reader.read();
  between();
  return reader.read();
}

/** Returns a response with what aborts it. */
async function fetchAbortable(fetch: Fetch, base: string) {
  const controller = new AbortController();
  const { signal } = controller;
  const response = await fetch(base + settings, { headers, signal });
  return { controller, response };
}

const aborts: readonly Row[] = [
  {
    name: 'before',
    attempt: get({ signal: AbortSignal.abort() }),
    outcome: { name: 'AbortError' },
  },
  {
    name: 'before, with a reason',
    attempt: get({ signal: AbortSignal.abort(new RangeError('a reason')) }),
    outcome: { name: 'RangeError', message: 'a reason' },
  },
  {
    name: 'before, by the signal of a Request',
    attempt: async (fetch, base) =>
      fetch(new Request(base, { signal: AbortSignal.abort() })),
    outcome: { name: 'AbortError' },
  },
  {
    name: 'of a Request whose signal is taken away',
    attempt: async (fetch, base) => {
      const request = new Request(base + settings, {
        headers,
        signal: AbortSignal.abort(),
      });
      return fetch(request, { signal: null });
    },
    outcome: { status: 200 },
  },
  {
    name: 'before, and the request is wrong as well',
    attempt: get({ signal: AbortSignal.abort(), body: 'a' }),
    outcome: { name: 'TypeError' },
  },
  {
    name: 'by what is no signal',
    attempt: get({ signal: {} as AbortSignal }),
    outcome: { name: 'TypeError' },
  },
  {
    name: 'before the headers',
    options: late,
    attempt: async (fetch, base) =>
      fetch(base + settings, { headers, signal: AbortSignal.timeout(20) }),
    outcome: { name: 'TimeoutError' },
  },
  {
    name: 'before the headers, with a reason that is no error',
    options: late,
    attempt: async (fetch, base) => {
      const controller = new AbortController();
      const call = fetch(base + settings, {
        headers,
        signal: controller.signal,
      });
      controller.abort('a text');
      return call;
    },
    outcome: { thrown: 'a text' },
  },
  {
    name: 'after the headers',
    attempt: async (fetch, base) => {
      const { controller, response } = await fetchAbortable(fetch, base);
      controller.abort(new RangeError('after the headers'));
      return response;
    },
    outcome: { name: 'RangeError', message: 'after the headers' },
  },
  {
    name: 'while the body is read',
    options: large,
    attempt: async (fetch, base) => {
      const { controller, response } = await fetchAbortable(fetch, base);
      return readAround(response, () => controller.abort());
    },
    outcome: { name: 'AbortError' },
  },
  {
    name: 'after the body was read',
    attempt: async (fetch, base) => {
      const { controller, response } = await fetchAbortable(fetch, base);
      const text = await response.text();
      controller.abort();
      return { isRead: text.length > 0 };
    },
    outcome: { isRead: true },
  },
];

const redirects: readonly Row[] = [
  ...[301, 302, 303, 307, 308].map((status): Row => ({
    name: `${status} of a GET`,
    options: { faults: [redirect(status, search)] },
    attempt: get(),
    outcome: { status: 200, url: search, redirected: true, type: 'basic' },
  })),
  ...[301, 302, 303].map((status): Row => ({
    name: `${status} of a POST becomes a GET`,
    options: { faults: [redirectPost(status)] },
    attempt: post(() => ({ body: conversation })),
    outcome: { status: 200, url: search, redirected: true },
  })),
  ...[307, 308].map((status): Row => ({
    name: `${status} of a POST stays one`,
    options: { faults: [redirectPost(status)] },
    attempt: post(() => ({ body: conversation })),
    outcome: { status: 405, url: search, redirected: true },
  })),
  {
    name: '307 sends the body again',
    options: {
      faults: [{ ...redirectPost(307), headers: { Location: '' }, times: 1 }],
    },
    attempt: post(() => ({ body: conversation })),
    outcome: {
      status: 200,
      redirected: true,
      text: expect.stringContaining('0000001'),
    },
  },
  {
    name: 'the body is sent again that came in a Request',
    options: {
      faults: [{ ...redirectPost(308), headers: { Location: '' }, times: 1 }],
    },
    attempt: async (fetch, base) => {
      const init = { method: 'POST', headers: json, body: conversation };
      return fetch(new Request(base + conversations, init));
    },
    outcome: { status: 200, redirected: true },
  },
  {
    name: 'a stream cannot be sent again',
    options: { faults: [redirectPost(307)] },
    attempt: post(() => ({
      body: new Blob([conversation]).stream(),
      duplex: 'half',
    })),
    outcome: { name: 'TypeError', message: 'fetch failed' },
  },
  {
    name: 'a stream need not be sent again',
    options: { faults: [redirectPost(303)] },
    attempt: post(() => ({
      body: new Blob([conversation]).stream(),
      duplex: 'half',
    })),
    outcome: { status: 200, url: search },
  },
  {
    name: 'HEAD stays HEAD',
    options: { faults: [redirect(303, search)], edition: '0.62.0' },
    attempt: get({ method: 'HEAD' }, '/api/settings/'),
    outcome: { status: 405, url: settings, redirected: true },
  },
  {
    name: 'a slash at the end, as the service redirects it',
    options: { edition: '1.11.0' },
    attempt: get({}, `${search}/?limit=1`),
    outcome: { status: 200, url: `${search}?limit=1`, redirected: true },
  },
  {
    name: 'Authorization does not go to another origin',
    options: {
      faults: [redirect(302, 'OTHER-ORIGIN/api/v1/sandboxes/search')],
      keyHeaders: ['Authorization'],
    },
    attempt: get({ headers: { Authorization: 'Bearer any' } }),
    outcome: { status: 401, redirected: true, type: 'cors' },
  },
  {
    name: 'Authorization stays on its origin',
    options: { faults: [redirect(302, search)], keyHeaders: ['Authorization'] },
    attempt: get({ headers: { Authorization: 'Bearer any' } }),
    outcome: { status: 200, redirected: true },
  },
  {
    name: 'a redirect without a Location',
    options: { faults: [{ status: 302 }] },
    attempt: get(),
    outcome: { status: 302, url: settings, redirected: false },
  },
  {
    name: 'an endless redirect',
    options: { faults: [redirect(302, settings)] },
    attempt: get(),
    outcome: {
      name: 'TypeError',
      message: 'fetch failed',
      reason: 'redirect count exceeded',
    },
  },
  {
    name: 'twenty redirects',
    options: { faults: [{ ...redirect(302, settings), times: 20 }] },
    attempt: get(),
    outcome: { status: 200, url: settings, redirected: true },
  },
  {
    name: 'a redirect to no URL',
    options: { faults: [redirect(302, 'http://[')] },
    attempt: get(),
    outcome: {
      name: 'TypeError',
      message: 'fetch failed',
      reason: 'Invalid URL',
    },
  },
  {
    name: 'a redirect to another scheme',
    options: { faults: [redirect(302, 'ftp://mock/')] },
    attempt: get(),
    outcome: {
      name: 'TypeError',
      reason: 'URL scheme must be a HTTP(S) scheme',
    },
  },
  {
    name: 'a redirect to a fragment',
    options: { faults: [redirect(302, `${search}#fragment`)] },
    attempt: get(),
    outcome: { status: 200, url: search },
  },
  {
    name: 'redirect: manual',
    options: { faults: [redirect(307, search)] },
    attempt: get({ redirect: 'manual' }),
    outcome: {
      status: 307,
      url: settings,
      redirected: false,
      type: 'basic',
      location: search,
    },
  },
  {
    name: 'redirect: manual in a Request',
    options: { faults: [redirect(307, search)] },
    attempt: async (fetch, base) =>
      fetch(new Request(base + settings, { headers, redirect: 'manual' })),
    outcome: { status: 307, location: search },
  },
  {
    name: 'redirect: error',
    options: { faults: [redirect(307, search)] },
    attempt: get({ redirect: 'error' }),
    outcome: {
      name: 'TypeError',
      message: 'fetch failed',
      reason: 'unexpected redirect',
    },
  },
  {
    name: 'redirect: error, and there is none',
    attempt: get({ redirect: 'error' }),
    outcome: { status: 200 },
  },
  {
    name: 'a mode that is none',
    attempt: get({ redirect: 'never' as RequestRedirect }),
    outcome: { name: 'TypeError' },
  },
];

/** Returns what came of an attempt, without what differs between two runs. */
async function outcomeOf(
  attempt: Attempt,
  fetch: Fetch,
  base: string,
): Promise<object> {
  try {
    const result = await attempt(fetch, base);
    if (!(result instanceof Response)) return result as object;
    const {
      status,
      ok,
      url,
      type,
      redirected,
      body,
      headers: received,
    } = result;
    const location = received.get('Location');
    const hasBody = body !== null;
    const text = await result.text();
    const names = [...received.keys()].filter(
      (name) => !/^(connection|keep-alive)$/.test(name),
    );
    const path = url.replace(base, '');
    const fields = { status, ok, type, redirected, hasBody, text, names };
    return { ...fields, url: path, location: location?.replace(base, '') };
  } catch (error) {
    if (!(error instanceof Error)) return { thrown: error };
    const { name, message, cause } = error as Error & {
      cause?: Error & { code?: string };
    };
    return { name, message, reason: cause?.message, code: cause?.code };
  }
}

describe.each([
  { title: 'accepts', rows: inputs },
  { title: 'sends', rows: bodies },
  { title: 'returns', rows: results },
  { title: 'is aborted', rows: aborts },
  { title: 'is redirected by', rows: redirects },
])('fetch of a mock $title', ({ rows }) => {
  test.each(rows)(
    '$name, as the global one over a port',
    async ({ attempt, options, outcome }) => {
      const { faults = [], ...others } = options ?? {};
      const create = () =>
        createMock({ seed: 'fetch', clock: 'manual', ...others });
      const overPort = create();
      const { url, close } = await overPort.listen();
      onTestFinished(close);
      const mock = create();
      for (const fault of faults) {
        const text = JSON.stringify(fault).replace(
          'OTHER-ORIGIN',
          url.replace('127.0.0.1', 'localhost'),
        );
        overPort.fault(JSON.parse(text) as Fault);
        mock.fault(JSON.parse(text) as Fault);
      }
      const byNetwork = await outcomeOf(
        attempt,
        async (input, init) => fetch(input, init),
        url,
      );
      const inProcess = await outcomeOf(attempt, mock.fetch, url);
      expect(byNetwork).toMatchObject(outcome);
      expect(inProcess).toMatchObject(outcome);
      // The words of a connection are its own.
      const withoutReason = {
        ...byNetwork,
        reason: (inProcess as { reason?: string }).reason,
      };
      expect({ reason: undefined, ...inProcess }).toEqual(withoutReason);
    },
  );
});

test('an aborted request still changes the state, as on a server', async () => {
  const mock = createMock({ latencyInMs: 30 });
  const init = { method: 'POST', headers, signal: AbortSignal.timeout(5) };
  await expect(
    mock.fetch('http://mock/api/v1/sandboxes', init),
  ).rejects.toThrow('timeout');
  await expect
    .poll(() => mock.state('any').sandboxes.length, { timeout: 30_000 })
    .toBe(1);
});

test('an endless body gets 413, and is cancelled', async () => {
  let isCancelled = false;
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(100_000)),
    cancel: () => void (isCancelled = true),
  });
  const init = { method: 'POST', headers: json, body, duplex: 'half' };
  const response = await createMock().fetch(
    `http://mock${conversations}`,
    init,
  );
  expect(response.status).toBe(413);
  expect(isCancelled).toBe(true);
});

test('a signal is left alone once a response is read', async () => {
  const { signal } = new AbortController();
  const listeners = new Set<unknown>();
  const observed = Object.assign(signal, {
    addEventListener: (_: string, listener: unknown) => listeners.add(listener),
    removeEventListener: (_: string, listener: unknown) =>
      listeners.delete(listener),
  });
  const response = await createMock().fetch(`http://mock${settings}`, {
    headers,
    signal: observed,
  });
  expect(listeners.size).toBe(1);
  await response.text();
  expect(listeners.size).toBe(0);
  const unread = await createMock().fetch(`http://mock${settings}`, {
    headers,
    signal: observed,
  });
  await unread.body!.cancel();
  expect(listeners.size).toBe(0);
});

test('a signal of many requests is left alone after delays and a proxy, too', async () => {
  const service = await createMock().listen();
  onTestFinished(service.close);
  const faults: readonly Fault[] = [{ delayInMs: 1 }];
  const { signal } = new AbortController();
  for (const options of [
    { latencyInMs: 1 },
    { faults },
    { proxy: service.url },
  ]) {
    const response = await createMock(options).fetch(`http://mock${settings}`, {
      headers,
      signal,
    });
    await response.text();
    await expect
      .poll(() => getEventListeners(signal, 'abort'), { timeout: 30_000 })
      .toEqual([]);
  }
});

test('a redirect of an edition stays where the caller has the mock', async () => {
  const mock = createMock({ edition: '1.11.0' });
  const response = await mock.fetch(`https://mock.example:1${search}/`, {
    redirect: 'manual',
  });
  expect(response.headers.get('Location')).toBe(
    `https://mock.example:1${search}`,
  );
});

test('an abort of a forwarded response reaches the service, before it is read and after', async () => {
  const closed: string[] = [];
  const { url: proxy } = await startService((request, response) => {
    response.on('close', () => closed.push(request.url!));
    response.write('[');
  });
  const { fetch: forward } = createMock({ proxy });
  const open = async (path: string) => {
    const controller = new AbortController();
    const response = await forward(`http://mock${path}`, {
      headers,
      signal: controller.signal,
    });
    return { controller, reader: response.body!.getReader() };
  };
  const unread = await open('/unread');
  unread.controller.abort();
  await expect(unread.reader.read()).rejects.toThrow('abort');
  const read = await open('/read');
  await read.reader.read();
  read.controller.abort();
  await expect(read.reader.read()).rejects.toThrow('abort');
  const cancelled = await open('/cancelled');
  await cancelled.reader.cancel();
  await expect
    .poll(() => closed, { timeout: 30_000 })
    .toEqual(['/unread', '/read', '/cancelled']);
});

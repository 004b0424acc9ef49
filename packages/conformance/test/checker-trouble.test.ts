/** The checker against servers that hang, break, redirect, flood or are no such service at all. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createMock } from '@agent-conversation/mock';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { operationOf } from '../src/contract.ts';
import { readSettings } from '../src/checker/options.ts';
import { Session } from '../src/checker/session.ts';
import { faultyFetch, serveFetch } from './faults/faulty-fetch.ts';
import { type ServerFault, silence } from './faults/server-faults.ts';
import {
  baseUrl,
  checkMock,
  type Interfere,
  serveMock,
} from './support/served-mock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const html = (status: number) =>
  new Response('<p>Hello</p>', {
    status,
    headers: { 'Content-Type': 'text/html' },
  });
const redirect = () =>
  new Response(null, {
    status: 307,
    headers: { Location: 'http://127.0.0.1:4011/' },
  });
const stalled: Interfere = ({ signal }) =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{'));
        const end = () => controller.error(signal.reason);
        signal.addEventListener('abort', end);
        // On a busy machine, the request may be over before it comes here.
        if (signal.aborted) end();
      },
    }),
  );

const otherKind =
  'This is a server of another kind, or URL is not its address: GET /api/settings responded with';

interface Trouble {
  readonly title: string;
  readonly interfere: Interfere;
  readonly says: string;
}

test.each<Trouble>([
  {
    title: 'is silent',
    interfere: silence,
    says: 'There is no response from URL: it was not complete after 0.1 seconds.',
  },
  {
    title: 'stalls',
    interfere: stalled,
    says: 'There is no response from URL: it was not complete after 0.1 seconds.',
  },
  {
    title: 'redirects',
    interfere: redirect,
    says:
      'The server at URL redirects to http://127.0.0.1:4011/: GET /api/settings responded with 307. ' +
      'Nothing is sent there; if that is the server, give its address.',
  },
  {
    title: 'is a gateway without a service',
    interfere: () => html(502),
    says: `${otherKind} 502 and text/html.`,
  },
  {
    title: 'is a web site',
    interfere: () => html(200),
    says: `${otherKind} 200 and text/html.`,
  },
  {
    title: 'speaks other JSON',
    interfere: () => Response.json({ ok: true }),
    says: `${otherKind} 200.`,
  },
  {
    title: 'postpones every call',
    interfere: () =>
      new Response('', { status: 429, headers: { 'Retry-After': '0' } }),
    says: 'The server at URL postpones every call: GET /api/settings responded with 429 and text/plain.',
  },
  {
    title: 'rejects the key',
    interfere: () => Response.json({ detail: 'No' }, { status: 401 }),
    says: 'The server at URL rejects the key: GET /api/settings responded with 401. Is it the key of this server?',
  },
])(
  'says in one sentence why it could not check a server that $title',
  async ({ interfere, says }) => {
    const { requests } = serveMock(interfere);
    const run = await checkMock({
      write: true,
      timeoutInMs: 100,
      maxRequests: 60,
    });
    const reason = says.replace('URL', baseUrl);
    expect(run).toMatchObject({
      verdict: { kind: 'could not run', reason },
      results: [],
    });
    expect(requests.every(({ target }) => target.startsWith('/api/'))).toBe(
      true,
    );
  },
);

/** Something that listens on a port of its own. */
async function listen(respond: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) =>
    respond(socket.on('error', () => {})),
  );
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface BrokenConnection {
  readonly title: string;
  readonly scheme: string;
  readonly respond: (socket: Socket) => void;
  readonly says: string;
}

test.each<BrokenConnection>([
  {
    title: 'breaks the connection',
    scheme: 'http',
    respond: (it) => void it.once('data', () => it.destroy()),
    says: 'the connection broke before it was complete',
  },
  {
    title: 'does not speak HTTP',
    scheme: 'http',
    respond: (it) => void it.once('data', () => it.end('hello\r\n\r\n')),
    says: 'it is not HTTP',
  },
  {
    title: 'sends headers without end',
    scheme: 'http',
    respond: (it) =>
      void it.once('data', () =>
        it.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`),
      ),
    says: 'its headers are too large',
  },
  {
    title: 'does not speak TLS',
    scheme: 'https',
    respond: (it) =>
      void it.once('data', () => it.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    says: 'the server does not speak TLS',
  },
])(
  'says why there is no response of a server that $title',
  async ({ scheme, respond, says }) => {
    const { verdict } = await checkMock({
      baseUrl: `${scheme}://${await listen(respond)}`,
    });
    expect(verdict).toMatchObject({ reason: expect.stringContaining(says) });
  },
);

test.each<[string, Interfere, string]>([
  [
    'endless bodies',
    () => new Response('x'.repeat(2 ** 20 + 1)),
    'is larger than 1 MiB',
  ],
  ['bodies that stall', stalled, 'it was not complete after 0.1 seconds'],
])('gives up a server with %s soon', async (_, interfere, says) => {
  let calls = 0;
  // The first two calls find out whether this is the service at all.
  serveMock((request) => ((calls += 1) > 2 ? interfere(request) : undefined));
  const { code, results } = await checkMock({ timeoutInMs: 100 });
  expect(code).toBe(1);
  const messages = results.flatMap(({ violations }) =>
    violations.map(({ message }) => message),
  );
  expect(messages).toContainEqual(expect.stringContaining(says));
  expect(results.at(-1)!.reason).toBe('the server does not respond any more');
});

test('reports a redirect of one operation and does not follow it', async () => {
  let followed = 0;
  const elsewhere = await serveFetch(async () => {
    followed += 1;
    return Promise.resolve(Response.json({ items: [], next_page_id: null }));
  });
  const redirecting: ServerFault = {
    request: ({ target }) => Response.redirect(elsewhere.url + target, 307),
  };
  const faulty = faultyFetch(
    createMock().fetch,
    redirecting,
    'searchSandboxSpecs',
  );
  const served = await serveFetch(faulty);
  onTestFinished(elsewhere.close);
  onTestFinished(served.close);
  const include = ['searchSandboxSpecs.response'];
  const { code, violations } = await checkMock({
    baseUrl: served.url,
    include,
  });
  expect({ code, violations }).toEqual({
    code: 1,
    violations: [expect.stringContaining(' status ')],
  });
  expect(followed).toBe(0);
});

test('whitespace behind the value of a header is no part of it', async () => {
  const head = [
    'HTTP/1.1 200 OK',
    'Retry-After:  1 \t',
    'Set-Cookie: a=1 ',
    'Set-Cookie: b=2 ',
  ];
  const response = [...head, 'Content-Length: 2', '', '{}'].join('\r\n');
  const host = await listen(
    (socket) => void socket.on('data', () => socket.end(response)),
  );
  const settings = readSettings({ baseUrl: `http://${host}`, apiKey: 'any' });
  const session = new Session(settings, new AbortController().signal);
  const { exchange } = await session.deliver({
    operation: operationOf('getSettings'),
  });
  const { headers } = exchange!.response;
  expect(headers.get('retry-after')).toBe('1');
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});

test('a server that cuts the connection at methods that it does not have is checked to the end', async () => {
  const known = ['GET', 'POST'];
  serveMock(({ method }) => {
    if (known.includes(method)) return undefined;
    const cause = Object.assign(new Error('read ECONNRESET'), {
      code: 'ECONNRESET',
    });
    throw new TypeError('fetch failed', { cause });
  });
  const { results, violations } = await checkMock({ write: true });
  expect(violations).toContain('searchSandboxes.absent-methods broken error');
  expect(violations).toContain('searchSandboxes.method broken error');
  const reasons = results.map(({ reason }) => reason);
  expect(reasons).not.toContain('the server does not respond any more');
});

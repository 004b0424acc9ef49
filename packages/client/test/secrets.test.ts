import {
  type ClientOptions,
  isApiError,
  isClientError,
  isRedirectError,
  isWaitError,
  type LogEntry,
  type Middleware,
} from '@agent-conversation/client';
import { createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { json, type Reply } from './replies.ts';
import {
  apiKey,
  clientOf,
  clientOver,
  listen,
  serve,
  shownOf,
  thrownBy,
} from './support.ts';

const secret = 'S3CR3T-7G2K';

/** Repeats the whole request in its sentence. */
const repeat: Reply = (response, request, arrival) => {
  const { headers, body } = arrival;
  const detail = `No: ${JSON.stringify(headers)} ${body}`;
  json({ detail }, 400)(response, request, arrival);
};

const withToken: Middleware = (request, next) =>
  next({
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${secret}` },
  });
const withBody: Middleware = (request, next) =>
  next({ ...request, body: JSON.stringify({ env: { NAME: secret } }) });

test.each([
  {
    title: 'a header of a middleware',
    options: { middleware: [withToken] },
    callOptions: {},
  },
  {
    title: 'a body of a middleware',
    options: { middleware: [withBody] },
    callOptions: {},
  },
  {
    title: 'a header of the client',
    options: { headers: { 'x-token': secret } },
    callOptions: {},
  },
  {
    title: 'a header of the call',
    options: {},
    callOptions: { headers: { 'x-token': secret } },
  },
  {
    title: 'a header with blanks around it',
    options: { headers: { 'x-token': ` ${secret} ` } },
    callOptions: {},
  },
])(
  '$title that the service repeats is not shown',
  async ({ options, callOptions }) => {
    const server = await serve(repeat);
    const call = clientOf(server, options).conversations.create(
      {},
      callOptions,
    );
    const error = await thrownBy(call);
    expect(shownOf(error)).toContain('createConversation: No: {');
    expect(shownOf(error)).not.toContain(secret);
  },
);

test('what came instead of HTTP is not shown, as it may repeat the key', async () => {
  const notHttp = createServer((socket) => {
    socket
      .once('data', (data) => socket.end(`You said: ${data.toString()}`))
      .on('error', () => {});
  });
  const client = clientOf({ baseUrl: await listen(notHttp) }, { retries: 0 });
  const error = await thrownBy(client.settings.get());
  expect(isClientError(error) && error.name).toBe('ConnectionError');
  expect(shownOf(error)).not.toContain(apiKey);
});

test('neither the client nor its parts nor a response of it show the key', async () => {
  const client = clientOver(async () => Response.json({}));
  const operation = {
    id: 'x',
    method: 'GET',
    path: '/x',
    retry: 'safe',
    statuses: [200],
  } as const;
  const received = await client.send(operation, {});
  const call = client.settings.get();
  for (const it of [
    client,
    ...Object.values(client),
    received,
    call,
    client.sandboxes.search(),
  ]) {
    expect(shownOf(it)).not.toContain(apiKey);
  }
});

test('a sandbox that a wait has failed with is there, and is not shown', async () => {
  const sandbox = { id: 'sbx-1', status: 'ERROR', session_api_key: secret };
  const client = clientOver(async () => Response.json({ items: [sandbox] }));
  const error = await thrownBy(client.sandboxes.waitUntil('sbx-1', 'RUNNING'));
  expect(isWaitError(error) && error.subject).toEqual(sandbox);
  expect(shownOf(error)).not.toContain(secret);
});

test.each<{ title: string; status: number; body: (text: string) => unknown }>([
  {
    title: 'a sentence in detail',
    status: 400,
    body: (detail) => ({ detail }),
  },
  {
    title: 'a sentence in error',
    status: 401,
    body: (error) => ({ error }),
  },
  {
    title: 'a JSON string',
    status: 401,
    body: (text) => Object(text),
  },
  {
    title: 'a sentence with an undeclared status',
    status: 403,
    body: (detail) => ({ detail }),
  },
  {
    title: 'a sentence in message',
    status: 400,
    body: (message) => ({ message }),
  },
  {
    title: 'violations',
    status: 422,
    body: (it) => ({
      detail: [{ loc: ['body', it], msg: `${it}!`, input: it }],
    }),
  },
  {
    title: 'a sentence of a 422',
    status: 422,
    body: (detail) => ({ detail }),
  },
  {
    title: 'plain text',
    status: 418,
    body: (text) => `You sent ${text}`,
  },
  {
    title: 'HTML',
    status: 500,
    body: (text) => `<h1>${text}</h1>`,
  },
  {
    title: 'a success that is not JSON',
    status: 200,
    body: (text) => text,
  },
])(
  '$title that repeats the key, a header or the body is not shown',
  async ({ status, body }) => {
    for (const text of ['QX7K2M9P', 'Q"\\<&%41$&', 'Q ü😀\u2028']) {
      const sent = {
        apiKey: 'key-QKEY1234',
        header: 'header-QHEAD123',
        body: text,
      };
      for (const value of Object.values(sent)) {
        const echo = body(value);
        const isText = typeof echo === 'string';
        const init = { status, headers: { 'x-request-id': sent.apiKey } };
        const entries: LogEntry[] = [];
        const client = clientOver(
          async () =>
            isText ? new Response(echo, init) : Response.json(echo, init),
          {
            apiKey: sent.apiKey,
            headers: { 'x-mine': sent.header },
            retries: 0,
            log: (entry) => entries.push(entry),
          },
        );
        const error = await thrownBy(
          client.conversations.create({ initial_user_msg: sent.body }),
        );
        expect(isApiError(error) && error.text).toContain(isText ? value : '"');
        const shown = [error, entries, client].map(shownOf).join('\n');
        for (const it of Object.values(sent)) expect(shown).not.toContain(it);
      }
    }
  },
);

/** The message of an error whose response has a text, and what came before it in the request. */
async function messageFor(
  detail: string,
  options: ClientOptions & {
    readonly body?: object;
    readonly requestId?: string;
  } = {},
): Promise<string> {
  const { body = {}, requestId = 'r-1', ...others } = options;
  const init = { status: 400, headers: { 'x-request-id': requestId } };
  const client = clientOver(
    async () => Response.json({ detail }, init),
    others,
  );
  return (await thrownBy(client.conversations.create(body))).message;
}

const place =
  '(POST /api/conversations, status 400, request id r-1, 1 attempt)';

test.each([
  { what: 'a number', body: { pr_number: [4] } },
  { what: 'a character', body: { title: 'e' } },
  { what: 'two characters', body: { title: 'no', selected_branch: 'is' } },
  { what: 'the beginning of a word', body: { title: 'branch' } },
  {
    what: 'a part of a word',
    body: { title: 'ranch', initial_user_msg: 'message_id' },
  },
  {
    what: 'words of our own',
    body: { title: 'createConversation', initial_user_msg: 'attempt' },
  },
  { what: 'a header of a digit', headers: { 'x-version': '1' } },
  {
    what: 'a short header',
    headers: { 'x-version': 'err', 'x-tenant': 'message' },
  },
])(
  'a text of the service is not cut by $what that was sent',
  async ({ body, headers }) => {
    const detail = 'no branches in error 404, see user_message_id 4 of 14';
    const options = { ...(body && { body }), ...(headers && { headers }) };
    expect(await messageFor(detail, options)).toBe(
      `createConversation: ${detail} ${place}`,
    );
  },
);

test.each([
  { headers: { 'x-version': '1', 'x-tenant': 'r-1' }, requestId: 'r-1' },
  {
    headers: { 'X-Request-Id': 'request-of-the-caller-1' },
    requestId: 'request-of-the-caller-1',
  },
])(
  'a request id is shown whatever was sent: $requestId',
  async ({ headers, requestId }) => {
    const message = await messageFor('no', { headers, requestId });
    expect(message).toContain(`request id ${requestId}, `);
  },
);

test('a value is replaced as a word, also where it repeats', async () => {
  const body = { title: 'vouchers', initial_user_msg: 'Fix the "basket"' };
  const detail =
    'vouchers, (vouchers) and vouchers: Fix the "basket"; not vouchersX';
  expect(await messageFor(detail, { body })).toBe(
    `createConversation: [redacted], ([redacted]) and [redacted]: [redacted]; not vouchersX ${place}`,
  );
});

test('a token behind its scheme is replaced, and not the scheme', async () => {
  const token = 'token-5f0c2a-91';
  const headers = { authorization: `Bearer ${token}` };
  const inBase64 = Buffer.from(token).toString('base64');
  const detail = `Bearer expected, ${token} is unknown, so is x${token}y and ${inBase64}`;
  const message = await messageFor(detail, { headers });
  expect(message).toMatch(
    /: Bearer expected, \[redacted\] is unknown, so is x\[redacted\]y and \[redacted\]/,
  );
  expect(hasPartOf(message, token)).toBe(false);
});

const keys = ['key-5f0c2a-91', `k"e&y<'5f0c2a>%\\+/=`, 'QX7K2M9P'];
const hexOf = (text: string, before: string, after = '') =>
  Buffer.from(text).toString('hex').replaceAll(/../g, `${before}$&${after}`);
const html = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
const encodings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'within a word': (text) => `x${text}y`,
  'percent-encoded': encodeURIComponent,
  'percent-encoded twice': (text) =>
    encodeURIComponent(encodeURIComponent(text)),
  'percent-encoded throughout': (text) => hexOf(text, '%'),
  'as a form': (text) => new URLSearchParams({ key: text }).toString(),
  'as HTML': html,
  'as HTML in decimal': (text) =>
    text.replaceAll(/[^]/g, (it) => `&#${it.charCodeAt(0)};`),
  'as HTML in hexadecimal': (text) => hexOf(text, '&#x', ';'),
  'as JSON': (text) => JSON.stringify(text),
  'as JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)),
  'as JSON in ASCII': (text) => hexOf(text, String.raw`\u00`),
  'in Base64': (text) => Buffer.from(text).toString('base64'),
  'in Base64 behind a user': (text) =>
    Buffer.from(`me:${text}`).toString('base64'),
  'in Base64 between others': (text) =>
    Buffer.from(`user:${text}:1`).toString('base64url'),
  'as it is, and then percent-encoded': (text) => text + hexOf(text, '%'),
  'as HTML, percent-encoded': (text) => encodeURIComponent(html(text)),
};
const echoes = Object.entries(encodings).flatMap(([name, encode]) =>
  keys.map((key) => ({ name, key, encode })),
);

/** Whether a text has a part of a secret that is too long to be there by chance. */
const hasPartOf = (text: string, whole: string) =>
  Array.from({ length: Math.max(0, whole.length - 7) }, (_, at) =>
    whole.slice(at, at + 8),
  ).some((part) => text.includes(part));

test.each(echoes)(
  'the key $key is not shown $name',
  async ({ key, encode }) => {
    const message = await messageFor(`no access with ${encode(key)} today`, {
      apiKey: key,
    });
    expect(message).toMatch(/no access with .*\[redacted\].* today/);
    expect(hasPartOf(message, key)).toBe(false);
    expect(hasPartOf(message, encode(key).slice(4, -4))).toBe(false);
  },
);

test.each(echoes)(
  'the key $key is not in the target of a redirect $name',
  async ({ key, encode }) => {
    const raw = encode(key);
    const targets = [
      `https://other.example/a/${raw}/b`,
      `https://user:${raw}@other.example/a?key=${raw}#${raw}`,
    ];
    for (const location of targets.filter((target) => URL.canParse(target))) {
      const fetch = async () =>
        new Response(null, { status: 307, headers: { location } });
      const error = await thrownBy(
        clientOver(fetch, { apiKey: key }).settings.get(),
      );
      expect(error.name).toBe('RedirectError');
      for (const form of [key, raw, encodeURI(raw)]) {
        expect(hasPartOf(shownOf(error), form)).toBe(false);
      }
    }
  },
);

test.each([
  { location: '/login', want: 'http://service.example/login' },
  {
    location: '/oauth/authorize?key=1',
    want: 'http://service.example/oauth/authorize',
  },
  {
    location: 'https://service.example/api/settings/',
    want: 'https://service.example/api/settings/',
  },
  { location: '/session-5f0c2a91', want: 'http://service.example/…' },
  { location: '/secretsofletters', want: undefined },
  { location: 'https://secretsofletters.example/', want: undefined },
])(
  'the target $location of a redirect is $want',
  async ({ location, want }) => {
    const fetch = async () =>
      new Response(null, { status: 307, headers: { location } });
    const error = await thrownBy(
      clientOver(fetch, { apiKey: 'secretsofletters' }).settings.get(),
    );
    expect(isRedirectError(error) && error.location).toBe(want);
  },
);

test('a message has 1,000 characters of a text of the service, and its own words behind', async () => {
  const message = await messageFor(`${'long '.repeat(1_000_000)}${apiKey}`);
  expect(message).toBe(`createConversation: ${'long '.repeat(200)}… ${place}`);
});

test('a secret that begins before the end of what is shown is not shown in part', async () => {
  for (const length of [950, 975, 990, 995, 1990, 1995, 3980, 3995]) {
    const message = await messageFor(
      `${'x'.repeat(length)} ${apiKey}${'y'.repeat(9000)}`,
    );
    expect(hasPartOf(message, apiKey)).toBe(false);
  }
  const many = await messageFor(
    `${'a-long-header-value '.repeat(199)}${apiKey}`.padEnd(9000),
    {
      headers: { 'x-token': 'a-long-header-value' },
    },
  );
  expect(hasPartOf(many, apiKey.slice(0, 9))).toBe(false);
});

test('a value that is longer than what is read of a text is not shown', async () => {
  const title = `secret ${'lorem ipsum '.repeat(500)}`;
  const message = await messageFor(`the title ${title} is too long`, {
    body: { title },
  });
  expect(message).toBe(`createConversation: [redacted] ${place}`);
});

test('a sign that begins no escape stays', async () => {
  const detail = 'at most 100%, R&D and a & b';
  expect(await messageFor(detail)).toBe(
    `createConversation: ${detail} ${place}`,
  );
});

test('the key is not the host of a redirect, in lower case', async () => {
  const mixedKey = 'MySecretKey-ABC123';
  const headers = { location: `https://${mixedKey}.other.example/` };
  const client = clientOver(
    async () => new Response(null, { status: 307, headers }),
    {
      apiKey: mixedKey,
    },
  );
  const error = await thrownBy(client.settings.get());
  expect(shownOf(error).toLowerCase()).not.toContain(mixedKey.toLowerCase());
});

test('thousands of values take one search in the first characters of a text', async () => {
  const values = Array.from({ length: 3000 }, (_, at) => `value ${at}`);
  const body = { title: 'first', variables: values };
  const replaceAll = vi.spyOn(String.prototype, 'replaceAll');
  const message = await messageFor(values.join(', ').repeat(150), { body });
  const calls = replaceAll.mock.calls.map(([pattern], at) => ({
    pattern: pattern instanceof RegExp ? pattern.source : pattern,
    text: String(replaceAll.mock.contexts[at]),
  }));
  replaceAll.mockRestore();
  expect(message).toMatch(/^createConversation: (\[redacted\], )+/);

  const searches = calls.filter(({ text }) => text.startsWith('value 0, '));
  expect(searches).toHaveLength(1);
  const [{ pattern, text }] = searches as [(typeof calls)[number]];
  expect(text.length).toBeLessThan(10_000);
  // What takes time are classes of characters, of which each has hundreds of ranges.
  expect(pattern.split('p{L}')).toHaveLength(3);
});

test('controls, marks of direction and half characters are escaped', async () => {
  const message = await messageFor(
    'a\u0000b\u001b[31mc\r\nd\u202ee\u2066f\u200bg\u2028h\ud83di\u007f 🙂',
  );
  expect(message).toBe(
    String.raw`createConversation: a\u{0}b\u{1b}[31mc\u{d}\u{a}d\u{202e}e\u{2066}f\u{200b}` +
      String.raw`g\u{2028}h\u{d83d}i\u{7f} 🙂 ${place}`,
  );
});

test.each(['status', 'id'])(
  'the %s of a sandbox in the message of a wait is text of the service',
  async (name) => {
    const odd = `${'S'.repeat(900)}\u202e\n${'T'.repeat(900)}`;
    const sandbox = { id: 'sbx-1', status: 'STARTING', [name]: odd };
    const client = clientOver(async (url) =>
      Response.json(
        url.includes('app-conversations')
          ? [
              {
                id: 'c',
                sandbox_id: sandbox.id,
                sandbox_status: 'ERROR',
                execution_status: odd,
              },
            ]
          : { items: [sandbox] },
      ),
    );
    const options = { timeoutInMs: 50, pollIntervalInMs: 1 };
    const errors = await Promise.all([
      thrownBy(client.sandboxes.waitUntil('sbx-1', 'RUNNING', options)),
      thrownBy(client.appConversations.waitUntilFinished('c', options)),
    ]);
    for (const { message } of errors) {
      expect(message).not.toMatch(/[\u202e\n]/);
      expect(message.length).toBeLessThan(1400);
    }
  },
);

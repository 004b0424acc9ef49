import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import {
  searchSandboxes,
  type Violation,
} from '@agent-conversation/validators';
import { afterEach, expect, test, vi } from 'vitest';
import type { LoadedValidator } from './dom.ts';
import {
  curlOf,
  keyHeaders,
  parameterHeaders,
  readResponse,
  readServer,
  send,
  urlOf,
  verdictOf,
} from './send.ts';

let server: Server | undefined;
afterEach(() => {
  vi.restoreAllMocks();
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

async function sendTo(
  listener: RequestListener,
  method = 'GET',
  body: string | null = null,
) {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, response: send({ url, method, headers: {}, body }) };
}

test('sends method, URL and body', async () => {
  const { response } = await sendTo(
    async (request, echo) => {
      echo.end(`${request.method} ${request.url} ${await textOf(request)}`);
    },
    'POST',
    '{}',
  );
  expect(await response).toMatchObject({ status: 200, text: 'POST / {}' });
});

test('does not follow redirects', async () => {
  const listener = vi.fn<RequestListener>((_, response) => {
    response.writeHead(307, { Location: '/elsewhere' }).end();
  });
  const { response } = await sendTo(listener);
  await expect(response).rejects.toThrow('redirects to another URL');
  expect(listener).toHaveBeenCalledOnce();
});

test('throws why there is no response', async () => {
  const { url, response } = await sendTo((_, broken) => {
    broken
      .writeHead(200, { 'Content-Length': 100 })
      .write('{"a":', () => broken.destroy());
  });
  await expect(response).rejects.toThrow('closed before');
  server!.close();
  await once(server!, 'close');
  const request = { method: 'GET', headers: {}, body: null };
  const { port } = new URL(url);
  await expect(send({ ...request, url })).rejects.toMatchObject({
    message: expect.stringContaining(
      `Could not reach http://127.0.0.1:${port}: `,
    ) as string,
    cause: `npm exec --no -- agent-conversation-mock --examples --port ${port}`,
  });
  // Nothing of this repository starts another machine.
  const elsewhere = { ...request, url: 'http://api.invalid/' };
  await expect(send(elsewhere)).rejects.toMatchObject({ cause: false });
});

test('times out after 10 seconds', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const spy = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation(() => timeout(50));
  const { response } = await sendTo(() => {});
  await expect(response).rejects.toThrow('within 10 seconds');
  expect(spy).toHaveBeenCalledExactlyOnceWith(10_000);
});

const allowed = ['https://api.example'];

test.each([
  { text: 'http://127.0.0.1:4010', url: 'http://127.0.0.1:4010' },
  { text: ' localhost:4010/ ', url: 'http://localhost:4010' },
  { text: 'https://api.example/agents//', url: 'https://api.example/agents' },
])('reads the server $text as $url', ({ text, url }) => {
  expect(readServer(text, allowed)).toBe(url);
});

const isNone = 'The server must be a URL such as http://127.0.0.1:4010';
const isElsewhere =
  'This page may call http://127.0.0.1, http://localhost, https://api.example only, not ';

test.each([
  { text: '', reason: isNone },
  { text: 'not a server', reason: isNone },
  { text: 'ftp://127.0.0.1', reason: isNone },
  { text: 'http://me:secret@127.0.0.1', reason: isNone },
  { text: 'http://127.0.0.1:4010#', reason: isNone },
  { text: 'http://127.0.0.1:4010/#/elsewhere', reason: isNone },
  { text: 'http://127.0.0.1:4010?a=b', reason: isNone },
  { text: String.raw`http://127.0.0.1\@evil.example`, reason: isNone },
  { text: 'http://[::1]:4010', reason: 'Write localhost instead of [::1]' },
  { text: 'http://api.example', reason: `${isElsewhere}http://api.example` },
  { text: 'https://127.0.0.1', reason: `${isElsewhere}https://127.0.0.1` },
  { text: 'http://127.0.0.1.evil.example', reason: isElsewhere },
])('rejects the server $text', ({ text, reason }) => {
  expect(() => readServer(text, allowed)).toThrow(reason);
});

test('names the position of a character of the key that no header takes, not the key', () => {
  expect(keyHeaders('X-Key', 'any')).toEqual({ 'X-Key': 'any' });
  expect(keyHeaders('X-Key', '')).toEqual({});
  expect(() => keyHeaders('X-Key', 'sécret')).toThrow(
    'Character 2 of the API key cannot be sent in a header: it must be visible ASCII.',
  );
  expect(() => keyHeaders('X-Key', 'secret ')).toThrow(
    /^Character 7 of the API key (?!.*secret)/,
  );
});

test('names a parameter that no header takes, with its value', () => {
  const headers = parameterHeaders({ 'X-Note': 'two words', ids: ['1', '2'] });
  expect(headers).toEqual({ 'X-Note': 'two words', ids: '1,2' });
  expect(() => parameterHeaders({ 'X-Note': 'später' })).toThrow(
    'X-Note cannot be sent in a header as "später": it must be visible ASCII.',
  );
});

const base = 'http://127.0.0.1/base';

test('encodes parameters, and rejects those that lead elsewhere', () => {
  const url = urlOf(
    base,
    '/s/{id}/pause',
    { id: 'a/b?#' },
    { ids: ['1', '2 &'], limit: '5' },
  );
  expect(url).toBe(`${base}/s/a%2Fb%3F%23/pause?ids=1&ids=2%20%26&limit=5`);
  for (const id of ['', '.', '..', '\ud800'])
    expect(() => urlOf(base, '/s/{id}/pause', { id }, {})).toThrow(
      'id cannot be sent as "',
    );
});

test('the command has what is sent, and never the key', () => {
  const headers = { 'X-Key': 'sk-secret', 'Content-Type': 'application/json' };
  const body = `{"a": "it's $HOME"}`;
  expect(
    curlOf({ method: 'POST', url: `${base}?a=b&c`, headers, body }, 'X-Key'),
  ).toBe(
    [
      `curl '${base}?a=b&c'`,
      '--request POST',
      '--header "X-Key: $AGENT_CONVERSATION_API_KEY"',
      "--header 'Content-Type: application/json'",
      String.raw`--data-raw '{"a": "it'\''s $HOME"}'`,
    ].join(' \\\n  '),
  );
});

const violation = (part: Violation['part']): Violation => ({
  part,
  pointer: '',
  keyword: '',
  message: '',
  params: {},
});

test.each([
  {
    status: 200,
    parts: [],
    verdict: '200, and the body conforms to the contract',
  },
  { status: 422, parts: [], verdict: '422, as the contract declares' },
  {
    status: 418,
    parts: ['status'],
    verdict: '418, which the contract does not declare',
  },
  {
    status: 200,
    parts: ['body'],
    verdict: '200, but the body breaks the contract in one place',
  },
  {
    status: 500,
    parts: ['header', 'body'],
    verdict: '500, but the response breaks the contract in 2 places',
  },
] as const)('states the verdict: $verdict', ({ status, parts, verdict }) => {
  expect(verdictOf(status, parts.map(violation))).toBe(verdict);
});

const secrets = { secrets: ['session_api_key', 'env'], secretQueries: ['url'] };

const read = (text: string, redact = (all: string) => all) => {
  const headers = new Headers({ 'Content-Type': 'application/json' });
  const response = {
    status: 200,
    statusText: 'OK',
    headers,
    duration: 1,
    text,
  };
  return readResponse(
    response,
    searchSandboxes as object as LoadedValidator,
    secrets,
    redact,
  );
};

test('redacts properties with the name of a secret, at any depth and of any type, and the key', () => {
  const { body } = read(
    '{"items":[{"session_api_key":"x7","inner":{"env":{"A":"x7"}}},{"session_api_key":null,"url":"http://a?k=x7"}]}',
  );
  expect(body).toEqual({
    items: [
      { session_api_key: '[redacted]', inner: { env: '[redacted]' } },
      { session_api_key: null, url: 'http://a?k=[redacted]' },
    ],
  });
  const { body: withoutKey } = read('{"detail":"sk-x7"}', (text) =>
    text.replace('sk-x7', '***'),
  );
  expect(withoutKey).toEqual({ detail: '***' });
});

test.each([
  { text: '{"session_api_key":"x7"', body: undefined, isMalformed: true },
  { text: '', body: undefined, isMalformed: false },
  { text: 'null', body: null, isMalformed: false },
])('reads the body $text', ({ text, ...result }) => {
  expect(read(text)).toMatchObject(result);
  expect(JSON.stringify(read(text))).not.toContain('x7');
});

import {
  isApiError,
  isClientError,
  isWaitError,
  type LogEntry,
  type Middleware,
} from '@agent-conversation/client';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { json, type Reply } from './replies.ts';
import { apiKey, clientOf, clientOver, listen, serve, shownOf, thrownBy } from './support.ts';

const secret = 'S3CR3T-7G2K';

/** Repeats the whole request in its sentence. */
const repeat: Reply = (response, request, arrival) => {
  const { headers, body } = arrival;
  const detail = `No: ${JSON.stringify(headers)} ${body}`;
  json({ detail }, 400)(response, request, arrival);
};

const withToken: Middleware = (request, next) =>
  next({ ...request, headers: { ...request.headers, authorization: `Bearer ${secret}` } });
const withBody: Middleware = (request, next) =>
  next({ ...request, body: JSON.stringify({ env: { NAME: secret } }) });

test.each([
  ['a header of a middleware', { middleware: [withToken] }, {}],
  ['a body of a middleware', { middleware: [withBody] }, {}],
  ['a header of the client', { headers: { 'x-token': secret } }, {}],
  ['a header of the call', {}, { headers: { 'x-token': secret } }],
  ['a header with blanks around it', { headers: { 'x-token': ` ${secret} ` } }, {}],
])('%s that the service repeats is not shown', async (_, options, callOptions) => {
  const server = await serve(repeat);
  const call = clientOf(server, options).conversations.create({}, callOptions);
  const error = await thrownBy(call);
  expect(shownOf(error)).toContain('createConversation: No: {');
  expect(shownOf(error)).not.toContain(secret);
});

test('what came instead of HTTP is not shown, as it may repeat the key', async () => {
  const notHttp = createServer((socket) => {
    socket.once('data', (data) => socket.end(`You said: ${data.toString()}`)).on('error', () => {});
  });
  const client = clientOf({ baseUrl: await listen(notHttp) }, { retries: 0 });
  const error = await thrownBy(client.settings.get());
  expect(isClientError(error) && error.name).toBe('ConnectionError');
  expect(shownOf(error)).not.toContain(apiKey);
});

test('neither the client nor its parts nor a response of it show the key', async () => {
  const client = clientOver(async () => Response.json({}));
  const operation = { id: 'x', method: 'GET', path: '/x', retry: 'safe', statuses: [200] } as const;
  const received = await client.send(operation, {});
  const call = client.settings.get();
  for (const it of [client, ...Object.values(client), received, call, client.sandboxes.search()]) {
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

test.each<[form: string, status: number, body: (text: string) => unknown]>([
  ['a sentence in detail', 400, (detail) => ({ detail })],
  ['a sentence in error', 401, (error) => ({ error })],
  ['a JSON string', 401, (text) => Object(text)],
  ['a sentence with an undeclared status', 403, (detail) => ({ detail })],
  ['a sentence in message', 400, (message) => ({ message })],
  ['violations', 422, (it) => ({ detail: [{ loc: ['body', it], msg: `${it}!`, input: it }] })],
  ['a sentence of a 422', 422, (detail) => ({ detail })],
  ['plain text', 418, (text) => `You sent ${text}`],
  ['HTML', 500, (text) => `<h1>${text}</h1>`],
  ['a success that is not JSON', 200, (text) => text],
])('%s that repeats the key, a header or the body is not shown', async (_, status, body) => {
  for (const text of ['QX7K2M9P', 'Q"\\<&%41$&', 'Q ü😀\u2028']) {
    const sent = { apiKey: 'key-QKEY1234', header: 'header-QHEAD123', body: text };
    for (const value of Object.values(sent)) {
      const echo = body(value);
      const isText = typeof echo === 'string';
      const init = { status, headers: { 'x-request-id': sent.apiKey } };
      const entries: LogEntry[] = [];
      const client = clientOver(
        async () => (isText ? new Response(echo, init) : Response.json(echo, init)),
        {
          apiKey: sent.apiKey,
          headers: { 'x-mine': sent.header },
          retries: 0,
          log: (entry) => entries.push(entry),
        },
      );
      const error = await thrownBy(client.conversations.create({ initial_user_msg: sent.body }));
      expect(isApiError(error) && error.text).toContain(isText ? value : '"');
      const shown = [error, entries, client].map(shownOf).join('\n');
      for (const it of Object.values(sent)) expect(shown).not.toContain(it);
    }
  }
});

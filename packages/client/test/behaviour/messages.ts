/** What is sent, and which responses are data. */
import {
  type ApiError,
  createClient,
  isApiError,
} from '@agent-conversation/client';
import * as reply from '../replies.ts';
import { apiKey, serve } from '../support.ts';
import {
  create,
  describeOutcome,
  get,
  on,
  onEach,
  pause,
  type Row,
  type Rows,
  rowsOf,
} from './rows.ts';
import { type Calls, callsOf } from './subjects.ts';

const { json, success, text } = reply;

/** A call whose request has an address to look at. */
function address(
  what: string,
  call: (calls: Calls) => PromiseLike<unknown>,
  path = '',
): Row {
  return async (subject) => {
    const server = await serve(json([]));
    await call(callsOf(subject, server.baseUrl + path));
    return `${what}: \`${server.requests[0]?.url}\``;
  };
}

export const requests: Rows = {
  'an id has a slash in it, such as `a/b`': address(
    'sends it as one segment',
    (calls) => calls.pause('a/b'),
  ),
  'an id is empty, `.` or `..`, and would lead to another operation': onEach(
    ['', '.', '..'].flatMap((id) =>
      (['pause', 'resume'] as const).map((name) => ({ id, name })),
    ),
    ({ id, name }) => on((calls) => calls[name](id), [success]),
  ),
  'an id has an unpaired surrogate in it, which has no encoding': on(
    (calls) => calls.pause('a\ud800'),
    [success],
  ),
  'it gets a list of ids': address('repeats the parameter', (calls) =>
    calls.list(['a,b', 'c']),
  ),
  'the list of ids is empty, which would ask for all': on(
    (calls) => calls.list([]),
    [json([])],
  ),
  'a parameter of the query has an unpaired surrogate in it': on(
    (calls) => calls.search({ page_id: '\ud800' }),
    [json({ items: [] })],
  ),
  '`baseUrl` has an `@` in its path': address('keeps the path', get, '/@team'),
  '`baseUrl` has a path and a slash at its end': address(
    'keeps the path',
    get,
    '/proxy/',
  ),
};

/** A response to a call that has the statuses 200, 400, 401, 422 and 429, and a fact of its error. */
function response(
  it: reply.Reply,
  fact = '',
  holds?: (error: ApiError) => boolean,
): Row {
  return on(create, [it], ({ error }) =>
    holds && isApiError(error) ? { [fact]: holds(error) } : {},
  );
}

/** A response whose error names a reason. */
const naming = (it: reply.Reply, reason: string) =>
  response(it, 'names the reason', ({ message }) => message.includes(reason));
/** A response whose error has the body. */
const withText = (body: string, status: number, type?: string) =>
  response(
    text(body, status, type === undefined ? {} : { 'content-type': type }),
    '`text` has the body',
    (error) => error.text === body,
  );

const violation = {
  loc: ['body', 'title'],
  msg: 'is too long',
  type: 'too_long',
};
const html = 'text/html; charset=utf-8';
const signIn = '<h1>Sign in to the network</h1>';
const plain = '{"status":"ok"}';

export const responses: Rows = {
  'the response is 422 with violations': response(
    json({ detail: [violation] }, 422),
    'names `body.title: is too long`',
    ({ message }) => message.includes('body.title: is too long'),
  ),
  'the response is 422 with a sentence in place of the violations': naming(
    json({ detail: 'no such branch' }, 422),
    'no such branch',
  ),
  'the response is 422 with violations that are none': response(
    json({ detail: [null, 5, 'text', { loc: null }] }, 422),
    'names `undefined`',
    ({ message }) => message.includes('undefined'),
  ),
  'the response is 400 with JSON': naming(
    json({ detail: 'no such branch' }, 400),
    'no such branch',
  ),
  'the list of conversations is 400, as newer deployments respond to an id that is no UUID':
    on(
      (calls) => calls.list(['main']),
      [json({ detail: "Invalid UUID format for ids: ['main']" }, 400)],
      ({ error }) => ({
        'names the reason': String(error).includes(
          "Invalid UUID format for ids: ['main'] (",
        ),
      }),
    ),
  ...rowsOf(
    [{ detail: 'who are you' }, { error: 'who are you' }, 'who are you'],
    (body) => [
      `the response is 401 with the body \`${JSON.stringify(body)}\``,
      naming(json(body, 401), ': who are you ('),
    ],
  ),
  'the response is 403, which the contract does not have, with a reason in its JSON':
    naming(json({ detail: 'not yours' }, 403), ': not yours ('),
  'the response is 404 without a body': on(pause, [reply.empty(404)]),
  'the response is 400 with HTML': withText(signIn, 400, html),
  'the response is 200 with HTML, as from a captive portal': withText(
    signIn,
    200,
    html,
  ),
  'the response is 200 without a body': response(reply.empty(200)),
  'the response is 200 with half of a JSON text': withText(
    '{"success":',
    200,
    'application/json',
  ),
  'the response is 200 with the JSON `null`': response(json(null)),
  'the response is 200 with the JSON `5`': response(json(5)),
  'the response is 200 with JSON that says it is plain text': withText(
    plain,
    200,
    'text/plain',
  ),
  'the content type is `Application/JSON; Charset=UTF-8`': response(
    text(plain, 200, { 'content-type': 'Application/JSON; Charset=UTF-8' }),
  ),
  'the body has more than `maxBodyInBytes`, of which the default is 16 MiB': on(
    get,
    [json({ language: 'x'.repeat(2 ** 24) })],
    ({ error }) => ({
      'names the bound': String(error).includes(
        '16777216 bytes (maxBodyInBytes)',
      ),
    }),
  ),
  'the message in a response has more than 1,000 characters, and controls':
    response(
      json({ detail: `\u202e\u001b${'x'.repeat(5000)}` }, 400),
      'has 1,000 of them, escaped',
      ({ message }) =>
        message.includes(String.raw`: \u{202e}\u{1b}${'x'.repeat(998)}… (`),
    ),
  'the message in a response repeats the key, as it is, percent-encoded or in Base64':
    onEach(
      [
        apiKey,
        `%6${apiKey.slice(1)}`,
        Buffer.from(`me:${apiKey}`).toString('base64'),
      ],
      (echo) =>
        response(
          json({ detail: `not ${echo} or so` }, 400),
          'has `[redacted]` in its place',
          ({ message }) => /: not \S*\[redacted\]\S* or so \(/.test(message),
        ),
    ),
  'the response is 204, which the contract does not have': response(
    reply.empty(204),
  ),
  ...rowsOf([418, 500, 503], (status) => [
    `the response is ${status}, which the contract does not have`,
    withText('out of order', status),
  ]),
  'a page of a search has no list of items': on(
    (calls) => calls.search(),
    [json({ items: null })],
  ),
  'the third page leads back to the second': async () => {
    const [first, second] = ['b', 'a'].map((next) =>
      json({ items: [], next_page_id: next }),
    );
    // A client that does not notice comes to an end all the same.
    const server = await serve(
      first!,
      second!,
      first!,
      second!,
      json({ items: [] }),
    );
    const { sandboxes } = createClient({ baseUrl: server.baseUrl, apiKey });
    const readAll = async () => {
      for await (const _ of sandboxes.search());
    };
    return describeOutcome(readAll, server);
  },
};

/** What is sent, and which responses are data. */
import { type ApiError, createClient, isApiError } from '@agent-conversation/client';
import { apiKey, empty, html, json, type Reply, serve, success, text } from '../support.ts';
import { row, type Row, rowOfMany, type Section } from './rows.ts';
import { type Calls, callsOf, describeOutcome, type Outcome, type Subject } from './subjects.ts';

/** A row about the address of a request. */
function addressRow(
  when: string,
  what: string,
  call: (calls: Calls) => PromiseLike<unknown>,
  path = '',
): Row {
  const run = async (subject: Subject) => {
    const server = await serve(json([]));
    await call(callsOf(subject, server.baseUrl + path));
    return `${what}: \`${server.requests[0]?.url}\``;
  };
  return { when, run };
}

export const requests: Section = {
  title: 'What is sent',
  rows: [
    addressRow('an id has a slash in it, such as `a/b`', 'sends it as one segment', (calls) =>
      calls.pause('a/b'),
    ),
    rowOfMany('an id is empty, `.` or `..`, and would lead to another operation', (subject) =>
      ['', '.', '..'].flatMap((id) =>
        (['pause', 'resume'] as const).map(async (name) => {
          const server = await serve(success);
          return describeOutcome(() => callsOf(subject, server.baseUrl)[name](id), server);
        }),
      ),
    ),
    row(
      'an id has an unpaired surrogate in it, which has no encoding',
      (calls) => calls.pause('a\ud800'),
      success,
    ),
    addressRow('it gets a list of ids', 'repeats the parameter', (calls) =>
      calls.list(['a,b', 'c']),
    ),
    row('the list of ids is empty, which would ask for all', (calls) => calls.list([]), json([])),
    row(
      'a parameter of the query has an unpaired surrogate in it',
      (calls) => calls.search({ page_id: '\ud800' }),
      json({ items: [] }),
    ),
    addressRow(
      '`baseUrl` has a path and a slash at its end',
      'keeps the path',
      (calls) => calls.get(),
      '/proxy/',
    ),
  ],
};

/** A row about the response to a call that has the statuses 200, 400, 401, 422 and 429. */
function response(
  when: string,
  reply: Reply,
  fact?: readonly [text: string, holds: (error: ApiError) => boolean],
): Row {
  const facts = ({ error }: Outcome) =>
    fact && isApiError(error) ? { [fact[0]]: fact[1](error) } : {};
  return row(`the response is ${when}`, (calls) => calls.create(), { replies: [reply], facts });
}

const names = (reason: string) =>
  ['names the reason', (error: ApiError) => error.message.includes(reason)] as const;
const hasText = (body: string) =>
  ['`text` has the body', (error: ApiError) => error.text === body] as const;

const html400 = '<h1>Sign in to the network</h1>';
const violation = { loc: ['body', 'title'], msg: 'is too long', type: 'too_long' };
const half = '{"success":';
const plain = '{"status":"ok"}';

export const responses: Section = {
  title: 'Responses',
  rows: [
    response('422 with violations', json({ detail: [violation] }, 422), [
      'names `body.title: is too long`',
      ({ message }) => message.includes('body.title: is too long'),
    ]),
    response(
      '422 with a sentence in place of the violations',
      json({ detail: 'no such branch' }, 422),
      names('no such branch'),
    ),
    response(
      '422 with violations that are none',
      json({ detail: [null, 5, 'text', { loc: null }] }, 422),
      ['names `undefined`', ({ message }) => message.includes('undefined')],
    ),
    response('400 with JSON', json({ detail: 'no such branch' }, 400), names('no such branch')),
    ...[{ detail: 'who are you' }, { error: 'who are you' }, 'who are you'].map((body) =>
      response(
        `401 with the body \`${JSON.stringify(body)}\``,
        json(body, 401),
        names(': who are you ('),
      ),
    ),
    response(
      '403, which the contract does not have, with a reason in its JSON',
      json({ detail: 'not yours' }, 403),
      names(': not yours ('),
    ),
    row('the response is 404 without a body', (calls) => calls.pause('sbx-1'), empty(404)),
    response('400 with HTML', html(html400, 400), hasText(html400)),
    response('200 with HTML, as from a captive portal', html(html400), hasText(html400)),
    response('200 without a body', empty(200)),
    response(
      '200 with half of a JSON text',
      text(half, 200, { 'content-type': 'application/json' }),
      hasText(half),
    ),
    response('200 with the JSON `null`', json(null)),
    response('200 with the JSON `5`', json(5)),
    response(
      '200 with JSON that says it is plain text',
      text(plain, 200, { 'content-type': 'text/plain' }),
      hasText(plain),
    ),
    row(
      'the content type is `Application/JSON; Charset=UTF-8`',
      (calls) => calls.create(),
      text(plain, 200, { 'content-type': 'Application/JSON; Charset=UTF-8' }),
    ),
    response('204, which the contract does not have', empty(204)),
    ...[418, 500, 503].map((status) =>
      response(
        `${status}, which the contract does not have`,
        text('out of order', status),
        hasText('out of order'),
      ),
    ),
    row('a page of a search has no list of items', (calls) => calls.search(), {
      replies: [json({ items: null })],
    }),
    {
      when: 'the third page leads back to the second',

      onlyMethods: true,
      async run() {
        const [first, second] = ['b', 'a'].map((next) => json({ items: [], next_page_id: next }));
        // A client that does not notice comes to an end all the same.
        const server = await serve(first!, second!, first!, second!, json({ items: [] }));
        const { sandboxes } = createClient({ baseUrl: server.baseUrl, apiKey });
        return describeOutcome(readAll(sandboxes.search()), server);
      },
    },
  ],
};

async function readAll(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pages);
}

import { type ApiError, isApiError } from '@agent-conversation/client';
import { clientOf } from '../../support/client.ts';
import { empty, html, json, text } from '../../support/replies.ts';
import { type Reply, serve } from '../../support/server.ts';
import type { Row, Subject } from '../row.ts';
import { describeOutcome } from '../outcome.ts';

const page = '<h1>Sign in to the network</h1>';

/** A call that the contract has the statuses 200, 400, 401 and 422 for, and what is seen of its answer. */
function answered(
  when: string,
  reply: Reply,
  expected: string,
  facts: (error: ApiError) => Readonly<Record<string, boolean>> = () => ({}),
): Row {
  return {
    when,
    expected,
    async run() {
      const server = await serve(reply);
      return describeOutcome(clientOf(server).conversations.create({}), server, ({ error }) =>
        isApiError(error) ? facts(error) : {},
      );
    },
  };
}

const violation = { loc: ['body', 'title'], msg: 'is too long', type: 'too_long' };

export const answers: Subject = {
  title: 'Responses',
  rows: [
    answered(
      'the response is 422 with violations',
      json({ detail: [violation] }, 422),
      'throws `ValidationError` with status 422; sends one request; names `body.title: is too long`',
      ({ message }) => ({
        'names `body.title: is too long`': message.includes('body.title: is too long'),
      }),
    ),
    answered(
      'the response is 422 with a sentence in place of the violations',
      json({ detail: 'no such branch' }, 422),
      'throws `ValidationError` with status 422; sends one request; names the reason',
      ({ message }) => ({ 'names the reason': message.includes('no such branch') }),
    ),
    answered(
      'the response is 422 with violations that are none',
      json({ detail: [null, 5, 'text', { loc: null }] }, 422),
      'throws `ValidationError` with status 422; sends one request',
      ({ message }) => ({ 'names `undefined`': message.includes('undefined') }),
    ),
    answered(
      'the response is 400 with JSON',
      json({ detail: 'no such branch' }, 400),
      'throws `BadRequestError` with status 400; sends one request; names the reason',
      ({ message }) => ({ 'names the reason': message.includes('no such branch') }),
    ),
    ...[{ detail: 'who are you' }, { error: 'who are you' }, 'who are you'].map((body) =>
      answered(
        `the response is 401 with the body \`${JSON.stringify(body)}\``,
        json(body, 401),
        'throws `UnauthorizedError` with status 401; sends one request; names the reason',
        ({ message }) => ({ 'names the reason': message.includes(': who are you (') }),
      ),
    ),
    answered(
      'the response is 403, which the contract does not have, with a reason in its JSON',
      json({ detail: 'not yours' }, 403),
      'throws `UnexpectedResponseError` with status 403; sends one request; names the reason',
      ({ message }) => ({ 'names the reason': message.includes(': not yours (') }),
    ),
    {
      when: 'the response is 404 without a body',
      expected: 'throws `NotFoundError` with status 404; sends one request',
      async run() {
        const server = await serve(empty(404));
        return describeOutcome(clientOf(server).sandboxes.pause('sbx-1'), server);
      },
    },
    answered(
      'the response is 400 with HTML',
      html(page, 400),
      'throws `UnexpectedResponseError` with status 400; sends one request; `text` has the body',
      hasBody(page),
    ),
    answered(
      'the response is 200 with HTML, as from a captive portal',
      html(page),
      'throws `UnexpectedResponseError` with status 200; sends one request; `text` has the body',
      hasBody(page),
    ),
    answered(
      'the response is 200 without a body',
      empty(200),
      'throws `UnexpectedResponseError` with status 200; sends one request',
    ),
    answered(
      'the response is 200 with half of a JSON text',
      text('{"success":', 200, { 'content-type': 'application/json' }),
      'throws `UnexpectedResponseError` with status 200; sends one request; `text` has the body',
      hasBody('{"success":'),
    ),
    answered(
      'the response is 200 with the JSON `null`',
      json(null),
      'throws `UnexpectedResponseError` with status 200; sends one request',
    ),
    answered(
      'the response is 200 with the JSON `5`',
      json(5),
      'throws `UnexpectedResponseError` with status 200; sends one request',
    ),
    answered(
      'the response is 200 with JSON that says it is plain text',
      text('{"status":"ok"}', 200, { 'content-type': 'text/plain' }),
      'throws `UnexpectedResponseError` with status 200; sends one request; `text` has the body',
      hasBody('{"status":"ok"}'),
    ),
    answered(
      'the content type is `Application/JSON; Charset=UTF-8`',
      text('{"status":"ok"}', 200, { 'content-type': 'Application/JSON; Charset=UTF-8' }),
      'returns the data; sends one request',
    ),
    answered(
      'the response is 204, which the contract does not have',
      empty(204),
      'throws `UnexpectedResponseError` with status 204; sends one request',
    ),
    ...[418, 500, 503].map((status) =>
      answered(
        `the response is ${status}, which the contract does not have`,
        text('out of order', status),
        `throws \`UnexpectedResponseError\` with status ${status}; sends one request; \`text\` has the body`,
        hasBody('out of order'),
      ),
    ),
    {
      when: 'a page of a search has no list of items',
      expected: 'throws `UnexpectedResponseError` with status 200; sends one request',
      async run() {
        const server = await serve(json({ items: null }));
        return describeOutcome(clientOf(server).sandboxes.search(), server);
      },
    },
    {
      when: 'the third page leads back to the second',
      expected: 'throws `UnexpectedResponseError` with status 200; sends 3 requests',
      async run() {
        const [first, second] = ['b', 'a'].map((next) => json({ items: [], next_page_id: next }));
        // A client that does not notice comes to an end all the same.
        const server = await serve(first!, second!, first!, second!, json({ items: [] }));
        return describeOutcome(walk(clientOf(server).sandboxes.search()), server);
      },
    },
  ],
};

function hasBody(body: string) {
  return (error: ApiError) => ({ '`text` has the body': error.text === body });
}

/** Goes through all the pages. */
async function walk(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pages);
}

import { type Client, isApiError } from '@agent-conversation/client';
import { clientOf } from '../../support/client.ts';
import { busy, json, success } from '../../support/replies.ts';
import { type Scripted, serve } from '../../support/server.ts';
import type { Subject } from '../row.ts';
import { type Outcome, sameOf, describeOutcome } from '../outcome.ts';

/** How much earlier than asked a timer may fire, in milliseconds. */
const granularity = 5;
const second = 1000;

export const retries: Subject = {
  title: 'Retries',
  rows: [
    ...[408, 500, 502, 503, 504].map((status) => ({
      when: `a call that creates something gets ${status} with \`Retry-After: 1\``,
      expected: `throws \`UnexpectedResponseError\` with status ${status}; sends one request; \`retryAfterInMs\` is 1000`,
      async run() {
        const server = await serve(busy(1, status), success);
        return describeOutcome(clientOf(server).sandboxes.start(), server, asked(1000));
      },
    })),
    ...(['startSandbox', 'startAppConversation', 'createConversation'] as const).map((id) => ({
      when: `\`${id}\` gets 429 with \`Retry-After: 1\`: the rejected request has changed nothing`,
      expected: 'returns the data; sends 2 requests; the second not before it was asked to',
      async run() {
        const server = await serve(busy(1, 429), success);
        return describeOutcome(creating[id](clientOf(server)), server, notBefore(server));
      },
    })),
    {
      when: '429 for ever, in a call that creates something',
      expected:
        'throws `RateLimitError` with status 429; sends 3 requests; `retryAfterInMs` is 0; names the reason',
      async run() {
        const server = await serve(json({ message: 'too many' }, 429, { 'retry-after': '0' }));
        return describeOutcome(clientOf(server).sandboxes.start(), server, (outcome) => ({
          ...asked(0)(outcome),
          'names the reason': String(outcome.error).includes('startSandbox: too many ('),
        }));
      },
    },
    {
      when: 'a call that is safe to repeat gets 503 with `Retry-After: 1`',
      expected: 'returns the data; sends 2 requests; the second not before it was asked to',
      async run() {
        const server = await serve(busy(1), success);
        return describeOutcome(
          clientOf(server).sandboxes.pause('sbx-1'),
          server,
          notBefore(server),
        );
      },
    },
    {
      when: '`Retry-After` is a date',
      expected: 'returns the data; sends 2 requests; the second not before it was asked to',
      async run() {
        let date = 0;
        const server = await serve((...args) => {
          // Such a date has whole seconds.
          date = Math.ceil(Date.now() / second + 1) * second;
          busy(new Date(date).toUTCString())(...args);
        }, success);
        return describeOutcome(clientOf(server).sandboxes.pause('sbx-1'), server, () => ({
          'the second not before it was asked to': server.requests[1]!.at >= date - granularity,
        }));
      },
    },
    {
      when: '`Retry-After` is neither whole seconds nor a date, such as `1.5`, `-1` or `1, 2`',
      expected:
        'throws `UnexpectedResponseError` with status 503; sends one request; `retryAfterInMs` is undefined',
      async run() {
        const texts = ['1.5', '-1', '1, 2', 'Monday 7', 'soon'].map(async (value) => {
          const server = await serve(busy(value));
          return describeOutcome(clientOf(server).sandboxes.start(), server, asked(undefined));
        });
        return sameOf(await Promise.all(texts));
      },
    },
    {
      when: '`Retry-After` asks for longer than what is left of `timeoutInMs`',
      expected:
        'throws `UnexpectedResponseError` with status 503; sends one request; `retryAfterInMs` is 3600000',
      async run() {
        const server = await serve(busy(3600), success);
        return describeOutcome(clientOf(server).sandboxes.pause('sbx-1'), server, asked(3_600_000));
      },
    },
    {
      when: 'the response is 503 for ever',
      expected:
        'throws `UnexpectedResponseError` with status 503; sends 3 requests; `text` and `headers` are of the last response',
      async run() {
        const server = await serve(
          busy(),
          busy(),
          json({ detail: 'the third' }, 503, { 'x-n': 3 }),
        );
        const { sandboxes } = clientOf(server);
        return describeOutcome(sandboxes.pause('sbx-1'), server, ({ error }) => ({
          '`text` and `headers` are of the last response':
            isApiError(error) &&
            error.text === '{"detail":"the third"}' &&
            error.headers.get('x-n') === '3',
        }));
      },
    },
    {
      when: 'a call that is safe to repeat gets 408, 429, 500, 502, 503 or 504 once',
      expected: 'returns the data; sends 2 requests',
      async run() {
        const texts = [408, 429, 500, 502, 503, 504].map(async (status) => {
          const server = await serve(busy(0, status), success);
          return describeOutcome(clientOf(server).settings.get(), server);
        });
        return sameOf(await Promise.all(texts));
      },
    },
    {
      when: 'a call that is safe to repeat gets 404, which will not change',
      expected: 'throws `NotFoundError` with status 404; sends one request',
      async run() {
        const server = await serve(busy(0, 404), success);
        return describeOutcome(clientOf(server).sandboxes.resume('sbx-1'), server);
      },
    },
    {
      when: '`retries` is 0, and the response is 503',
      expected: 'throws `UnexpectedResponseError` with status 503; sends one request',
      async run() {
        const server = await serve(busy(), success);
        return describeOutcome(clientOf(server, { retries: 0 }).settings.get(), server);
      },
    },
  ],
};

function asked(milliseconds: number | undefined) {
  const fact = `\`retryAfterInMs\` is ${milliseconds}`;
  return ({ error }: Outcome) => ({
    [fact]: isApiError(error) && error.retryAfterInMs === milliseconds,
  });
}

/** Whether the second request has arrived a second after the first. */
function notBefore({ requests }: Scripted) {
  return () => ({
    'the second not before it was asked to':
      requests[1]!.at - requests[0]!.at >= second - granularity,
  });
}

/** Calls of each operation that creates something. */
const creating = {
  startSandbox: ({ sandboxes }: Client) => sandboxes.start(),
  startAppConversation: ({ appConversations }: Client) => appConversations.start(),
  createConversation: ({ conversations }: Client) => conversations.create({}),
};

/** Redirects, broken connections and retries. */
import { isApiError, isConnectionError, isRedirectError } from '@agent-conversation/client';
import {
  busy,
  cutBetweenChunks,
  cutShort,
  deadAddress,
  empty,
  json,
  redirect,
  type Reply,
  reset,
  type Scripted,
  serve,
  success,
} from '../support.ts';
import { row, type Row, rowOfMany, type Section } from './rows.ts';
import { callsOf, describeOutcome, type Facts, type Outcome, type Subject } from './subjects.ts';

/** Sends a body to a server that redirects it, and describes what arrives at the target. */
async function follow(
  subject: Subject,
  location: (target: string) => string,
  status = 307,
): Promise<string> {
  const other = await serve(success);
  const server = await serve(redirect(location(other.baseUrl), status), success);
  return describeOutcome(callsOf(subject, server.baseUrl).create(), server, ({ error }) => ({
    '`location` names it': isRedirectError(error) && error.location === `${other.baseUrl}/there`,
    'nothing arrives there': other.requests.length === 0,
  }));
}

const redirects: Section = {
  title: 'Redirects',
  rows: [
    ...[301, 302, 303, 307, 308].map((status) => ({
      when: `the response is a ${status} to another origin`,

      run: (subject: Subject) => follow(subject, (target) => `${target}/there`, status),
    })),
    {
      when: 'the address that a redirect leads to has a user, a query and a fragment',

      run: (subject) =>
        follow(
          subject,
          (target) => `${target.replace('//', '//user:password@')}/there?token=1#part`,
        ),
    },
    row('the response is a 307 within the origin', (calls) => calls.pause('sbx-1'), {
      replies: [redirect('/elsewhere'), success],
    }),
    rowOfMany('a redirect names no address, or none that can be read', (subject) =>
      [empty(307), redirect('http://')].map(async (reply) => {
        const server = await serve(reply, success);
        return describeOutcome(callsOf(subject, server.baseUrl).get(), server, ({ error }) => ({
          '`location` is undefined': isRedirectError(error) && error.location === undefined,
        }));
      }),
    ),
  ],
};

const hasCause = ({ error }: Outcome) => ({
  '`cause` has the reason': (error as Error).cause instanceof Error,
  '`unsent` is true': isConnectionError(error) && error.unsent,
});

/** What a broken connection does to a call that is safe to repeat, and to one that is not. */
function brokenRows([what, failure]: readonly [string, Reply]): readonly Row[] {
  return [
    row(`${what}, once, in a call that is safe to repeat`, (calls) => calls.pause('sbx-1'), {
      replies: [failure, success],
    }),
    row(`${what}, each time, in a call that is safe to repeat`, (calls) => calls.get(), {
      replies: [failure],
      facts: hasCause,
    }),
    row(`${what}, in a call that creates something`, (calls) => calls.start(), {
      replies: [failure, success],
      facts: hasCause,
    }),
  ];
}

const connections: Section = {
  title: 'Connections',
  rows: [
    {
      when: 'the connection is refused, even in a call that creates something, as nothing was sent',

      async run(subject) {
        const baseUrl = await deadAddress();
        return describeOutcome(callsOf(subject, baseUrl).start(), undefined, (outcome) => ({
          ...hasCause(outcome),
          'names `127.0.0.1:<port> (ECONNREFUSED)`': String(outcome.error).includes(
            `${new URL(baseUrl).host} (ECONNREFUSED)`,
          ),
        }));
      },
    },
    ...(
      [
        ['the connection is reset before the response', reset],
        ['the body breaks off before its `Content-Length`', cutShort],
        ['the body breaks off between two chunks', cutBetweenChunks],
      ] as const
    ).flatMap(brokenRows),
  ],
};

/** How much earlier than asked a timer may fire, in milliseconds. */
const granularity = 5;
const second = 1000;
const inTime = 'the second not before it was asked to';
const waitsSecond: Facts = (_, { requests: [first, next] }) => ({
  [inTime]: next!.at - first!.at >= second - granularity,
});
const asksFor = (milliseconds: number | undefined) => {
  const fact = `\`retryAfterInMs\` is ${milliseconds}`;
  return ({ error }: Outcome) => ({
    [fact]: isApiError(error) && error.retryAfterInMs === milliseconds,
  });
};

const retries: Section = {
  title: 'Retries',
  rows: [
    ...[408, 500, 502, 503, 504].map((status) =>
      row(
        `a call that creates something gets ${status} with \`Retry-After: 1\``,
        (calls) => calls.start(),
        {
          replies: [busy(1, status), success],
          facts: asksFor(1000),
        },
      ),
    ),
    ...(
      [
        ['startSandbox', 'start'],
        ['startAppConversation', 'startConversation'],
        ['createConversation', 'create'],
      ] as const
    ).map(([id, name]) =>
      row(
        `\`${id}\` gets 429 with \`Retry-After: 1\`: the rejected request has changed nothing`,
        (calls) => calls[name](),
        { replies: [busy(1, 429), success], facts: waitsSecond },
      ),
    ),
    row('429 for ever, in a call that creates something', (calls) => calls.start(), {
      replies: [json({ message: 'too many' }, 429, { 'retry-after': '0' })],
      facts: (outcome) => ({
        ...asksFor(0)(outcome),
        'names the reason': String(outcome.error).includes('startSandbox: too many ('),
      }),
    }),
    row(
      'a call that is safe to repeat gets 503 with `Retry-After: 1`',
      (calls) => calls.pause('sbx-1'),
      { replies: [busy(1), success], facts: waitsSecond },
    ),
    {
      when: '`Retry-After` is a date',

      async run(subject) {
        let date = 0;
        const server: Scripted = await serve((...args) => {
          // Such a date has whole seconds.
          date = Math.ceil(Date.now() / second + 1) * second;
          busy(new Date(date).toUTCString())(...args);
        }, success);
        return describeOutcome(callsOf(subject, server.baseUrl).pause('sbx-1'), server, () => ({
          [inTime]: server.requests[1]!.at >= date - granularity,
        }));
      },
    },
    rowOfMany(
      '`Retry-After` is neither whole seconds nor a date, such as `1.5`, `-1` or `1, 2`',
      (subject) =>
        ['1.5', '-1', '1, 2', 'Monday 7', 'soon'].map(async (value) => {
          const server = await serve(busy(value));
          return describeOutcome(
            callsOf(subject, server.baseUrl).start(),
            server,
            asksFor(undefined),
          );
        }),
    ),
    row(
      '`Retry-After` asks for longer than what is left of `timeoutInMs`',
      (calls) => calls.pause('sbx-1'),
      {
        replies: [busy(3600), success],
        facts: asksFor(3_600_000),
      },
    ),
    row('the response is 503 for ever', (calls) => calls.pause('sbx-1'), {
      replies: [busy(), busy(), json({ detail: 'the third' }, 503, { 'x-n': 3 })],
      facts: ({ error }) => ({
        '`text` and `headers` are of the last response':
          isApiError(error) &&
          error.text === '{"detail":"the third"}' &&
          error.headers.get('x-n') === '3',
      }),
    }),
    rowOfMany('a call that is safe to repeat gets 408, 429, 500, 502, 503 or 504 once', (subject) =>
      [408, 429, 500, 502, 503, 504].map(async (status) => {
        const server = await serve(busy(0, status), success);
        return describeOutcome(callsOf(subject, server.baseUrl).get(), server);
      }),
    ),
    row(
      'a call that is safe to repeat gets 404, which will not change',
      (calls) => calls.resume('sbx-1'),
      { replies: [busy(0, 404), success] },
    ),
    row('`retries` is 0, and the response is 503', (calls) => calls.get(), {
      replies: [busy(), success],
      options: { retries: 0 },
    }),
  ],
};

export const failures: readonly Section[] = [redirects, connections, retries];

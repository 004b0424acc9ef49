/** Redirects, broken connections and retries. */
import {
  isApiError,
  isConnectionError,
  isRedirectError,
} from '@agent-conversation/client';
import * as reply from '../replies.ts';
import { deadAddress, serve } from '../support.ts';
import * as rows from './rows.ts';
import { callsOf } from './subjects.ts';

const { busy, success } = reply;
const {
  create,
  describeOutcome,
  get,
  on,
  onEach,
  onWith,
  pause,
  rowsOf,
  start,
} = rows;

/** A body is sent to a server that redirects it to another one. */
function redirected(
  location: (target: string) => string,
  status = 307,
): rows.Row {
  return async (subject) => {
    const other = await serve(success);
    const server = await serve(
      reply.redirect(location(other.baseUrl), status),
      success,
    );
    return describeOutcome(
      () => create(callsOf(subject, server.baseUrl)),
      server,
      ({ error }) => ({
        '`location` names it':
          isRedirectError(error) && error.location === `${other.baseUrl}/there`,
        'nothing arrives there': other.requests.length === 0,
      }),
    );
  };
}

const redirectToSecret = reply.redirect('/login/5f0c2a91-7g2k');
const withoutLocation: rows.Facts = ({ error }) => ({
  '`location` is undefined':
    isRedirectError(error) && error.location === undefined,
});

export const redirects: rows.Rows = {
  ...rowsOf([301, 302, 303, 307, 308], (status) => [
    `the response is a ${status} to another origin`,
    redirected((target) => `${target}/there`, status),
  ]),
  'the address that a redirect leads to has a user, a query and a fragment':
    redirected(
      (target) =>
        `${target.replace('//', '//user:password@')}/there?token=1#part`,
    ),
  'the response is a 307 within the origin': on(pause, [
    reply.redirect('/elsewhere'),
    success,
  ]),
  'the path that a redirect leads to may have a secret': on(
    get,
    [redirectToSecret],
    ({ error }) => ({
      '`location` has `…` in its place':
        isRedirectError(error) &&
        /^http:\/\/127.0.0.1:\d+\/…$/.test(error.location ?? ''),
    }),
  ),
  'a redirect names no address, or none that can be read': onEach(
    [reply.empty(307), reply.redirect('http://')],
    (redirect) => on(get, [redirect, success], withoutLocation),
  ),
};

/** Reads a request, and ends the connection. */
const endUnanswered: reply.Reply = (_, { socket }) => void socket.end();

const hasCause: rows.Facts = ({ error }) => ({
  '`cause` has the reason': (error as Error).cause instanceof Error,
  '`unsent` is true': isConnectionError(error) && error.unsent,
});

/** What a broken connection does to a call that is safe to repeat, and to one that is not. */
const broken = (what: string, failure: reply.Reply): rows.Rows => ({
  [`${what}, once, in a call that is safe to repeat`]: on(pause, [
    failure,
    success,
  ]),
  [`${what}, each time, in a call that is safe to repeat`]: on(
    get,
    [failure],
    hasCause,
  ),
  [`${what}, in a call that creates something`]: on(
    start,
    [failure, success],
    hasCause,
  ),
});

export const connections: rows.Rows = {
  'the connection is refused, even in a call that creates something, as nothing was sent':
    async (subject) => {
      const baseUrl = await deadAddress();
      const cause = `${new URL(baseUrl).host} (ECONNREFUSED)`;
      return describeOutcome(
        () => start(callsOf(subject, baseUrl)),
        undefined,
        (outcome, server) => ({
          ...hasCause(outcome, server),
          'names `127.0.0.1:<port> (ECONNREFUSED)`': String(
            outcome.error,
          ).includes(cause),
        }),
      );
    },
  ...broken('the connection is reset before the response', reply.reset),
  ...broken('the connection is ended before the response', endUnanswered),
  ...broken('the body breaks off before its `Content-Length`', reply.cutShort),
  ...broken('the body breaks off between two chunks', reply.cutBetweenChunks),
};

/** How much earlier than asked a timer may fire, in milliseconds. */
const granularity = 5;
const second = 1000;
const pauses: rows.Facts = (_, { requests: [first, next] }) => ({
  'the second at least a second later':
    next!.at - first!.at >= second - granularity,
});
const inTime = 'the second not before it was asked to';
const waitsSecond: rows.Facts = (_, { requests: [first, next] }) => ({
  [inTime]: next!.at - first!.at >= second - granularity,
});
const asksFor =
  (milliseconds: number | undefined): rows.Facts =>
  ({ error }) => ({
    [`\`retryAfterInMs\` is ${milliseconds}`]:
      isApiError(error) && error.retryAfterInMs === milliseconds,
  });
const namesReason: rows.Facts = ({ error }) => ({
  'names the reason': String(error).includes('startSandbox: too many ('),
});
const hasThird: rows.Facts = ({ error }) => ({
  '`text` and `headers` are of the last response':
    isApiError(error) &&
    error.text === '{"detail":"the third"}' &&
    error.headers.get('x-n') === '3',
});

const days = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
];
/** Returns a date in the obsolete forms of RFC 9110, section 5.6.7. */
const rfc850 = (imf: string) => {
  const [weekday = '', day, month, year = '', time] = imf.split(/,? /);
  return `${days.find((name) => name.startsWith(weekday))}, ${day}-${month}-${year.slice(2)} ${time} GMT`;
};
const asctime = (imf: string) => {
  const [weekday, day = '', month, year, time] = imf.split(/,? /);
  return `${weekday} ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`;
};

export const retries: rows.Rows = {
  ...rowsOf([408, 500, 502, 503, 504], (status) => [
    `a call that creates something gets ${status} with \`Retry-After: 1\``,
    on(start, [busy(1, status), success], asksFor(1000)),
  ]),
  ...rowsOf(
    [
      ['startSandbox', 'start'],
      ['startAppConversation', 'startConversation'],
      ['createConversation', 'create'],
    ] as const,
    ([id, name]) => [
      `\`${id}\` gets 429 with \`Retry-After: 1\`: the rejected request has changed nothing`,
      on((calls) => calls[name](), [busy(1, 429), success], waitsSecond),
    ],
  ),
  '429 for ever, with `{ message }` or `{ error }`, in a call that creates something':
    onEach([{ message: 'too many' }, { error: 'too many' }], (body) =>
      on(start, [reply.json(body, 429, { 'retry-after': '0' })], namesReason),
    ),
  '429 without `Retry-After`, or with `Retry-After: 0`, once': onEach(
    [{}, { 'retry-after': '0' }],
    (headers) =>
      on(
        start,
        [reply.json({ error: 'too many' }, 429, headers), success],
        pauses,
      ),
  ),
  'a call that is safe to repeat gets 503 with `Retry-After: 1`': on(
    pause,
    [busy(1), success],
    waitsSecond,
  ),
  '`Retry-After` is a date, as IMF-fixdate, RFC 850 or asctime have it': onEach(
    [(imf: string) => imf, rfc850, asctime],
    (write) => async (subject) => {
      let date = 0;
      const server = await serve((...args) => {
        // Such a date has whole seconds.
        date = Math.ceil(Date.now() / second + 1) * second;
        busy(write(new Date(date).toUTCString()))(...args);
      }, success);
      return describeOutcome(
        () => pause(callsOf(subject, server.baseUrl)),
        server,
        () => ({ [inTime]: server.requests[1]!.at >= date - granularity }),
      );
    },
  ),
  '`Retry-After` is neither whole seconds nor a date, such as `1.5`, `-1` or `1, 2`':
    onEach(['1.5', '-1', '1, 2', 'Monday 7', 'soon'], (value) =>
      on(start, [busy(value)], asksFor(undefined)),
    ),
  '`Retry-After` asks for longer than what is left of `timeoutInMs`': on(
    pause,
    [busy(3600), success],
    asksFor(3_600_000),
  ),
  'the response is 503 for ever': on(
    pause,
    [busy(), busy(), reply.json({ detail: 'the third' }, 503, { 'x-n': 3 })],
    hasThird,
  ),
  'a call that is safe to repeat gets 408, 429, 500, 502, 503 or 504 once':
    onEach([408, 429, 500, 502, 503, 504], (status) =>
      on(get, [busy(0, status), success]),
    ),
  'a call that is safe to repeat gets 404, which will not change': on(
    (calls) => calls.resume('sbx-1'),
    [busy(0, 404), success],
  ),
  '`retries` is 0, and the response is 503': onWith({ retries: 0 }, get, [
    busy(),
    success,
  ]),
};

import { isConnectionError } from '@agent-conversation/client';
import { clientOf } from '../../support/client.ts';
import { cutBetweenChunks, cutShort, reset, success } from '../../support/replies.ts';
import { deadAddress, type Reply, serve } from '../../support/server.ts';
import type { Row, Subject } from '../row.ts';
import { type Outcome, describeOutcome } from '../outcome.ts';

const failures: readonly (readonly [what: string, Reply])[] = [
  ['the connection is reset before the response', reset],
  ['the body breaks off before its `Content-Length`', cutShort],
  ['the body breaks off between two chunks', cutBetweenChunks],
];

/** What a failure does to a call that is safe to repeat, and to one that is not. */
function rowsOf([what, failure]: (typeof failures)[number]): readonly Row[] {
  return [
    {
      when: `${what}, once, in a call that is safe to repeat`,
      expected: 'returns the data; sends 2 requests',
      async run() {
        const server = await serve(failure, success);
        return describeOutcome(clientOf(server).sandboxes.pause('sbx-1'), server);
      },
    },
    {
      when: `${what}, each time, in a call that is safe to repeat`,
      expected: 'throws `ConnectionError`; sends 3 requests; `cause` has the reason',
      async run() {
        const server = await serve(failure);
        return describeOutcome(clientOf(server).settings.get(), server, facts);
      },
    },
    {
      when: `${what}, in a call that creates something`,
      expected: 'throws `ConnectionError`; sends one request; `cause` has the reason',
      async run() {
        const server = await serve(failure, success);
        return describeOutcome(clientOf(server).sandboxes.start(), server, facts);
      },
    },
  ];
}

function facts({ error }: Outcome) {
  return {
    '`cause` has the reason': (error as Error).cause instanceof Error,
    '`unsent` is true': isConnectionError(error) && error.unsent,
  };
}

export const connections: Subject = {
  title: 'Connections',
  rows: [
    {
      when: 'the connection is refused, even in a call that creates something, as nothing was sent',
      expected:
        'throws `ConnectionError`; makes 3 attempts; `cause` has the reason; `unsent` is true; names `127.0.0.1:<port> (ECONNREFUSED)`',
      async run() {
        const baseUrl = await deadAddress();
        return describeOutcome(clientOf({ baseUrl }).sandboxes.start(), undefined, (outcome) => ({
          ...facts(outcome),
          'names `127.0.0.1:<port> (ECONNREFUSED)`':
            isConnectionError(outcome.error) &&
            outcome.error.message.includes(`${new URL(baseUrl).host} (ECONNREFUSED)`),
        }));
      },
    },
    ...failures.flatMap(rowsOf),
  ],
};

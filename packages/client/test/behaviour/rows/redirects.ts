import { isRedirectError } from '@agent-conversation/client';
import { clientOf } from '../../support/client.ts';
import { empty, redirect, success } from '../../support/replies.ts';
import { type Arrival, type Reply, type Scripted, serve } from '../../support/server.ts';
import type { Subject } from '../row.ts';
import { sameOf, describeOutcome } from '../outcome.ts';

/** Calls with a body what leads elsewhere, and tells what the service and the other place have got. */
async function tellOf(reply: (other: Scripted) => Reply): Promise<string> {
  const other = await serve(success);
  const server = await serve(reply(other), success);
  const call = clientOf(server).conversations.create({ initial_user_msg: 'a secret plan' });
  return describeOutcome(call, server, ({ error }) => ({
    '`location` names it': isRedirectError(error) && error.location === `${other.baseUrl}/there`,
    'nothing arrives there': other.requests.length === 0,
    'the key arrives there': other.requests.some(hasKey),
    'the body arrives there': other.requests.some(({ body }) => body !== ''),
  }));
}

function hasKey({ headers }: Arrival): boolean {
  return headers['x-session-api-key'] !== undefined;
}

export const redirects: Subject = {
  title: 'Redirects',
  rows: [
    ...[301, 302, 303, 307, 308].map((status) => ({
      when: `the response is a ${status} to another origin`,
      expected:
        'throws `RedirectError`; sends one request; `location` names it; nothing arrives there',
      run: () => tellOf((other) => redirect(`${other.baseUrl}/there`, status)),
    })),
    {
      when: 'the address that a redirect leads to has a user, a query and a fragment',
      expected:
        'throws `RedirectError`; sends one request; `location` names it; nothing arrives there',
      run: () =>
        tellOf(({ baseUrl }) =>
          redirect(`${baseUrl.replace('//', '//user:password@')}/there?token=1#part`),
        ),
    },
    {
      when: 'the response is a 307 within the origin',
      expected: 'throws `RedirectError`; sends one request',
      async run() {
        const server = await serve(redirect('/elsewhere'), success);
        return describeOutcome(clientOf(server).sandboxes.pause('sbx-1'), server);
      },
    },
    {
      when: 'a redirect names no address, or none that can be read',
      expected: 'throws `RedirectError`; sends one request; `location` is undefined',
      async run() {
        const texts = [empty(307), redirect('http://')].map(async (reply) => {
          const server = await serve(reply, success);
          return describeOutcome(clientOf(server).settings.get(), server, ({ error }) => ({
            '`location` is undefined': isRedirectError(error) && error.location === undefined,
          }));
        });
        return sameOf(await Promise.all(texts));
      },
    },
  ],
};

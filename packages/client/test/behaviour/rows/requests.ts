import { clientOf } from '../../support/client.ts';
import { json, success } from '../../support/replies.ts';
import { serve } from '../../support/server.ts';
import type { Subject } from '../row.ts';
import { sameOf, describeOutcome } from '../outcome.ts';

export const requests: Subject = {
  title: 'What is sent',
  rows: [
    {
      when: 'an id has a slash in it, such as `a/b`',
      expected: 'sends it as one segment: `/api/v1/sandboxes/a%2Fb/pause`',
      async run() {
        const server = await serve(success);
        await clientOf(server).sandboxes.pause('a/b');
        return `sends it as one segment: \`${server.requests[0]?.url}\``;
      },
    },
    {
      when: 'an id is empty, `.` or `..`, and would lead to another operation',
      expected: 'throws `TypeError`; sends nothing',
      async run() {
        const server = await serve(success);
        const { sandboxes } = clientOf(server);
        const lines: string[] = [];
        for (const id of ['', '.', '..']) {
          lines.push(
            await describeOutcome(sandboxes.pause(id), server),
            await describeOutcome(sandboxes.resume(id), server),
          );
        }
        return sameOf(lines);
      },
    },
    {
      when: 'an id has an unpaired surrogate in it, which has no encoding',
      expected: 'throws `TypeError`; sends nothing',
      async run() {
        const server = await serve(success);
        return describeOutcome(clientOf(server).sandboxes.pause('a\ud800'), server);
      },
    },
    {
      when: 'it gets a list of ids',
      expected: 'repeats the parameter: `/api/v1/app-conversations?ids=a%2Cb&ids=c`',
      async run() {
        const server = await serve(json([null, null]));
        await clientOf(server).appConversations.list({ ids: ['a,b', 'c'] });
        return `repeats the parameter: \`${server.requests[0]?.url}\``;
      },
    },
    {
      when: 'the list of ids is empty, which would ask for all',
      expected: 'throws `TypeError`; sends nothing',
      async run() {
        const server = await serve(json([]));
        return describeOutcome(clientOf(server).appConversations.list({ ids: [] }), server);
      },
    },
    {
      when: 'a parameter of the query has an unpaired surrogate in it',
      expected: 'throws `TypeError`; sends nothing',
      async run() {
        const server = await serve(json({ items: [] }));
        return describeOutcome(clientOf(server).sandboxes.search({ page_id: '\ud800' }), server);
      },
    },
    {
      when: '`baseUrl` has a path and a slash at its end',
      expected: 'keeps the path: `/proxy/api/settings`',
      async run() {
        const server = await serve(success);
        await clientOf({ baseUrl: `${server.baseUrl}/proxy/` }).settings.get();
        return `keeps the path: \`${server.requests[0]?.url}\``;
      },
    },
  ],
};

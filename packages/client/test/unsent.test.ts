import { isConnectionError } from '@agent-conversation/client';
import { expect, test } from 'vitest';
import { clientOver, thrownBy } from './support.ts';

/** What `fetch` of a runtime throws when there is no answer, and whether nothing can have been sent. */
const failures: readonly (readonly [what: string, reason: unknown, unsent: boolean])[] = [
  ['Node: refused', failed({ code: 'ECONNREFUSED', syscall: 'connect' }), true],
  ['Node: unknown host', failed({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }), true],
  ['Node: no route', failed({ code: 'EHOSTUNREACH', syscall: 'connect' }), true],
  ['Node: no connection in time', failed({ code: 'UND_ERR_CONNECT_TIMEOUT' }), true],
  ['Node: the route was lost', failed({ code: 'EHOSTUNREACH', syscall: 'read' }), false],
  ['Node: reset', failed({ code: 'ECONNRESET', syscall: 'read' }), false],
  ['Node: no answer in time', failed({ code: 'UND_ERR_HEADERS_TIMEOUT' }), false],
  [
    'Deno: refused',
    failed({}, 'client error (Connect): tcp connect error: Connection refused (os error 111)'),
    true,
  ],
  ['Deno: reset', failed({}, 'Connection reset by peer (os error 104)'), false],
  ['Bun: refused', Object.assign(new TypeError('Unable to'), { code: 'ECONNREFUSED' }), true],
  ['Bun: reset', Object.assign(new TypeError('closed'), { code: 'ECONNRESET' }), false],
  ['workerd: anything', new Error('Network connection lost.'), false],
  ['Chromium: anything', new TypeError('Failed to fetch'), false],
  ['a text', 'Failed to fetch', false],
  ['null', null, false],
  ['undefined', undefined, false],
];

test.concurrent.each(failures)('%s', async (_, reason, unsent) => {
  let sent = 0;
  const client = clientOver(
    async () => {
      sent++;
      throw reason;
    },
    { retries: 1 },
  );
  const error = await thrownBy(client.sandboxes.start());
  expect(isConnectionError(error) && error.unsent).toBe(unsent);
  expect(error.cause).toBe(reason);
  const { code = Object(Object(reason).cause).code } = Object(reason);
  expect(error).toMatchObject({ host: 'service.example', code });
  expect(error.message).toContain(code ? `service.example (${code})` : 'service.example');
  expect(sent).toBe(unsent ? 2 : 1);
});

/** How Node and Deno tell a failure. */
function failed(members: object, message = ''): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), members) });
}

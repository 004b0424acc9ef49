import { expect, test } from 'vitest';
import { clientOver } from './support.ts';

/** How often an operation of a class is attempted, with one retry. */
const classes = [
  { retry: 'safe', unsent: 2, limited: 2, busy: 2 },
  { retry: 'unsent', unsent: 2, limited: 2, busy: 1 },
  { retry: 'never', unsent: 1, limited: 1, busy: 1 },
] as const;
const operationOf = (retry: (typeof classes)[number]['retry']) =>
  ({ id: 'op', method: 'POST', path: '/op', retry, statuses: [200] }) as const;

test.each(classes)('$retry: $unsent attempts without a connection', async ({ retry, unsent }) => {
  const cause = Object.assign(new Error(), { code: 'ECONNREFUSED' });
  const fail = () => Promise.reject(new TypeError('refused', { cause }));
  const client = clientOver(fail, { retries: 1 });
  await expect(client.send(operationOf(retry), {})).rejects.toMatchObject({ attempts: unsent });
});

const answers = classes.flatMap(({ retry, limited, busy }) => [
  { retry, status: 429, attempts: limited },
  ...[408, 500, 502, 503, 504].map((status) => ({ retry, status, attempts: busy })),
  { retry, status: 400, attempts: 1 },
]);

test.each(answers)('$retry: $attempts attempts at status $status', async (row) => {
  const init = { status: row.status, headers: { 'retry-after': '0' } };
  const client = clientOver(async () => new Response('', init), { retries: 1 });
  const { response } = await client.send(operationOf(row.retry), {});
  expect(response.attempts).toBe(row.attempts);
});

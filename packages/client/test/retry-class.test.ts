import { expect, test } from 'vitest';
import { clientOver } from './support/client.ts';

/** How often an operation of a class is attempted, with one retry. */
const classes = [
  { retry: 'safe', unsent: 2, busy: 2 },
  { retry: 'unsent', unsent: 2, busy: 1 },
  { retry: 'never', unsent: 1, busy: 1 },
] as const;

test.each(classes)('$retry: $unsent attempts without a connection', async ({ retry, unsent }) => {
  const cause = Object.assign(new Error(), { code: 'ECONNREFUSED' });
  const refuse = () => Promise.reject(new TypeError('refused', { cause }));
  const client = clientOver(refuse, { retries: 1 });
  const operation = { id: 'op', method: 'POST', path: '/op', retry, statuses: [200] };
  await expect(client.send(operation, {})).rejects.toMatchObject({ attempts: unsent });
});

test.each(classes)('$retry: $busy attempts at a busy service', async ({ retry, busy }) => {
  const init = { status: 503, headers: { 'retry-after': '0' } };
  const client = clientOver(async () => new Response('', init), { retries: 1 });
  const operation = { id: 'op', method: 'POST', path: '/op', retry, statuses: [200] };
  const { response } = await client.send(operation, {});
  expect(response.attempts).toBe(busy);
});

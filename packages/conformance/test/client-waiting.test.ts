import { createClient } from '@agent-conversation/client';
import { createMock } from '@agent-conversation/mock';
import { expect, test } from 'vitest';

const startupTimeInMs = 2000;

/** A client of a mock whose clock advances by half a start-up after each poll of a wait. */
function setUp() {
  const calls: string[] = [];
  const mock = createMock({
    clock: 'manual',
    startupTimeInMs,
    onExchange: ({ operation }) => calls.push(String(operation)),
  });
  const client = createClient({ baseUrl: 'http://mock', apiKey: 'any', fetch: mock.fetch });
  const seen: (string | undefined)[] = [];
  const options = {
    pollIntervalInMs: 1,
    onProgress: ({ status }: { readonly status: string | undefined }) => {
      seen.push(status);
      mock.advance(startupTimeInMs / 2);
    },
  };
  return { mock, client, calls, seen, options };
}

test('follows a sandbox until it runs, and through a pause', async () => {
  const { client, seen, options } = setUp();
  const { id } = await client.sandboxes.start();
  const sandbox = await client.sandboxes.waitUntil(id, 'RUNNING', options);
  expect(sandbox).toMatchObject({ id, status: 'RUNNING' });
  expect(sandbox.session_api_key).toBeTypeOf('string');
  expect(seen).toEqual(['STARTING', 'STARTING', 'RUNNING']);
  await client.sandboxes.pause(id);
  expect((await client.sandboxes.waitUntil(id, 'PAUSED', options)).status).toBe('PAUSED');
  await client.sandboxes.resume(id);
  expect((await client.sandboxes.waitUntil(id, 'RUNNING', options)).status).toBe('RUNNING');
});

test('starts a conversation and waits for it', async () => {
  const { client, options } = setUp();
  const conversation = await client.appConversations.startAndWait({ title: 'Vouchers' }, options);
  expect(conversation).toMatchObject({ title: 'Vouchers', sandbox_status: 'RUNNING' });
});

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

test('finds a sandbox on a later page', async () => {
  const { client, options, calls } = setUp();
  const { id } = await client.sandboxes.start();
  for (let number = 0; number < 200; number++) await client.sandboxes.start();
  calls.length = 0;
  await client.sandboxes.waitUntil(id, 'STARTING', options);
  expect(calls).toEqual(Array(3).fill('searchSandboxes'));
});

test('starts a conversation and waits for it', async () => {
  const { client, options } = setUp();
  const conversation = await client.appConversations.startAndWait({ title: 'Vouchers' }, options);
  expect(conversation).toMatchObject({ title: 'Vouchers', sandbox_status: 'RUNNING' });
});

test('continues a wait with a task that was kept as text', async () => {
  const { client, options } = setUp();
  const conversation_id = '0f6b8c1e-3a44-4d0e-9a51-7c2e5b9d1f36';
  const kept = JSON.stringify(await client.appConversations.start({ title: 'x', conversation_id }));
  const conversation = await client.appConversations.waitUntilReady(JSON.parse(kept), options);
  expect(conversation.title).toBe('x');
});

/** Waits for what takes its time. */
import assert from 'node:assert/strict';
import { meet } from './services.ts';

/** Waits for what takes its time. The clock of the mock goes on whenever the client has looked. */
export async function waitForChanges(): Promise<void> {
  const { client, mock } = meet({ startupTime: 5_000 });
  const seen: (string | undefined)[] = [];
  const options = {
    pollIntervalInMs: 1,
    onProgress({ status }: { readonly status: string | undefined }) {
      seen.push(status);
      mock.advance(2_500);
    },
  };

  const { id } = await client.sandboxes.start();
  const running = await client.sandboxes.waitUntil(id, 'RUNNING', options);
  assert.equal(running.status, 'RUNNING');
  assert.deepEqual(seen, ['STARTING', 'STARTING', 'RUNNING']);

  await client.sandboxes.pause(id);
  const paused = await client.sandboxes.waitUntil(id, 'PAUSED', options);
  assert.equal(paused.id, id);

  const task = await client.appConversations.start({ sandbox_id: id, title: 'Vouchers' });
  const conversation = await client.appConversations.waitUntilReady(task, options);
  assert.equal(conversation.title, 'Vouchers');
  assert.equal(conversation.sandbox_id, id);
}

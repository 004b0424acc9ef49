/** Every operation. */
import assert from 'node:assert/strict';
import { createClient } from '@agent-conversation/client';
import * as functions from '@agent-conversation/client/operations';
import { makeMock } from './services.ts';

/** Calls every operation over a port: as a method, and as a function. */
export async function callOperations(): Promise<void> {
  const { url, close } = await makeMock().listen();
  try {
    await callMethods(url);
    await callFunctions(url);
  } finally {
    await close();
  }
}

async function callMethods(baseUrl: string): Promise<void> {
  const client = createClient({ baseUrl, apiKey: 'methods' });
  const specs = await client.sandboxSpecs.search({ limit: 1 });
  const { id, status } = await client.sandboxes.start({ sandbox_spec_id: specs.items[0]!.id });
  assert.equal(status, 'STARTING');
  await client.sandboxes.waitUntil(id, 'RUNNING', { pollIntervalInMs: 1 });
  await client.sandboxes.pause(id);
  await client.sandboxes.resume(id);
  const page = await client.sandboxes.search();
  assert.deepEqual(
    page.items.map((sandbox) => sandbox.id),
    [id],
  );
  const task = await client.appConversations.start({ sandbox_id: id, title: 'Vouchers' });
  assert.equal(task.sandbox_id, id);
  assert.deepEqual(await client.appConversations.list({ ids: ['unknown'] }), [null]);
  const { conversation_id } = await client.conversations.create({ initial_user_msg: 'Mend it.' });
  assert.equal(typeof conversation_id, 'string');
  const { data, response } = await client.settings.get().withResponse();
  assert.equal(data.agent, 'CodeActAgent');
  assert.deepEqual([response.status, response.attempts], [200, 1]);
}

async function callFunctions(baseUrl: string): Promise<void> {
  const connection = functions.connect({ baseUrl, apiKey: 'functions' });
  const started = await functions.startSandbox(connection);
  assert(started.status === 200);
  const { id } = started.data;
  const results = {
    searchSandboxes: await functions.searchSandboxes(connection),
    pauseSandbox: await functions.pauseSandbox(connection, id),
    resumeSandbox: await functions.resumeSandbox(connection, id),
    searchSandboxSpecs: await functions.searchSandboxSpecs(connection),
    startAppConversation: await functions.startAppConversation(connection, { sandbox_id: id }),
    listAppConversations: await functions.listAppConversations(connection),
    createConversation: await functions.createConversation(connection, {}),
    getSettings: await functions.getSettings(connection),
  };
  for (const [name, result] of Object.entries(results)) assert.equal(result.status, 200, name);

  const refused = await functions.pauseSandbox(connection, 'unknown');
  assert.deepEqual(refused, { status: 404, error: { detail: 'Sandbox not found' } });
}

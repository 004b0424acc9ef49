import { type Call, createClient } from '@agent-conversation/client';
import { createMock } from '@agent-conversation/mock';
import { expect, test } from 'vitest';
import { operations, resolve } from '../src/contract.ts';
import { violations } from './support/violations.ts';

const startupTime = 2000;

test('one walk through the client, from a sandbox to its conversation', async () => {
  const mock = createMock({ seed: 'walk', clock: 'manual', startupTime });
  const client = createClient({ baseUrl: 'http://mock', apiKey: 'walker', fetch: mock.fetch });

  const sandbox = await inOrder('startSandbox', client.sandboxes.start());
  expect(sandbox).toMatchObject({ status: 'STARTING', session_api_key: null, exposed_urls: null });
  const search = async () => {
    const page = await inOrder('searchSandboxes', client.sandboxes.search());
    expect(page.items.map(({ id }) => id)).toEqual([sandbox.id]);
    return page.items[0]!;
  };

  mock.advance(startupTime - 1);
  expect(await search()).toEqual(sandbox);
  mock.advance(1);
  const running = await search();
  expect(running.status).toBe('RUNNING');
  expect(running.session_api_key).toBeTypeOf('string');
  expect(running.exposed_urls).not.toHaveLength(0);

  const pause = client.sandboxes.pause(sandbox.id);
  expect(await inOrder('pauseSandbox', pause)).toEqual({ success: true });
  expect(await search()).toMatchObject({ status: 'PAUSED', session_api_key: null });
  const resume = client.sandboxes.resume(sandbox.id);
  expect(await inOrder('resumeSandbox', resume)).toEqual({ success: true });
  expect((await search()).status).toBe('STARTING');

  const request = {
    sandbox_id: sandbox.id,
    title: 'Vouchers in the basket',
    initial_message: { content: [{ type: 'text' as const, text: 'Mend it.' }], run: true },
  };
  const task = await inOrder('startAppConversation', client.appConversations.start(request));
  expect(task).toMatchObject({ status: 'WORKING', sandbox_id: sandbox.id, request });
  const list = async (ids?: string[]) =>
    inOrder('listAppConversations', client.appConversations.list(ids ? { ids } : {}));
  expect(await list()).toEqual([]);

  mock.advance(2 * startupTime);
  const conversation = (await list())[0]!;
  expect(conversation).toMatchObject({
    sandbox_id: sandbox.id,
    title: request.title,
    sandbox_status: 'RUNNING',
    execution_status: 'running',
    metrics: null,
  });
  mock.advance(startupTime);
  const [unknown, finished] = await list(['unknown', conversation.id!]);
  expect(unknown).toBeNull();
  expect(finished).toMatchObject({ id: conversation.id, execution_status: 'idle' });
  expect(finished?.metrics?.accumulated_token_usage?.prompt_tokens).toBeGreaterThan(0);

  const legacy = async (body: { initial_user_msg?: string; conversation_id?: string }) =>
    inOrder('createConversation', client.conversations.create(body));
  const created = await legacy({ initial_user_msg: 'Hello' });
  const joined = await legacy({ conversation_id: created.conversation_id });
  expect(joined.conversation_id).toBe(created.conversation_id);
  expect(joined.message).not.toEqual(created.message);

  const settings = await inOrder('getSettings', client.settings.get());
  expect(settings).toMatchObject({ llm_api_key: null, llm_api_key_set: true });
});

/** The data of a success, which the contract's schema has to accept. */
async function inOrder<T>(operationId: string, call: Call<T>): Promise<T> {
  const { data, response } = await call.withResponse();
  expect(response.status, operationId).toBe(200);
  const operation = operations.find((it) => it.operationId === operationId)!;
  const { schema } = resolve(operation.responses[200]!).content['application/json']!;
  expect(violations(schema, data), operationId).toEqual([]);
  return data;
}

/** The client with the mock as the strictest deployment. */
import { createClient, isValidationError } from '@agent-conversation/client';
import { createMock } from '@agent-conversation/mock';
import { afterEach, expect, test, vi } from 'vitest';
import { Recorder } from './support/recorder.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('the client starts, waits, lists, pauses, resumes and reads settings', async () => {
  vi.useFakeTimers();
  vi.setTimerTickMode('nextTimerAsync');
  const mock = createMock({
    edition: 'mid-2026',
    unauthorizedBody: 'text',
    settings: { llm_api_key_set: false, mcp_config: null },
    clock: 'real',
    startupTimeInMs: 500,
    rateLimit: 2,
  });
  const recorder = new Recorder(mock);
  const seen = new Set<number>();
  const fetch: typeof mock.fetch = async (input, init) => {
    const response = await mock.fetch(input, init);
    seen.add(response.status);
    return response;
  };
  const client = createClient({ baseUrl: 'http://mock', apiKey: 'any', fetch });
  const { id = '', sandbox_id } = await client.appConversations.startAndWait({
    initial_message: { content: [{ type: 'text', text: 'Hello' }], run: true },
  });
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(await client.appConversations.getMany([id])).toMatchObject([{ id, sandbox_id }]);
  expect(
    isValidationError(await client.appConversations.list().catch((error: unknown) => error)),
  ).toBe(true);
  expect(await recorder.send('GET', '/api/settings', { headers: {} })).toBe('Unauthorized');
  await client.sandboxes.pause(sandbox_id);
  await client.sandboxes.waitUntil(sandbox_id, 'PAUSED');
  await client.sandboxes.resume(sandbox_id);
  await client.sandboxes.waitUntil(sandbox_id, 'RUNNING');
  expect((await client.settings.get()).mcp_config).toBeNull();
  expect(seen).toEqual(new Set([200, 422, 429]));
});

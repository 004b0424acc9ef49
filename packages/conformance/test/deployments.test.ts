/** The mock as the strictest deployment: client and checker get along with it. */
import { createClient, isValidationError } from '@agent-conversation/client';
import { createMock, type MockOptions } from '@agent-conversation/mock';
import { afterEach, expect, test, vi } from 'vitest';
import { checkServer } from '../src/checker/check-server.ts';
import { Recorder } from './support/recorder.ts';
import { baseUrl, checkerKey, serveMock } from './support/served-mock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const strictest: MockOptions = {
  edition: 'mid-2026',
  unauthorizedBody: 'text',
  settings: { llm_api_key_set: false, mcp_config: null },
  clock: 'real',
  startupTimeInMs: 500,
};

test('the client starts, waits, lists, pauses, resumes and reads settings', async () => {
  vi.useFakeTimers();
  vi.setTimerTickMode('nextTimerAsync');
  const mock = createMock({ ...strictest, rateLimit: 2 });
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

test('the checker finds nothing', async () => {
  const limited = { rate: 10_000, waitInMs: 5_000, seed: 5, strict: true, write: true };
  const { mock } = serveMock(undefined, {
    ...strictest,
    startupTimeInMs: 0,
    clock: 'manual',
    rateLimit: 150,
  });
  const served = globalThis.fetch;
  let rejected = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const response = await served(url, init);
    if (response.status !== 429) return response;
    rejected += 1;
    mock.advance(1000);
    return response;
  });
  const { results, verdict } = await checkServer({ baseUrl, apiKey: checkerKey, ...limited });
  expect(results.flatMap((it) => it.findings)).toEqual([]);
  expect(verdict).toEqual({ kind: 'conforms' });
  expect(rejected).toBeGreaterThan(0);
});

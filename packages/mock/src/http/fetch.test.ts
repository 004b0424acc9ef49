import { expect, test } from 'vitest';
import { createMock } from '../mock.ts';

const headers = { 'X-Session-API-Key': 'any' };
const settings = 'http://mock/api/settings';

test('fetch takes what the global one takes', async () => {
  const body = new Blob(['{"conversation_id":"a"}']).stream();
  const request = new Request('https://example.com:1/api/conversations#a', {
    method: 'post',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit);
  const response = await createMock().fetch(request);
  expect(response).toBeInstanceOf(Response);
  expect(await response.json()).toMatchObject({ conversation_id: 'a' });
  await expect(createMock().fetch('/api/settings')).rejects.toThrow(TypeError);
});

test.each<[string, () => AbortSignal, string]>([
  ['an abort before', () => AbortSignal.abort(), 'AbortError'],
  ['an abort with its own reason', () => AbortSignal.abort(new RangeError('a')), 'RangeError'],
  ['a timeout during the request', () => AbortSignal.timeout(20), 'TimeoutError'],
])('%s rejects at once, and the mock goes on', async (_, signal, name) => {
  // This response would come later than a test can wait.
  const mock = createMock({ faults: [{ delayInMs: 600_000, times: 1 }] });
  await expect(mock.fetch(settings, { headers, signal: signal() })).rejects.toMatchObject({ name });
  await mock.fetch(settings, { headers, signal: AbortSignal.timeout(1) }).catch(() => undefined);
  expect((await mock.fetch(settings, { headers })).status).toBe(200);
});

test('an aborted request still changes the state, as on a server', async () => {
  const mock = createMock({ latencyInMs: 30 });
  const init = { method: 'POST', headers, signal: AbortSignal.timeout(5) };
  await expect(mock.fetch('http://mock/api/v1/sandboxes', init)).rejects.toThrow('timeout');
  await expect.poll(() => mock.state('any').sandboxes.length).toBe(1);
});

/** Returns what a call fails with. */
async function failureOf(call: Promise<Response>): Promise<object> {
  try {
    return { done: await (await call).json() };
  } catch (error) {
    const { constructor, message, cause } = error as Error & { cause?: { code?: string } };
    return { type: constructor.name, message, code: cause?.code };
  }
}

test.each(['reset', 'truncated', 'malformed'] as const)('%s fails as over a port', async (it) => {
  const mock = createMock({ faults: [{ break: it }] });
  const { url, close } = await mock.listen();
  const own = await failureOf(mock.fetch(settings, { headers }));
  expect(own).toEqual(await failureOf(fetch(`${url}/api/settings`, { headers })));
  expect(own).not.toHaveProperty('done');
  await close();
});

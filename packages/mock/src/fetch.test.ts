import { expect, test } from 'vitest';
import { createMock } from './mock.ts';

const headers = { 'X-Session-API-Key': 'any' };
const settings = 'http://mock/api/settings';

test.each<[string, RequestInfo | URL, RequestInit | undefined]>([
  ['a URL', new URL(settings), { headers: new Headers(headers) }],
  ['a Request and more', new Request(settings), { headers: Object.entries(headers) }],
  ['another host and a fragment', 'https://example.com:1/api/settings#a', { headers }],
])('fetch takes %s', async (_, input, init) => {
  const response = await createMock().fetch(input, init);
  expect(response).toBeInstanceOf(Response);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toHaveProperty('llm_api_key_set');
});

test('the body can be a stream', async () => {
  const body = new Blob(['{"conversation_id":"a"}']).stream();
  const typed = { ...headers, 'Content-Type': 'application/json' };
  const init = { method: 'post', headers: typed, body, duplex: 'half' } as RequestInit;
  const response = await createMock().fetch('http://mock/api/conversations', init);
  expect(await response.json()).toMatchObject({ conversation_id: 'a' });
});

test.each(['/api/settings', 'not an address'])('%j is rejected, as by fetch', async (address) => {
  await expect(fetch(address)).rejects.toThrow(TypeError);
  await expect(createMock().fetch(address)).rejects.toThrow(TypeError);
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

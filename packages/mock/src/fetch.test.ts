import { expect, test } from 'vitest';
import { createMock } from './mock.ts';

const headers = { 'X-Session-API-Key': 'any' };
const settings = 'http://mock/api/settings';
const json = { ...headers, 'Content-Type': 'application/json' };
const body = '{"conversation_id":"a0000000000000000000000000000000"}';

// prettier-ignore
test.each<[string, RequestInfo | URL, RequestInit | undefined]>([
  ['a string', settings, { headers }],
  ['a URL', new URL(settings), { headers: new Headers(headers) }],
  ['a Request', new Request(settings, { headers }), undefined],
  ['a Request and more', new Request(settings), { headers: Object.entries(headers) }],
  ['another host', 'https://example.com:1/api/settings', { headers }],
  ['a fragment', `${settings}#a`, { headers }],
])('fetch takes %s', async (_, input, init) => {
  const response = await createMock().fetch(input, init);
  expect(response).toBeInstanceOf(Response);
  expect(response.ok).toBe(true);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toHaveProperty('llm_api_key_set');
});

test.each<[string, RequestInit['body']]>([
  ['a string', body],
  ['bytes', new TextEncoder().encode(body)],
  ['a Blob', new Blob([body])],
  ['a stream', new Blob([body]).stream()],
])('the body can be %s', async (_, given) => {
  const init = { method: 'post', headers: json, body: given, duplex: 'half' } as RequestInit;
  const response = await createMock().fetch('http://mock/api/conversations', init);
  expect(await response.json()).toMatchObject({
    conversation_id: 'a0000000000000000000000000000000',
  });
});

test.each(['/api/settings', 'not an address'])('%j is rejected, as by fetch', async (address) => {
  await expect(fetch(address)).rejects.toThrow(TypeError);
  await expect(createMock().fetch(address)).rejects.toThrow(TypeError);
});

test.each<[string, () => AbortSignal, string]>([
  ['abort before', () => AbortSignal.abort(), 'AbortError'],
  ['abort with a reason of its own', () => AbortSignal.abort(new RangeError('a')), 'RangeError'],
  ['a timeout during', () => AbortSignal.timeout(20), 'TimeoutError'],
])('%s rejects, and leaves the mock usable', async (_, signal, name) => {
  const mock = createMock({ latencyInMs: 60 });
  await expect(mock.fetch(settings, { headers, signal: signal() })).rejects.toMatchObject({ name });
  expect((await mock.fetch(settings, { headers })).status).toBe(200);
});

test('an abort rejects at once; after the response it has no effect', async () => {
  // This response would come later than a test can wait.
  const slow = createMock({ latencyInMs: 600_000 });
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 10);
  const request = new Request(settings, { headers, signal: controller.signal });
  await expect(slow.fetch(request)).rejects.toMatchObject({ name: 'AbortError' });

  const late = new AbortController();
  const response = await createMock({ latencyInMs: 60 }).fetch(settings, {
    headers,
    signal: late.signal,
  });
  late.abort();
  expect(await response.json()).toHaveProperty('llm_api_key_set');
});

test('an aborted request still changes the state, as on a server', async () => {
  const mock = createMock({ latencyInMs: 30 });
  const init = { method: 'POST', headers, signal: AbortSignal.timeout(5) };
  await expect(mock.fetch('http://mock/api/v1/sandboxes', init)).rejects.toThrow(
    'aborted due to timeout',
  );
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(mock.state('any').sandboxes).toHaveLength(1);
});

/** Returns what a call fails with. */
async function failure(call: Promise<unknown>): Promise<object> {
  try {
    return { done: await call };
  } catch (error) {
    const { constructor, message, cause } = error as Error & { cause?: { code?: string } };
    return { type: constructor.name, message, code: cause?.code };
  }
}

test.each(['reset', 'truncated', 'malformed'] as const)(
  '%s fails as it does over a port',
  async (it) => {
    const mock = createMock();
    mock.fault({ break: it });
    const { url, close } = await mock.listen();
    const read = async (response: Promise<Response>): Promise<unknown> => (await response).json();
    const own = await failure(read(mock.fetch(settings, { headers })));
    const real = await failure(read(fetch(`${url}/api/settings`, { headers })));
    await close();
    expect(own).toEqual(real);
    expect(own).not.toHaveProperty('done');
  },
);

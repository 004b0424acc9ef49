/** Uses the mock without a port, in whichever runtime this is. */
import { createClient } from '@agent-conversation/client';
import { createMock } from '@agent-conversation/mock';

const headers = { 'X-Session-API-Key': 'any' };

/** Uses the mock, and returns what came of it. */
export async function useMock() {
  const mock = createMock({ seed: 'e2e', clock: 'manual', edition: '1.11.0' });
  const client = createClient({
    baseUrl: 'http://mock',
    apiKey: 'any',
    fetch: mock.fetch,
  });
  const { status: started } = await client.sandboxes.start();
  const response = await mock.fetch('http://mock/api/v1/sandboxes/search/', {
    headers,
  });
  const { items } = await response.json();
  const controller = new AbortController();
  const late = await mock.fetch('http://mock/api/v1/settings', {
    headers,
    signal: controller.signal,
  });
  controller.abort(new RangeError('after the headers'));
  const aborted = await late.text().catch((error) => error.message);
  const generated = await mock.fetch('http://mock/api/v1/sandboxes/search', {
    headers: { ...headers, Prefer: 'dynamic=true' },
  });
  return {
    started,
    found: items.length,
    url: response.url,
    redirected: response.redirected,
    hasRequestId: response.headers.has('X-Request-Id'),
    aborted,
    generated: generated.status,
  };
}

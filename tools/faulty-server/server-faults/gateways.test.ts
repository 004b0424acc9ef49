import { expect, test } from 'vitest';
import { key, searched, started, startFaultyMock, withKey } from '../testing/faulty-mock.ts';

test.each([
  ['F2', 503],
  ['F8', 429],
])('%s: one %i, and then answers', async (fault, status) => {
  const { get } = await startFaultyMock({ fault });
  expect((await get('/api/settings')).status).toBe(status);
  expect((await get('/api/settings')).status).toBe(200);
});

test('limited: 429 with Retry-After, always', async () => {
  const { get } = await startFaultyMock({ fault: 'limited' });
  for (let count = 0; count < 3; count++) {
    const { status, headers } = await get('/api/settings');
    expect([status, headers.get('Retry-After')]).toEqual([429, '1']);
  }
});

test('F5: who follows the redirect tells the other host what it sends', async () => {
  const { get, server } = await startFaultyMock({ fault: 'F5' });
  const { status, headers } = await get('/api/settings?a=1');
  const there = `${server.elsewhere.url}/api/settings?a=1`;
  expect([status, headers.get('Location')]).toEqual([307, there]);
  expect(server.elsewhere.requests).toEqual([]);
  await get('/api/settings?a=1', { headers: withKey, redirect: 'follow' });
  const [stray] = server.elsewhere.requests;
  expect(stray).toMatchObject({ method: 'GET', target: '/api/settings?a=1' });
  expect(stray!.headers.get('X-Session-API-Key')).toBe(key);
});

test('F6: the error page of a gateway', async () => {
  const { get } = await startFaultyMock({ fault: 'F6' });
  const response = await get('/api/settings');
  expect([response.status, response.headers.get('Content-Type')]).toEqual([502, 'text/html']);
  expect(await response.text()).toContain('502 Bad Gateway');
});

test('F7: the answer is said to be a year old', async () => {
  const { get } = await startFaultyMock({ fault: 'F7' });
  const { headers } = await get('/api/settings');
  expect(Number(headers.get('Age'))).toBe(365 * 24 * 60 * 60);
  expect(Date.parse(headers.get('Date')!)).toBeLessThan(Date.now() - 364 * 24 * 60 * 60 * 1000);
});

test('cache: what was read once does not change', async () => {
  const faulty = await startFaultyMock({ fault: 'cache' });
  expect((await searched(faulty)).ids).toEqual([]);
  await started(faulty);
  expect((await searched(faulty)).ids).toEqual([]);
  expect((await searched(faulty, '?limit=5')).ids).toHaveLength(1);
});

test('huge: the body has 10 MB', async () => {
  const { get } = await startFaultyMock({ fault: 'huge' });
  expect((await (await get('/api/settings')).text()).length).toBeGreaterThan(10_000_000);
});

test('huge-header: no client takes the headers', async () => {
  const { get } = await startFaultyMock({ fault: 'huge-header' });
  await expect(get('/api/settings')).rejects.toThrow('fetch failed');
});

test('not-utf-8: the body is no text', async () => {
  const { get } = await startFaultyMock({ fault: 'not-utf-8' });
  const bytes = await (await get('/api/settings')).arrayBuffer();
  expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow(TypeError);
});

test.each([
  ['site', 200, 'text/html'],
  ['other-404', 404, 'application/json'],
  ['other-200', 200, 'application/json'],
])('%s: every path is answered with %i, %s', async (fault, status, type) => {
  const { get, server } = await startFaultyMock({ fault });
  for (const path of ['/', '/api/settings', '/api/v1/sandboxes/search']) {
    const response = await get(path);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([status, type]);
  }
  expect(server.struck()).toBe(3);
});

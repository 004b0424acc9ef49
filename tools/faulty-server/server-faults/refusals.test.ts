import { expect, test } from 'vitest';
import { searched, started, startFaultyMock, withKey } from '../testing/faulty-mock.ts';

test('E32: an unknown id is answered as a known one', async () => {
  const { post } = await startFaultyMock({ fault: 'E32' });
  const response = await post('/api/v1/sandboxes/unknown/pause');
  expect([response.status, await response.json()]).toEqual([200, { success: true }]);
  expect((await post('/api/v1/sandboxes?sandbox_spec_id=unknown')).status).toBe(200);
});

test.each([
  ['GET', '/api/v1/sandboxes/search?limit=0', undefined, 422],
  ['POST', '/api/v1/app-conversations', '{', 400],
  ['POST', '/api/v1/app-conversations', '{"title":5}', 400],
  ['POST', '/api/v1/app-conversations', '{}', 401],
  ['GET', '/api/settings', undefined, 401],
])('E38: %s %s with the body %s and without a key is %4$s', async (method, path, body, status) => {
  const { get } = await startFaultyMock({ fault: 'E38' });
  const headers = { 'Content-Type': 'application/json' };
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  expect((await get(path, init)).status).toBe(status);
});

test('E39: 405 comes without Allow', async () => {
  const { post, direct } = await startFaultyMock({ fault: 'E39' });
  const init = { method: 'POST', headers: withKey };
  expect((await fetch(`${direct}/api/settings`, init)).headers.get('Allow')).toContain('GET');
  const response = await post('/api/settings');
  expect([response.status, response.headers.get('Allow')]).toEqual([405, null]);
});

test('E43: invalid requests are taken', async () => {
  const { get, post } = await startFaultyMock({ fault: 'E43' });
  expect((await get('/api/v1/sandboxes/search?limit=0')).status).toBe(200);
  const headers = { ...withKey, 'Content-Type': 'application/json' };
  expect((await post('/api/v1/app-conversations', { headers, body: '{' })).status).toBe(200);
});

test('F11: a sandbox cannot be paused, and goes on', async () => {
  const faulty = await startFaultyMock({ fault: 'F11' });
  const id = await started(faulty);
  const response = await faulty.post(`/api/v1/sandboxes/${id}/pause`);
  expect([response.status, await response.json()]).toEqual([200, { success: false }]);
  expect((await searched(faulty)).states).toEqual(['STARTING']);
});

import { expect, test } from 'vitest';
import { key, searched, started, startFaultyMock } from '../testing/faulty-mock.ts';

test('E35: another key sees the same sandboxes', async () => {
  const faulty = await startFaultyMock({ fault: 'E35' });
  const id = await started(faulty);
  const response = await faulty.get('/api/v1/sandboxes/search', {
    headers: { 'X-Session-API-Key': 'another' },
  });
  expect(await response.json()).toMatchObject({ items: [{ id }] });
  expect((await searched(faulty)).ids).toEqual([id]);
});

test('open: no key is asked for', async () => {
  const { get, server } = await startFaultyMock({ fault: 'open' });
  expect((await get('/api/settings', { headers: {} })).status).toBe(200);
  expect(server.struck()).toBe(1);
});

test('echo-header: the key stands in a header of the answer', async () => {
  const { get } = await startFaultyMock({ fault: 'echo-header' });
  expect((await get('/api/settings')).headers.get('X-Session-API-Key')).toBe(key);
});

test('echo-body: the key stands in the text of an error', async () => {
  const { post } = await startFaultyMock({ fault: 'echo-body' });
  const response = await post('/api/v1/sandboxes/unknown/pause');
  expect(await response.json()).toEqual({
    detail: `Sandbox not found (X-Session-API-Key: ${key})`,
  });
});

test('secret: what is stored is given out', async () => {
  const { get } = await startFaultyMock({ fault: 'secret' });
  expect(await (await get('/api/settings')).json()).toMatchObject({
    llm_api_key: 'sk-live-stored',
  });
});

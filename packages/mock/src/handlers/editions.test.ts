import type { Sandbox } from '@agent-conversation/types';
import { expect, test } from 'vitest';
import { createMock, type EditionName, type MockOptions } from '../index.ts';
import { listConversations, listIds, startConversation } from '../testing/app-conversations.ts';
import { ask } from '../testing/ask.ts';

const make = (options: MockOptions = {}) => createMock({ clock: 'manual', ...options });
const path = '/api/v1/app-conversations';
const chosen = '0f6b8c1e3a444d0e9a517c2e5b9d1f36';
const forms = [chosen, '0f6b8c1e-3a44-4d0e-9a51-7c2e5b9d1f36', chosen.toUpperCase()];
const missing = { detail: [{ loc: ['query', 'ids'], msg: 'is missing', type: 'required' }] };
const noUuid = (...loc: (string | number)[]) => ({
  loc,
  msg: 'must be a UUID: 32 hexadecimal digits, or with hyphens',
  type: 'format',
  ctx: { format: 'uuid' },
});

const editions: [EditionName | undefined, honored: boolean, listing: boolean, port: boolean][] = [
  [undefined, true, true, true],
  ['documented', true, true, true],
  ['mid-2026', true, false, true],
  ['late-2025', false, false, false],
];

test.each(editions)('the edition %s honors a conversation_id: %s', async (edition, honored) => {
  const mock = make(edition && { edition });
  const { request } = await startConversation(mock, { conversation_id: chosen, title: 'a' });
  expect(request).toEqual(honored ? { conversation_id: chosen, title: 'a' } : { title: 'a' });
  mock.advance(3000);
  const [found] = await listConversations(mock, [chosen]);
  expect(found?.id).toBe(honored ? chosen : undefined);
  expect(mock.state('ada').appConversations).toHaveLength(1);
});

test.each(editions)('the edition %s (%s) lists without ids: %s', async (edition, _, listing) => {
  const mock = make(edition && { edition });
  const { status, body } = await ask(mock, 'GET', path);
  expect({ status, body }).toEqual(
    listing ? { status: 200, body: [] } : { status: 422, body: missing },
  );
});

test.each(editions)('exposed URLs of the edition %s (%s, %s) have a port: %s', async (...row) => {
  const [edition, , , port] = row;
  for (const examples of [false, true]) {
    const mock = make({ examples, ...(edition && { edition }) });
    await ask(mock, 'POST', '/api/v1/sandboxes');
    mock.advance(2000);
    const urls = mock.state('ada').sandboxes.flatMap(({ exposed_urls }) => exposed_urls ?? []);
    expect(urls.length).toBeGreaterThan(3);
    expect(urls.map((url) => 'port' in url)).toEqual(urls.map(() => port));
  }
});

test.each(forms)('the conversation id %s is found by every form', async (id) => {
  const mock = make();
  expect((await startConversation(mock, { conversation_id: id })).request).toEqual({
    conversation_id: chosen,
  });
  mock.advance(3000);
  for (const form of forms) {
    const { body } = await ask(mock, 'GET', `${path}?ids=${form}`);
    expect(body).toMatchObject([{ id: chosen }]);
    mock.happen(form, 'running');
    mock.happen(form, 'idle');
    const legacy = await ask(mock, 'POST', '/api/conversations', {
      body: { conversation_id: form },
    });
    expect(legacy.body).toMatchObject({ conversation_id: chosen });
  }
  expect(mock.state('ada').conversations).toHaveLength(1);
});

test('generated conversation ids have 32 lowercase hexadecimal digits', async () => {
  const mock = make();
  await startConversation(mock);
  mock.advance(3000);
  expect(await listIds(mock)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
});

test.each(['', 'a', `${chosen}0`, chosen.slice(1), chosen.replace('0', 'g'), `{${chosen}}`])(
  'the id %j is no UUID, and rejected with 422',
  async (id) => {
    const mock = make();
    const listed = await ask(mock, 'GET', `${path}?ids=${chosen}&ids=${encodeURIComponent(id)}`);
    expect(listed).toMatchObject({ status: 422, body: { detail: [noUuid('query', 'ids', 1)] } });
    const started = await ask(mock, 'POST', path, {
      body: { conversation_id: id, parent_conversation_id: id },
    });
    expect(started).toMatchObject({
      status: 422,
      body: {
        detail: [noUuid('body', 'conversation_id'), noUuid('body', 'parent_conversation_id')],
      },
    });
    expect(mock.state('ada').startTasks).toEqual([]);
    // The legacy generation accepts every string.
    const body = { conversation_id: id };
    expect((await ask(mock, 'POST', '/api/conversations', { body })).body).toMatchObject(body);
  },
);

test('null is no id, and accepted', async () => {
  const request = { conversation_id: null, parent_conversation_id: null };
  const mock = make();
  expect((await startConversation(mock, request)).request).toEqual(request);
  mock.advance(3000);
  expect(await listIds(mock)).toHaveLength(1);
});

test('a sandbox that has failed recovers, and can be paused or resumed', async () => {
  const mock = make();
  const { id } = (await ask<Sandbox>(mock, 'POST', '/api/v1/sandboxes')).body;
  const sandbox = () => mock.state('ada').sandboxes[0]!;
  mock.happen(id, 'ERROR');
  expect(sandbox()).toMatchObject({ status: 'ERROR', status_detail: expect.any(String) as string });
  for (const [operation, status] of [
    ['pause', 'PAUSED'],
    ['resume', 'STARTING'],
  ]) {
    const { body } = await ask(mock, 'POST', `/api/v1/sandboxes/${id}/${operation}`);
    expect(body).toEqual({ success: true });
    expect(sandbox()).toMatchObject({ status, status_detail: null });
  }
  mock.happen(id, 'ERROR');
  mock.happen(id, 'RUNNING');
  expect(sandbox()).toMatchObject({ status: 'RUNNING', session_api_key: `mock-key-of-${id}` });
});

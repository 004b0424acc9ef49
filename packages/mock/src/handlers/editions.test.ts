import { expect, test } from 'vitest';
import { ask, create, listConversations, reply, startConversation } from '../../test/ask.ts';
import type { EditionName } from '../index.ts';

const path = '/api/v1/app-conversations';
const chosen = '0f6b8c1e3a444d0e9a517c2e5b9d1f36';
const forms = [chosen, '0f6b8c1e-3a44-4d0e-9a51-7c2e5b9d1f36', chosen.toUpperCase()];

// prettier-ignore
test.each<[EditionName | undefined, honorsId: boolean, listsAll: boolean, exposesPorts: boolean]>([
  [undefined, true, true, true],
  ['documented', true, true, true],
  ['1.11.0', true, false, true],
  ['0.62.0', false, false, false],
])('the edition %s honors ids: %s, lists all: %s, exposes ports: %s', async (edition, honorsId, listsAll, exposesPorts) => {
  const options = edition ? { edition } : {};
  const mock = create(options);
  const { request } = await startConversation(mock, { conversation_id: chosen, title: 'a' });
  expect(request).toEqual(honorsId ? { conversation_id: chosen, title: 'a' } : { title: 'a' });
  mock.advance(3000);
  const [found] = await listConversations(mock, [chosen]);
  expect(found?.id).toBe(honorsId ? chosen : undefined);

  const detail = [{ loc: ['query', 'ids'], msg: 'is missing', type: 'required' }];
  const rejected = { status: 422, body: { detail } };
  expect(await reply(create(options), 'GET', path)).toEqual(listsAll ? { status: 200, body: [] } : rejected);

  for (const { sandboxes } of [mock.state('ada'), create({ ...options, examples: true }).state('ada')]) {
    const urls = sandboxes.flatMap(({ exposed_urls }) => exposed_urls ?? []);
    expect(urls.length).toBeGreaterThan(1);
    expect(urls.map((url) => 'port' in url)).toEqual(urls.map(() => exposesPorts));
  }
});

test.each(forms)('the conversation id %s is found by every form', async (id) => {
  const mock = create();
  const { request } = await startConversation(mock, { conversation_id: id });
  expect(request).toEqual({ conversation_id: chosen });
  mock.advance(3000);
  for (const form of forms) {
    expect(await listConversations(mock, [form])).toMatchObject([{ id: chosen }]);
    mock.happen(form, 'running');
    mock.happen(form, 'idle');
    const body = { conversation_id: form };
    const legacy = await ask(mock, 'POST', '/api/conversations', { body });
    expect(legacy.body).toMatchObject({ conversation_id: chosen });
  }
  expect(mock.state('ada').conversations).toHaveLength(1);
});

const violation = (...loc: (string | number)[]) => ({
  loc,
  msg: 'must be a UUID: 32 hexadecimal digits, or with hyphens',
  type: 'format',
  ctx: { format: 'uuid' },
});

test.each(['', 'a', `${chosen}0`, chosen.slice(1), chosen.replace('0', 'g'), `{${chosen}}`])(
  'the id %j is no UUID, and rejected with 422',
  async (id) => {
    const mock = create();
    const listed = await reply(mock, 'GET', `${path}?ids=${chosen}&ids=${encodeURIComponent(id)}`);
    expect(listed).toEqual({ status: 422, body: { detail: [violation('query', 'ids', 1)] } });
    const body = { conversation_id: id, parent_conversation_id: id };
    const detail = Object.keys(body).map((name) => violation('body', name));
    expect(await reply(mock, 'POST', path, { body })).toEqual({ status: 422, body: { detail } });
    expect(mock.state('ada').startTasks).toEqual([]);
    // The legacy generation accepts every string.
    const legacy = { body: { conversation_id: id } };
    expect((await ask(mock, 'POST', '/api/conversations', legacy)).body).toMatchObject(legacy.body);
  },
);

test('null is no id, and accepted', async () => {
  const request = { conversation_id: null, parent_conversation_id: null };
  expect((await startConversation(create(), request)).request).toEqual(request);
});

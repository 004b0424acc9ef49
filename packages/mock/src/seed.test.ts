import type { AppConversation, Sandbox } from '@agent-conversation/types';
import { expect, test } from 'vitest';
import { createMock, type Mock, type MockOptions } from './index.ts';
import { ask } from './testing/ask.ts';

const keys = ['ada', 'grace', 'linus'];

/** Twenty requests of one key, and their answers to the byte. */
async function session(mock: Mock, key: string): Promise<string[]> {
  const told: string[] = [];
  const call = async <Body>(method: string, path: string, body?: object, prefer?: string) => {
    const headers = prefer === undefined ? {} : { Prefer: prefer };
    const answer = await ask<Body>(mock, method, path, { key, body, headers });
    told.push(`${answer.status} ${JSON.stringify([...answer.headers])} ${answer.text}`);
    return answer.body;
  };
  const sandboxes = '/api/v1/sandboxes';
  const conversations = '/api/v1/app-conversations';
  const run = { initial_message: { content: [{ type: 'text', text: 'Mend it.' }], run: true } };

  await call('GET', '/api/settings');
  const first = await call<Sandbox>('POST', sandboxes);
  await call('POST', sandboxes);
  await call('POST', conversations, { sandbox_id: first.id, ...run });
  await call('POST', conversations, { selected_repository: 'acme/web-shop' });
  await call('GET', `${sandboxes}/search?limit=1`);
  await call('POST', '/api/conversations', {});
  await call('POST', '/api/conversations', { conversation_id: 'a' });
  const [conversation] = await call<AppConversation[]>('GET', conversations);
  await call('GET', `${conversations}?ids=${conversation?.id}&ids=unknown`);
  await call('POST', `${sandboxes}/${first.id}/pause`);
  await call('POST', sandboxes, undefined, 'dynamic=true');
  await call('GET', `${sandboxes}/search`, undefined, 'dynamic=true');
  await call('POST', `${sandboxes}/${first.id}/resume`);
  await call('POST', `${sandboxes}/unknown/resume`);
  await call('GET', `${sandboxes}/search?limit=0`);
  await call('POST', '/api/conversations', { conversation_id: 'a' });
  await call('POST', conversations, { parent_conversation_id: conversation?.id });
  await call('GET', conversations);
  await call('GET', `${sandboxes}/search`);
  return told;
}

async function sessions(options: MockOptions, order: 'given' | 'reversed' | 'at once') {
  const mock = createMock(options);
  const told = new Map<string, string[]>();
  const run = async (key: string) => void told.set(key, await session(mock, key));
  if (order === 'at once') await Promise.all(keys.map(run));
  else for (const key of order === 'given' ? keys : keys.toReversed()) await run(key);
  return keys.map((key) => told.get(key));
}

test.each<MockOptions>([{ seed: 'orders' }, { seed: 'orders', clock: 'manual' }])(
  'with %j the same requests give the same bytes, however those of the keys come between',
  async (options) => {
    const first = await sessions(options, 'given');
    expect(first.flat()).toHaveLength(60);
    expect(await sessions(options, 'given')).toEqual(first);
    expect(await sessions(options, 'reversed')).toEqual(first);
    expect(await sessions(options, 'at once')).toEqual(first);
    expect(new Set(first.map((it) => JSON.stringify(it))).size).toBe(3);
  },
);

test('after a reset everything is as it was', async () => {
  const mock = createMock({ seed: 'orders' });
  const first = await session(mock, 'ada');
  mock.advance(5000);
  mock.reset();
  expect(await session(mock, 'ada')).toEqual(first);
  mock.reset('ada');
  expect(await session(mock, 'ada')).toEqual(first);
});

const ids = async (options: MockOptions) => {
  const mock = createMock(options);
  await ask(mock, 'POST', '/api/v1/app-conversations', { body: {} });
  await ask(mock, 'POST', '/api/conversations', { body: {} });
  const { sandboxes, startTasks, conversations } = mock.state('ada');
  return [
    sandboxes[0]!.id,
    sandboxes[0]!.created_by_user_id,
    startTasks[0]!.id,
    conversations[0]!.conversation_id,
  ];
};

test.each([
  ['another seed', { seed: 'a' }, { seed: 'b' }],
  ['an empty seed', { seed: '' }, { seed: 'b' }],
  ['no seed', {}, {}],
])('with %s all ids are others', async (_, one, other) => {
  const [first, second] = [await ids(one), await ids(other)];
  expect(new Set([...first, ...second]).size).toBe(8);
});

test.each<[MockOptions, number, number]>([
  [{ clock: 'requests' }, 3, 1],
  [{ seed: 'orders' }, 3, 1],
  [{ clock: 'manual' }, 0, 0],
  [{ seed: 'orders', clock: 'manual' }, 0, 0],
])('with %j, three requests of a key move its clock by %j s', async (options, moved, other) => {
  const mock = createMock(options);
  const seconds = (key: string) => (Date.parse(mock.state(key).now) - Date.UTC(2026, 0, 1)) / 1000;
  for (const path of [
    '/api/settings',
    '/api/v1/sandboxes/search',
    '/api/v1/sandboxes/search?limit=0',
  ])
    await ask(mock, 'GET', path);
  const { headers } = await ask(mock, 'GET', '/api/settings', { key: 'grace' });
  expect([seconds('ada'), seconds('grace')]).toEqual([moved, other]);
  expect(headers.get('Date')).toBe(`Thu, 01 Jan 2026 00:00:0${other} GMT`);
  mock.advance(500);
  expect(seconds('ada')).toBe(moved + 0.5);
});

test.each<MockOptions>([{}, { seed: 'orders', clock: 'real' }])(
  'with %j the clock is that of the day, as far as it was not put forward',
  async (options) => {
    const mock = createMock(options);
    const ahead = () => Date.parse(mock.state('ada').now) - Date.now();
    expect(Math.abs(ahead())).toBeLessThan(1000);
    mock.advance(3_600_000);
    expect(Math.abs(ahead() - 3_600_000)).toBeLessThan(1000);
    mock.reset();
    expect(Math.abs(ahead())).toBeLessThan(1000);
  },
);

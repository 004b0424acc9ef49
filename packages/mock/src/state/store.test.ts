import type { AppConversation } from '@agent-conversation/types';
import { expect, test } from 'vitest';
import { ask, create, startSandbox } from '../../test/ask.ts';
import { createMock, type Mock, type MockOptions } from '../index.ts';

const keys = ['ada', 'grace', 'linus'];

/** Sends requests of every kind with a key, and returns the responses to the byte. */
async function session(mock: Mock, key: string): Promise<string[]> {
  const seen: string[] = [];
  const call = async <Body>(
    method: string,
    path: string,
    body?: object,
    prefer?: string,
  ) => {
    const headers = prefer === undefined ? {} : { Prefer: prefer };
    const response = await ask<Body>(mock, method, path, {
      key,
      body,
      headers,
    });
    seen.push(
      `${response.status} ${JSON.stringify([...response.headers])} ${response.text}`,
    );
    return response.body;
  };
  const sandboxes = '/api/v1/sandboxes';
  const conversations = '/api/v1/app-conversations';
  const run = {
    initial_message: {
      content: [{ type: 'text', text: 'Fix it.' }],
      run: true,
    },
  };

  await call('GET', '/api/settings');
  const first = await call<{ id: string }>('POST', sandboxes);
  await call('POST', conversations, { sandbox_id: first.id, ...run });
  await call('POST', conversations, { selected_repository: 'acme/web-shop' });
  await call('GET', `${sandboxes}/search?limit=1`);
  await call('POST', '/api/conversations', {});
  await call('POST', '/api/conversations', { conversation_id: 'a' });
  const [conversation] = await call<AppConversation[]>('GET', conversations);
  await call('POST', `${sandboxes}/${first.id}/pause`);
  await call('POST', sandboxes, undefined, 'dynamic=true');
  await call('POST', `${sandboxes}/unknown/resume`);
  await call('GET', `${sandboxes}/search?limit=0`);
  await call('POST', conversations, {
    parent_conversation_id: conversation?.id,
  });
  await call('GET', conversations);
  await call('GET', `${sandboxes}/search`);
  return seen;
}

async function sessions(
  options: MockOptions,
  order: readonly string[] | 'at once',
) {
  const mock = createMock(options);
  const seen = new Map<string, string[]>();
  const run = async (key: string) =>
    void seen.set(key, await session(mock, key));
  if (order === 'at once') await Promise.all(keys.map(run));
  else for (const key of order) await run(key);
  return keys.map((key) => seen.get(key));
}

test.each<MockOptions>([
  { seed: 'orders' },
  { seed: 'orders', clock: 'manual' },
])(
  'with %j the same requests get the same bytes, in whatever order the keys send them',
  async (options) => {
    const first = await sessions(options, keys);
    expect(await sessions(options, keys.toReversed())).toEqual(first);
    expect(await sessions(options, 'at once')).toEqual(first);
    expect(new Set(first.map((it) => JSON.stringify(it))).size).toBe(3);
  },
);

test('after a reset everything is as at the start', async () => {
  const mock = createMock({ seed: 'orders' });
  const first = await session(mock, 'ada');
  mock.advance(5000);
  mock.reset();
  expect(await session(mock, 'ada')).toEqual(first);
  mock.reset('ada');
  expect(await session(mock, 'ada')).toEqual(first);
});

test.each([
  [{ seed: 'a' }, { seed: 'b' }],
  [{ seed: '' }, { seed: 'b' }],
  [{}, {}],
])('all ids differ between mocks with %j and with %j', async (...both) => {
  const ids: unknown[] = [];
  for (const options of both) {
    const mock = createMock(options);
    await ask(mock, 'POST', '/api/v1/app-conversations', { body: {} });
    await ask(mock, 'POST', '/api/conversations', { body: {} });
    const { sandboxes, startTasks, conversations } = mock.state('ada');
    ids.push(
      sandboxes[0]!.id,
      startTasks[0]!.id,
      conversations[0]!.conversation_id,
    );
  }
  expect(new Set(ids).size).toBe(6);
});

test.each<[MockOptions, moved: number, other: number]>([
  [{ clock: 'requests' }, 3, 1],
  [{ seed: 'orders' }, 3, 1],
  [{ clock: 'manual' }, 0, 0],
  [{ seed: 'orders', clock: 'manual' }, 0, 0],
])(
  'with %j, three requests of a key move its clock by %j s',
  async (options, moved, other) => {
    const mock = createMock(options);
    const seconds = (key: string) =>
      (Date.parse(mock.state(key).now) - Date.UTC(2026, 0, 1)) / 1000;
    const search = '/api/v1/sandboxes/search';
    for (const path of ['/api/settings', search, `${search}?limit=0`])
      await ask(mock, 'GET', path);
    const { headers } = await ask(mock, 'GET', '/api/settings', {
      key: 'grace',
    });
    expect([seconds('ada'), seconds('grace')]).toEqual([moved, other]);
    expect(headers.get('Date')).toBe(`Thu, 01 Jan 2026 00:00:0${other} GMT`);
    mock.advance(500);
    expect(seconds('ada')).toBe(moved + 0.5);
  },
);

test('the real clock is the time of the day, and can be put forward', () => {
  const mock = createMock({ seed: 'orders', clock: 'real' });
  const ahead = () =>
    Math.round((Date.parse(mock.state('ada').now) - Date.now()) / 10_000);
  expect(ahead()).toBeCloseTo(0);
  mock.advance(3_600_000);
  expect(ahead()).toBe(360);
  mock.reset();
  expect(ahead()).toBeCloseTo(0);
});

test('another mock continues with a saved state, which is a copy', async () => {
  const options: MockOptions = { seed: 'a', examples: true };
  const first = create(options);
  const { id } = await startSandbox(first, 'MARKER');
  first.advance(5000);
  const saved = first.save();
  const text = JSON.stringify(saved);

  const second = create({ ...options, saved });
  expect(second.state('MARKER')).toEqual(first.state('MARKER'));
  for (const mock of [first, second]) await startSandbox(mock, 'MARKER');
  expect(second.state('MARKER')).toEqual(first.state('MARKER'));
  expect(JSON.stringify(saved)).toBe(text);
  // An event finds the resource before its key is used.
  const third = create({ ...options, saved });
  third.happen(id, 'ERROR');
  expect(third.state('MARKER').sandboxes[0]).toMatchObject({
    id,
    status: 'ERROR',
  });
});

// prettier-ignore
test.each<[MockOptions, MockOptions, string]>([
  [{ seed: 'a' }, { seed: 'b' }, "The state was saved with the seed 'a', not 'b'"],
  [{}, { clock: 'real' }, "The state was saved with the clock 'manual', not 'real'"],
  [{}, { examples: true }, 'The state was saved without examples, not with them'],
  [{ examples: true }, { examples: false }, 'The state was saved with examples, not without them'],
])('rejects a state of %j for a mock with %j', (first, second, reason) => {
  const saved = create(first).save();
  expect(() => create({ ...second, saved })).toThrow(new TypeError(reason));
});

test('the state of the keys that were used last is kept', async () => {
  const mock = create();
  await startSandbox(mock, 'first');
  await startSandbox(mock, 'in use');
  for (let made = 0; made < 2100; made += 1) {
    await startSandbox(mock, `key ${made}`);
    if (made % 100 === 0)
      await ask(mock, 'GET', '/api/settings', { key: 'in use' });
  }
  expect(Object.keys(mock.save().accounts)).toHaveLength(2000);
  const last = Array.from({ length: 1000 }, (_, made) => `key ${2099 - made}`);
  const counts = ['first', 'in use', ...last].map(
    (key) => mock.state(key).sandboxes.length,
  );
  expect(counts).toEqual([0, 1, ...last.map(() => 1)]);
});

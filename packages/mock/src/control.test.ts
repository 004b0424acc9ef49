import type { Sandbox } from '@agent-conversation/types';
import { expect, test } from 'vitest';
import { createMock, type MockOptions, type MockState } from './index.ts';
import { ask, type Extra } from './testing/ask.ts';

const make = (options: MockOptions = {}) =>
  createMock({ clock: 'manual', control: true, ...options });
const keyless: Extra = { key: null };
const done = { status: 200, body: { ok: true } };
const start = async (mock: ReturnType<typeof make>, key: string) =>
  (await ask<Sandbox>(mock, 'POST', '/api/v1/sandboxes', { key })).body;

const endpoints: readonly [method: string, path: string, body?: unknown][] = [
  ['GET', '/_mock'],
  ['GET', '/_mock/'],
  ['GET', '/_mock/state'],
  ['POST', '/_mock/reset'],
  ['POST', '/_mock/advance', { milliseconds: 5000 }],
  ['POST', '/_mock/happen', { id: 'sbx-a', status: 'ERROR' }],
  ['GET', '/_mock/faults'],
  ['POST', '/_mock/faults', { status: 503 }],
  ['DELETE', '/_mock/faults'],
  ['GET', '/_mock/journal'],
];

test.each(endpoints)('unless it is asked for, there is no %s %s', async (method, path, body) => {
  const mock = createMock({ clock: 'manual' });
  const { id } = await start(mock, 'ada');
  const before = mock.state('ada');
  const sent = path.endsWith('happen') ? { id, status: 'ERROR' } : body;
  const unknown = await ask(mock, method, '/nowhere', { body: sent });
  const answer = await ask(mock, method, path, { body: sent });
  expect(answer).toEqual(unknown);
  expect(answer.status).toBe(404);
  expect(mock.state('ada')).toEqual(before);
  expect((await ask(mock, 'GET', '/api/settings')).status).toBe(200);
});

test.each([
  [{ Origin: 'http://127.0.0.1:4000' }, 'A web page cannot control the mock'],
  [{ Origin: 'null' }, 'A web page cannot control the mock'],
])('with %j, every control is refused', async (headers, detail) => {
  const mock = make();
  await start(mock, 'ada');
  for (const [method, path, body] of endpoints) {
    const answer = await ask(mock, method, path, { ...keyless, headers, body });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 403, body: { detail } });
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(null);
  }
  expect(mock.state('ada').sandboxes).toHaveLength(1);
  expect((await ask(mock, 'GET', '/api/settings')).status).toBe(200);
});

test('it tells what there is', async () => {
  const mock = make();
  const { status, body } = await ask(mock, 'GET', '/_mock', keyless);
  expect(status).toBe(200);
  expect(Object.keys(body as object)).toEqual(
    endpoints.slice(2).map(([method, path]) => `${method} ${path}`),
  );
  const unknown = await ask(mock, 'PUT', '/_mock/state', keyless);
  expect({ status: unknown.status, body: unknown.body }).toEqual({
    status: 404,
    body: { detail: 'There is no such control', controls: body },
  });
  expect((await ask(mock, 'GET', '/_mockery')).body).toEqual({
    detail: 'The contract has no such path; GET / lists the paths',
  });
});

test('the state is told of one key, or of all', async () => {
  const mock = make();
  await start(mock, 'ada');
  await start(mock, 'grace');
  const state = async (key: string | null) =>
    (await ask(mock, 'GET', '/_mock/state', { key })).body;
  expect(await state('ada')).toEqual(mock.state('ada'));
  expect(await state(null)).toEqual([mock.state('ada'), mock.state('grace')]);
  expect(await state('nobody')).toMatchObject({ sandboxes: [] });
});

test('a reset forgets one key, or all', async () => {
  const mock = make();
  const counts = () => ['ada', 'grace'].map((key) => mock.state(key).sandboxes.length);
  await start(mock, 'ada');
  await start(mock, 'grace');
  expect(await ask(mock, 'POST', '/_mock/reset', { key: 'ada' })).toMatchObject(done);
  expect(counts()).toEqual([0, 1]);
  mock.fault({ status: 503 });
  mock.advance(5000);
  expect(await ask(mock, 'POST', '/_mock/reset', keyless)).toMatchObject(done);
  expect(counts()).toEqual([0, 0]);
  expect(mock.state('ada').now).toBe('2026-01-01T00:00:00.000Z');
  expect((await ask(mock, 'GET', '/api/settings')).status).toBe(200);
});

test('time and events are steered', async () => {
  const mock = make();
  const { id } = await start(mock, 'ada');
  const steer = (what: string, body: object) =>
    ask(mock, 'POST', `/_mock/${what}`, { ...keyless, body });
  const status = () => mock.state('ada').sandboxes[0]?.status;
  expect(await steer('advance', { milliseconds: 2000 })).toMatchObject(done);
  expect(status()).toBe('RUNNING');
  expect(await steer('happen', { id, status: 'ERROR' })).toMatchObject(done);
  expect(status()).toBe('ERROR');
});

test('faults are added, told and taken back', async () => {
  const mock = make({ faults: [{ operation: 'getSettings', status: 404 }] });
  const faults = (method: string, body?: object) =>
    ask(mock, method, '/_mock/faults', { ...keyless, body });
  const search = async () => (await ask(mock, 'GET', '/api/v1/sandboxes/search')).status;
  const added = { operation: 'searchSandboxes', status: 429, headers: { 'Retry-After': '2' } };
  expect(await faults('POST', { ...added, times: 3 })).toMatchObject(done);
  expect(await search()).toBe(429);
  expect((await faults('GET')).body).toEqual([
    { operation: 'getSettings', status: 404 },
    { ...added, times: 2 },
  ]);
  expect(await faults('DELETE')).toMatchObject(done);
  expect([await search(), (await faults('GET')).body]).toEqual([200, []]);
  await ask(mock, 'POST', '/_mock/reset', keyless);
  expect((await faults('GET')).body).toEqual([{ operation: 'getSettings', status: 404 }]);
});

const milliseconds = 'advance is a number of milliseconds, 0 or more, not';
test.each<[string, unknown, number, string]>([
  ['advance', undefined, 400, `${milliseconds} undefined`],
  ['advance', {}, 400, `${milliseconds} undefined`],
  ['advance', 'null', 400, `${milliseconds} undefined`],
  ['advance', '[]', 400, `${milliseconds} undefined`],
  ['advance', { milliseconds: -1 }, 400, `${milliseconds} -1`],
  ['advance', { milliseconds: '5' }, 400, `${milliseconds} 5`],
  ['happen', { id: 'sbx-a', status: 'ERROR' }, 400, 'There is nothing with the id sbx-a'],
  ['happen', {}, 400, 'There is nothing with the id undefined'],
  ['faults', {}, 400, 'A fault needs a status, a delayInMs or a break'],
  ['faults', { status: 5 }, 400, 'A status is 200 to 599, not 5'],
  ['faults', { status: 503, when: 'always' }, 400, 'when is a function'],
  ['faults', { status: 503, times: null }, 400, 'times is 1 or more, not null'],
  [
    'faults',
    { status: 503, headers: { 'Retry After': '2' } },
    400,
    "headers cannot have 'Retry After' with this value",
  ],
  ['reset', '{', 422, 'The body is not JSON: error at line 1, column 2'],
  ['advance', ' '.repeat(2 ** 21), 413, 'The body is longer than 1048576 bytes'],
])('what is wrong with %s %j is reported', async (what, body, status, detail) => {
  const mock = make();
  await start(mock, 'ada');
  const answer = await ask(mock, 'POST', `/_mock/${what}`, { ...keyless, body });
  expect({ status: answer.status, body: answer.body }).toEqual({ status, body: { detail } });
  expect(mock.state('ada')).toMatchObject<Partial<MockState>>({ now: '2026-01-01T00:00:00.000Z' });
  expect(mock.state('ada').sandboxes).toHaveLength(1);
});

test('what steers the mock is not struck by faults, and moves no clock', async () => {
  const mock = make({ clock: 'requests', faults: [{ status: 503 }] });
  expect((await ask(mock, 'GET', '/_mock/state')).status).toBe(200);
  expect(mock.state('ada').now).toBe('2026-01-01T00:00:00.000Z');
});

import { join } from 'node:path';
import type { Settings } from '@agent-conversation/types';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { ask, create, reply, send, startSandbox } from '../test/ask.ts';
import { cleanUp, folder } from '../test/program.ts';
import {
  createMock,
  type Mock,
  type MockData,
  type MockOptions,
  type Scenario,
} from './index.ts';
import { assembleMock } from './mock.ts';
import { openStateFile } from './state/state-file.ts';

afterAll(cleanUp);

const search = '/api/v1/sandboxes/search';
const done = { status: 200, body: { ok: true } };
const statusOf = async (mock: Mock, path = search) =>
  (await ask(mock, 'GET', path)).status;
const idsOf = (mock: Mock, key = 'ada') =>
  mock.state(key).sandboxes.map(({ id }) => id);
const withSandbox = (id: string): MockData => ({ sandboxes: [{ id }] });
/** Asks the control surface. */
const control = async (
  mock: Mock,
  method: string,
  at: string,
  body?: unknown,
  key?: string,
) => reply(mock, method, `/_mock${at}`, { key: key ?? null, body });

const scenarios: Record<string, Scenario> = {
  outage: { faults: [{ status: 503 }] },
  newest: { edition: '1.11.0', unauthorizedBody: 'error' },
  slow: { latencyInMs: 60 },
  limited: { rateLimit: 1 },
  full: { data: withSandbox('sbx-full') },
  other: {
    settings: { language: 'fr' },
    sandboxSpecs: [{ id: 'image:9', command: null }],
  },
};

test('a scenario switches faults, and what was created stays', async () => {
  const mock = create({ scenarios });
  const { id } = await startSandbox(mock);
  mock.useScenario('outage');
  expect(await statusOf(mock)).toBe(503);
  mock.useScenario(null);
  expect(await statusOf(mock)).toBe(200);
  expect(idsOf(mock)).toEqual([id]);
});

test('a scenario switches the edition, with what its options say', async () => {
  const mock = create({ scenarios });
  expect([
    await statusOf(mock, '/api/settings'),
    await statusOf(mock, '/'),
  ]).toEqual([200, 200]);
  mock.useScenario('newest');
  expect([
    await statusOf(mock, '/api/settings'),
    await statusOf(mock, '/'),
  ]).toEqual([404, 404]);
  const unauthorized = await ask(mock, 'GET', search, { key: null });
  expect(unauthorized.body).toHaveProperty('error');
  mock.useScenario('slow');
  expect(await statusOf(mock, '/api/settings')).toBe(200);
});

test('a scenario switches the latency, the rate limit, settings and sandbox specs', async () => {
  const mock = create({ scenarios });
  mock.useScenario('slow');
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const response = send(mock, 'GET', search);
  await vi.advanceTimersByTimeAsync(59);
  expect(await Promise.race([response, Promise.resolve('not yet')])).toBe(
    'not yet',
  );
  await vi.advanceTimersByTimeAsync(1);
  expect((await response).status).toBe(200);
  mock.useScenario('limited');
  expect([await statusOf(mock), await statusOf(mock)]).toEqual([200, 429]);
  mock.useScenario('other');
  const settings = await ask<Settings>(mock, 'GET', '/api/settings');
  expect(settings.body).toMatchObject({ language: 'fr' });
  expect((await startSandbox(mock)).sandbox_spec_id).toBe('image:9');
});

test('a scenario with other data starts every key again with them', async () => {
  const mock = create({ scenarios, data: withSandbox('sbx-base') });
  const started = await startSandbox(mock);
  mock.useScenario('slow');
  expect(idsOf(mock)).toEqual([started.id, 'sbx-base']);
  mock.addData(withSandbox('sbx-added'));
  mock.useScenario('full');
  expect([idsOf(mock), idsOf(mock, 'grace')]).toEqual([
    ['sbx-full'],
    ['sbx-full'],
  ]);
  mock.useScenario('outage');
  expect(idsOf(mock)).toEqual(['sbx-base']);
});

test('the times of data start the clock, also in a scenario', () => {
  const dated: MockData = {
    sandboxes: [{ id: 'a', created_at: '2025-03-01T00:00:00Z' }],
  };
  const mock = create({ scenarios: { dated: { data: dated } } });
  expect(mock.state('ada').now).toBe('2026-01-01T00:00:00.000000Z');
  mock.useScenario('dated');
  expect(mock.state('ada').now).toBe('2025-03-01T00:00:00.000000Z');
  mock.advance(1000);
  mock.useScenario(null);
  expect(mock.state('ada').now).toBe('2026-01-01T00:00:00.000000Z');
});

test('a reset returns to the scenario of the start, without what was added', async () => {
  const mock = create({ scenarios, scenario: 'full' });
  mock.useScenario('outage');
  mock.fault({ operation: 'searchSandboxes', status: 502 });
  expect(await statusOf(mock)).toBe(502);
  mock.addData(withSandbox('sbx-added'));
  mock.reset();
  expect([await statusOf(mock), idsOf(mock)]).toEqual([200, ['sbx-full']]);
});

test('faults that were added stay, whatever the scenario is', async () => {
  const mock = create({ scenarios, faults: [{ status: 500, times: 1 }] });
  const remove = mock.fault({ operation: 'searchSandboxes', status: 502 });
  mock.useScenario('outage');
  expect([await statusOf(mock), await statusOf(mock, '/api/settings')]).toEqual(
    [502, 503],
  );
  remove();
  mock.useScenario(null);
  expect([await statusOf(mock), await statusOf(mock)]).toEqual([500, 200]);
});

test('a request that has begun ends in its scenario', async () => {
  const mock = create({
    scenarios: { ...scenarios, late: { latencyInMs: 60_000 } },
  });
  mock.useScenario('late');
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const begun = send(mock, 'GET', '/api/settings');
  await vi.advanceTimersByTimeAsync(1);
  mock.useScenario('newest');
  expect(await statusOf(mock, '/api/settings')).toBe(404);
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await begun).status).toBe(200);
});

test('data are added for every key, also for later ones, or for one', () => {
  const mock = create({ data: withSandbox('sbx-base') });
  mock.state('ada');
  mock.addData(withSandbox('sbx-1'));
  mock.addData({ sandboxes: [{ id: 'sbx-2', status: 'PAUSED' }] }, 'ada');
  expect(idsOf(mock)).toEqual(['sbx-2', 'sbx-1', 'sbx-base']);
  expect(idsOf(mock, 'grace').toSorted()).toEqual(['sbx-1', 'sbx-base']);
  mock.addData({ sandboxes: [{ id: 'sbx-1', status: 'ERROR' }] });
  for (const key of ['ada', 'grace', 'new']) {
    const found = mock.state(key).sandboxes.filter(({ id }) => id === 'sbx-1');
    expect(found).toMatchObject([{ status: 'ERROR' }]);
  }
  mock.reset('ada');
  expect(idsOf(mock).toSorted()).toEqual(['sbx-1', 'sbx-base']);
  mock.reset();
  expect(idsOf(mock)).toEqual(['sbx-base']);
});

test('settings are those of every key', async () => {
  const mock = create();
  mock.addData({ settings: { language: 'fr' } });
  mock.addData({ settings: { llm_model: 'acme/m' } });
  const settings = await ask<Settings>(mock, 'GET', '/api/settings');
  expect(settings.body).toMatchObject({ language: 'fr', llm_model: 'acme/m' });
  const message =
    'settings and sandboxSpecs are those of every key: name no key';
  expect(() => mock.addData({ settings: null }, 'ada')).toThrow(message);
});

test('the control surface adds data and uses scenarios', async () => {
  const mock = create({ control: true, scenarios });
  mock.state('ada');
  expect(await control(mock, 'POST', '/data', withSandbox('sbx-1'))).toEqual(
    done,
  );
  expect(
    await control(mock, 'POST', '/data', withSandbox('sbx-2'), 'ada'),
  ).toEqual(done);
  expect([idsOf(mock), idsOf(mock, 'grace')]).toEqual([
    ['sbx-2', 'sbx-1'],
    ['sbx-1'],
  ]);

  const names = Object.keys(scenarios);
  const body = { name: null, names };
  expect(await control(mock, 'GET', '/scenario')).toEqual({
    status: 200,
    body,
  });
  expect(await control(mock, 'POST', '/scenario', { name: 'outage' })).toEqual(
    done,
  );
  expect(await statusOf(mock)).toBe(503);
  const busy = { name: 'busy', faults: [{ status: 429 }] };
  expect(await control(mock, 'POST', '/scenario', busy)).toEqual(done);
  expect(await statusOf(mock)).toBe(429);
  const now = { name: 'busy', names: [...names, 'busy'] };
  expect((await control(mock, 'GET', '/scenario')).body).toEqual(now);
  expect(await control(mock, 'POST', '/scenario', { name: null })).toEqual(
    done,
  );
  expect(await statusOf(mock)).toBe(200);
});

test.each<{ at: string; body: unknown; detail: string }>([
  { at: '/data', body: [], detail: 'The data must be an object' },
  {
    at: '/data',
    body: { sandboxes: [{ status: 5 }] },
    detail: 'The data break the contract: /sandboxes/0/status must be a string',
  },
  {
    at: '/scenario',
    body: { name: 'nowhere' },
    detail:
      "There is no scenario 'nowhere', but outage, newest, slow, limited, full, other",
  },
  {
    at: '/scenario',
    body: { latencyInMs: 5 },
    detail: 'name is a text or null',
  },
  {
    at: '/scenario',
    body: { name: null, latencyInMs: 5 },
    detail: 'The definition of a scenario needs a name',
  },
  {
    at: '/scenario',
    body: { name: 'a', latency: 5 },
    detail: "scenarios 'a' has no option 'latency', but edition, ",
  },
  {
    at: '/scenario',
    body: { name: 'a', latencyInMs: -1 },
    detail:
      "scenarios 'a': latencyInMs is a number of milliseconds, 0 or more, not -1",
  },
])(
  'POST /_mock$at rejects $body, and changes nothing',
  async ({ at, body, detail }) => {
    const mock = create({ control: true, scenarios });
    await startSandbox(mock);
    const before = [mock.state('ada'), await control(mock, 'GET', '/scenario')];
    const response = await ask<{ detail: string }>(
      mock,
      'POST',
      `/_mock${at}`,
      { key: null, body },
    );
    expect(response.status).toBe(400);
    expect(response.body.detail).toContain(detail);
    expect([
      mock.state('ada'),
      await control(mock, 'GET', '/scenario'),
    ]).toEqual(before);
  },
);

test.each<{ options: object; problem: string }>([
  { options: { scenarios: [] }, problem: 'scenarios are names with options' },
  {
    options: { scenarios: { a: 5 } },
    problem: "scenarios 'a' is an object of options",
  },
  {
    options: { scenarios: { a: { seed: 'b' } } },
    problem:
      "scenarios 'a' has no option 'seed', but edition, unauthorizedBody, rateLimit, ",
  },
  {
    options: { scenarios: { a: { edition: '2' } } },
    problem: "scenarios 'a': edition is one of documented, ",
  },
  {
    options: { scenarios: { a: { rateLimit: 5 } }, seed: 'b' },
    problem: "scenarios 'a': rateLimit needs the clock real or manual",
  },
  {
    options: { scenarios: { a: { data: { sandboxes: [{ status: 5 }] } } } },
    problem:
      "scenarios 'a': The data break the contract: /sandboxes/0/status must be a string",
  },
  {
    options: { scenarios: { a: { faults: [{ status: 5 }] } } },
    problem: "scenarios 'a': status is 200 to 599, not 5",
  },
  {
    options: { scenarios: { a: { settings: { language: 5 } } } },
    problem:
      "scenarios 'a': The settings break the contract: /language must be ",
  },
  { options: { scenario: 'a' }, problem: 'scenario needs scenarios' },
  {
    options: { scenario: 'b', scenarios: { a: {} } },
    problem: "scenario is one of a, not 'b'",
  },
  {
    options: { scenarios: {}, proxy: 'http://localhost:3000' },
    problem: 'proxy cannot be combined with scenarios',
  },
  {
    options: { data: {}, stateless: true },
    problem: 'data cannot be combined with stateless',
  },
])('rejects $options', ({ options, problem }) => {
  const start = () => createMock(options);
  expect(start).toThrow(TypeError);
  expect(start).toThrow(problem);
});

test.each<MockOptions>([
  { proxy: 'http://localhost:3000' },
  { prism: true },
  { stateless: true },
])('with %j there are neither data nor scenarios later', (options) => {
  const mock = createMock(options);
  const [mode] = Object.keys(options);
  expect(() => mock.addData({})).toThrow(
    new RegExp(`${mode}.*data|data.*${mode}`),
  );
  expect(() => mock.useScenario('a')).toThrow("There is no scenario 'a'");
  const define = () => mock.useScenario('a', { data: {} });
  expect(define).toThrow(/cannot be combined with/);
});

test('a state that was saved continues in its scenario, with its data', async () => {
  const options: MockOptions = {
    scenarios,
    data: withSandbox('sbx-base'),
    clock: 'manual',
  };
  const mock = createMock(options);
  mock.useScenario('full');
  const { id } = await startSandbox(mock);
  const saved = mock.save();
  const next = createMock({ ...options, saved });
  expect([idsOf(next), idsOf(next, 'grace')]).toEqual([
    [id, 'sbx-full'],
    ['sbx-full'],
  ]);
  expect(await statusOf(next)).toBe(200);

  const other = new TypeError('The state was saved with other data');
  expect(() => createMock({ ...options, saved, scenario: 'outage' })).toThrow(
    other,
  );
  const base = createMock(options).save();
  const changed = { ...options, data: withSandbox('sbx-changed') };
  expect(() => createMock({ ...changed, saved: base })).toThrow(other);
  const unknown =
    "The state was saved in the scenario 'full', which is not given";
  expect(() => createMock({ clock: 'manual', saved })).toThrow(unknown);
});

test('a scenario and data that could not be stored are undone', async () => {
  const path = join(folder(), 'state.json');
  const { close, ...storage } = openStateFile(path);
  let isBroken = false;
  const broken = {
    toJSON() {
      throw new Error('The disk is full');
    },
  };
  const save: typeof storage.save = async (state, restore) =>
    storage.save(isBroken ? broken : state, restore);
  const options: MockOptions = { control: true, clock: 'manual', scenarios };
  const { mock } = assembleMock(options, { storage: { ...storage, save } });
  expect(await control(mock, 'POST', '/data', withSandbox('sbx-1'))).toEqual(
    done,
  );
  isBroken = true;
  for (const body of [{ name: 'outage' }, { name: 'full' }]) {
    expect(await control(mock, 'POST', '/scenario', body)).toMatchObject({
      status: 500,
    });
  }
  expect(
    await control(mock, 'POST', '/data', withSandbox('sbx-2')),
  ).toMatchObject({ status: 500 });
  isBroken = false;
  expect((await control(mock, 'GET', '/scenario')).body).toMatchObject({
    name: null,
  });
  expect(await statusOf(mock)).toBe(200);
  expect([idsOf(mock, 'ada'), idsOf(mock, 'new')]).toEqual([
    ['sbx-1'],
    ['sbx-1'],
  ]);
  close();
});

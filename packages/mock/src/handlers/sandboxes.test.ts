import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import type { Sandbox, SandboxPage } from '@agent-conversation/types';
import { expect, test } from 'vitest';
import { createMock, type Mock, type MockOptions } from '../index.ts';
import { ask } from '../testing/ask.ts';

const examples = document.components.examples;
const sandboxes = '/api/v1/sandboxes';

const make = (options: MockOptions = {}) => createMock({ clock: 'manual', ...options });
const start = async (mock: Mock, query = '', key = 'ada') =>
  (await ask<Sandbox>(mock, 'POST', `${sandboxes}${query}`, { key })).body;
const change = async (mock: Mock, id: string, operation: 'pause' | 'resume', key = 'ada') =>
  ask(mock, 'POST', `${sandboxes}/${id}/${operation}`, { key });
const search = async (mock: Mock, key = 'ada') =>
  (await ask<SandboxPage>(mock, 'GET', `${sandboxes}/search`, { key })).body.items;
const statusOf = async (mock: Mock, id: string) =>
  (await search(mock)).find((sandbox) => sandbox.id === id)?.status;

test('a sandbox starts, from the newest spec', async () => {
  const mock = make();
  const sandbox = await start(mock);
  expect(sandbox).toEqual({
    id: expect.stringMatching(/^sbx-[2-9a-km-np-z]{8}$/) as string,
    created_by_user_id: expect.stringMatching(
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    ) as string,
    sandbox_spec_id: 'ghcr.io/acme/agent-server:1.2',
    status: 'STARTING',
    session_api_key: null,
    exposed_urls: null,
    created_at: '2026-01-01T00:00:00.000Z',
    status_detail: null,
  });
  expect(await search(mock)).toEqual([sandbox]);
});

test.each([
  ['', 'ghcr.io/acme/agent-server:1.2'],
  ['?sandbox_spec_id=ghcr.io%2Facme%2Fagent-server%3A1.2', 'ghcr.io/acme/agent-server:1.2'],
  ['?sandbox_spec_id=ghcr.io/acme/agent-server:1.1', 'ghcr.io/acme/agent-server:1.1'],
])('a sandbox that is started with the query %j is of the spec %s', async (query, spec) => {
  expect((await start(make(), query)).sandbox_spec_id).toBe(spec);
});

test('a spec that is unknown is refused, and nothing is started', async () => {
  const mock = make();
  const { status, body } = await ask(mock, 'POST', `${sandboxes}?sandbox_spec_id=unknown`);
  expect({ status, body }).toEqual({ status: 404, body: examples.SandboxSpecUnknown.value });
  expect(await search(mock)).toEqual([]);
});

test.each([
  [undefined, 1999, 2000],
  [1, 0.5, 1],
  [90_000, 89_999, 90_000],
])('with the start-up time %j it starts for %j ms, and runs after %j', async (time, early, due) => {
  const mock = make(time === undefined ? {} : { startupTimeInMs: time });
  const { id } = await start(mock);
  mock.advance(early);
  expect(await statusOf(mock, id)).toBe('STARTING');
  mock.advance(due - early);
  expect(await statusOf(mock, id)).toBe('RUNNING');
});

test('only one that runs has a key and addresses', async () => {
  const mock = make();
  const { id } = await start(mock);
  const access = async () => {
    const [{ status, session_api_key: key, exposed_urls: urls } = {} as Sandbox] =
      await search(mock);
    return { status, key, urls };
  };
  const none = { key: null, urls: null };
  const all = {
    key: `mock-key-of-${id}`,
    urls: [
      { name: 'AGENT_SERVER', url: `https://${id}.sandboxes.acme.example`, port: 8000 },
      { name: 'VSCODE', url: `https://vscode-${id}.sandboxes.acme.example`, port: 8001 },
      { name: 'WORKER_1', url: `https://work-1-${id}.sandboxes.acme.example`, port: 8011 },
      { name: 'WORKER_2', url: `https://work-2-${id}.sandboxes.acme.example`, port: 8012 },
    ],
  };
  expect(await access()).toEqual({ status: 'STARTING', ...none });
  mock.advance(2000);
  expect(await access()).toEqual({ status: 'RUNNING', ...all });
  await change(mock, id, 'pause');
  expect(await access()).toEqual({ status: 'PAUSED', ...none });
  await change(mock, id, 'resume');
  expect(await access()).toEqual({ status: 'STARTING', ...none });
  mock.advance(2000);
  expect(await access()).toEqual({ status: 'RUNNING', ...all });
  mock.happen(id, 'ERROR');
  expect(await access()).toEqual({ status: 'ERROR', ...none });
  mock.happen(id, 'MISSING');
  expect(await access()).toEqual({ status: 'MISSING', ...none });
});

test('pausing and resuming may be repeated, and the repetition changes nothing', async () => {
  const mock = make();
  const { id } = await start(mock);
  const twice = async (operation: 'pause' | 'resume') => {
    for (const _ of [1, 2]) {
      const { status, body } = await change(mock, id, operation);
      expect({ status, body }).toEqual({ status: 200, body: { success: true } });
    }
    return statusOf(mock, id);
  };
  expect(await twice('pause')).toBe('PAUSED');
  mock.advance(1_000_000);
  expect(await statusOf(mock, id)).toBe('PAUSED');
  expect(await twice('resume')).toBe('STARTING');
  // A repetition on the way does not begin the start-up anew.
  mock.advance(1500);
  await change(mock, id, 'resume');
  mock.advance(499);
  expect(await statusOf(mock, id)).toBe('STARTING');
  mock.advance(1);
  expect(await twice('resume')).toBe('RUNNING');
});

test.each(['pause', 'resume'] as const)(
  'who wants to %s the sandbox of somebody else, or none, is refused',
  async (operation) => {
    const mock = make();
    const { id } = await start(mock);
    const refused = { status: 404, body: examples.SandboxUnknown.value };
    expect(await change(mock, 'sbx-unknown', operation)).toMatchObject(refused);
    expect(await change(mock, id, operation, 'grace')).toMatchObject(refused);
    expect(await statusOf(mock, id)).toBe('STARTING');
    expect(await search(mock, 'grace')).toEqual([]);
  },
);

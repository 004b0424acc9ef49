import { expect, test } from 'vitest';
import { ask, create, reply, requests, startSandbox } from '../../test/ask.ts';
import {
  exampleNamed,
  exampleOf,
  examplesOf,
  operationsById,
  successOf,
} from '../contract.ts';
import { createMock } from '../index.ts';

// To start Prism takes half a second.
const shared = createMock();
const settings = async (prefer: string) => {
  const { status, body, headers } = await ask(shared, 'GET', '/api/settings', {
    headers: { Prefer: prefer },
  });
  return { status, body, applied: headers.get('Preference-Applied') };
};

const declared = requests.flatMap(([id, method, path, body]) =>
  operationsById[id].statuses.flatMap((status) =>
    [...examplesOf(id, status)].map(
      ([name, value], index) =>
        ({ id, method, path, body, status, name, value, index }) as const,
    ),
  ),
);

test.each(declared)(
  '$id: Prefer gets the example $name, and the status $status',
  async (it) => {
    const preferences = [
      `example=${it.name}`,
      ...(it.index === 0 ? [`code=${it.status}`] : []),
    ];
    for (const preference of preferences) {
      const headers = { Prefer: preference };
      const response = await ask(shared, it.method, it.path, {
        headers,
        body: it.body,
      });
      expect(response).toMatchObject({ status: it.status, body: it.value });
      expect(response.headers.get('Preference-Applied')).toBe(preference);
      expect(response.headers.get('Retry-After')).toBe(
        it.status === 429 ? '1' : null,
      );
    }
  },
);

const loaded = [200, exampleNamed('SettingsLoaded')] as const;
const minimal = [200, exampleNamed('SettingsMinimal')] as const;
const missing = [404, exampleNamed('SettingsMissing')] as const;

// prettier-ignore
test.each<[string, readonly [number, unknown], string | null]>([
  ['code=404, example=SettingsMissing', missing, 'code=404, example=SettingsMissing'],
  ['example=SettingsMinimal; code=200', minimal, 'code=200, example=SettingsMinimal'],
  ['CODE="404"', missing, 'code=404'],
  ['respond-async, wait=5, code=404', missing, 'code=404'],
  ['dynamic=false', loaded, 'dynamic=false'],
  ['example=SettingsMinimal, dynamic=true', minimal, 'example=SettingsMinimal, dynamic=true'],
  ['code=404, code=200', missing, 'code=404'],
  ['respond-async', loaded, null],
])('Prefer: %s gets it', async (prefer, [status, body], applied) => {
  expect(await settings(prefer)).toEqual({ status, body, applied });
});

const statuses = 'getSettings declares 200, 401, 404, 429';
const names = [200, 401, 404, 429].flatMap((it) => [
  ...examplesOf('getSettings', it).keys(),
]);

// prettier-ignore
test.each([
  ['code=418', `code=418 is not possible: ${statuses}`],
  ['example=Nowhere', `example=Nowhere is not possible: the examples are ${names.join(', ')}`],
  ['code=404, example=SettingsLoaded', 'example=SettingsLoaded is not possible: the examples are SettingsMissing'],
])('Prefer: %s is rejected', async (prefer, reason) => {
  const body = { error: `Prefer: ${reason}` };
  expect(await settings(prefer)).toEqual({ status: 400, body, applied: null });
});

test('a request with Prefer changes nothing', async () => {
  const mock = create();
  const { id } = await startSandbox(mock);
  const before = mock.state('ada');
  for (const prefer of ['code=200', 'dynamic=true', 'code=404', 'code=418']) {
    const headers = { Prefer: prefer };
    await ask(mock, 'POST', '/api/v1/sandboxes', { headers });
    await ask(mock, 'POST', '/api/conversations', { headers, body: {} });
    await ask(mock, 'POST', '/api/v1/app-conversations', { headers, body: {} });
    await ask(mock, 'POST', `/api/v1/sandboxes/${id}/pause`, { headers });
  }
  expect(mock.state('ada')).toEqual(before);
});

test('generated data matches the contract, and follows from the seed alone', async () => {
  const generate = async (seed: string) => {
    const mock = createMock({ seed });
    const seen: string[] = [];
    for (const [id, method, path, body] of requests) {
      for (const code of operationsById[id].statuses) {
        const headers = { Prefer: `code=${code}, dynamic=true` };
        const { status, text } = await ask(mock, method, path, {
          headers,
          body,
        });
        expect([id, status, text]).toEqual([id, code, text]);
        seen.push(text);
      }
    }
    return seen;
  };
  const first = await generate('a');
  expect(await generate('a')).toEqual(first);
  expect(await generate('b')).not.toEqual(first);
});

const stateless = createMock({ stateless: true });

const plain = createMock({ prism: true });

test.each(requests)(
  '%s: without state the first example, of plain Prism one',
  async (...request) => {
    const [id, method, path, body] = request;
    const status = successOf(id);
    expect(await reply(stateless, method, path, { body })).toEqual({
      status,
      body: exampleOf(id, status),
    });
    expect(stateless.state('ada')).toMatchObject({
      sandboxes: [],
      startTasks: [],
    });
    const response = await reply(plain, method, path, { body });
    expect(response.status).toBe(status);
    expect([...examplesOf(id, status).values()]).toContainEqual(response.body);
  },
);

test.each<{
  title: string;
  method: string;
  path: string;
  extra: object;
  status: number;
}>([
  {
    title: 'an unknown path',
    method: 'GET',
    path: '/nowhere',
    extra: {},
    status: 404,
  },
  {
    title: 'a missing key',
    method: 'GET',
    path: '/api/settings',
    extra: { key: null },
    status: 401,
  },
  {
    title: 'malformed JSON',
    method: 'POST',
    path: '/api/conversations',
    extra: { body: '{' },
    status: 422,
  },
  {
    title: 'a wrong limit',
    method: 'GET',
    path: '/api/v1/sandboxes/search?limit=0',
    extra: {},
    status: 422,
  },
  {
    title: 'a wrong body',
    method: 'POST',
    path: '/api/v1/app-conversations',
    extra: { body: { title: 5 } },
    status: 422,
  },
  {
    title: 'by preference',
    method: 'GET',
    path: '/api/settings',
    extra: { headers: { Prefer: 'code=404' } },
    status: 404,
  },
])('plain Prism rejects $title', async ({ method, path, extra, status }) => {
  expect((await ask(plain, method, path, extra)).status).toBe(status);
});

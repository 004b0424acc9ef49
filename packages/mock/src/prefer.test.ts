import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import type { Sandbox } from '@agent-conversation/types';
import { operations } from '@agent-conversation/validators';
import { expect, test } from 'vitest';
import { examplesOf } from './contract.ts';
import { createMock } from './index.ts';
import { ask, requests, successOf } from './testing/ask.ts';

const examples = document.components.examples;
// To start Prism takes half a second.
const shared = createMock();
const settings = async (prefer: string) => {
  const { status, body, headers } = await ask(shared, 'GET', '/api/settings', {
    headers: { Prefer: prefer },
  });
  return { status, body, applied: headers.get('Preference-Applied') };
};

const declared = requests.flatMap(([id, method, path, body]) =>
  operations[id].statuses.flatMap((status) =>
    [...examplesOf(id, status)].map(
      ([name, value], index) => ({ id, method, path, body, status, name, value, index }) as const,
    ),
  ),
);

test.each(declared)('$id: $name can be had by its name', async (it) => {
  const headers = { Prefer: `example=${it.name}` };
  const answer = await ask(shared, it.method, it.path, { headers, body: it.body });
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: it.status,
    body: it.value,
  });
  expect(answer.headers.get('Preference-Applied')).toBe(headers.Prefer);
});

test.each(declared.filter(({ index }) => index === 0))('$id: $status can be had', async (it) => {
  const headers = { Prefer: `code=${it.status}` };
  const answer = await ask(shared, it.method, it.path, { headers, body: it.body });
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: it.status,
    body: it.value,
  });
  expect(answer.headers.get('Preference-Applied')).toBe(headers.Prefer);
});

const loaded = [200, examples.SettingsLoaded.value] as const;
const minimal = [200, examples.SettingsMinimal.value] as const;
const missing = [404, examples.SettingsMissing.value] as const;

test.each<[string, readonly [number, unknown], string]>([
  ['code=404, example=SettingsMissing', missing, 'code=404, example=SettingsMissing'],
  ['example=SettingsMinimal,code=200', minimal, 'code=200, example=SettingsMinimal'],
  ['example=SettingsMinimal; code=200', minimal, 'code=200, example=SettingsMinimal'],
  ['example="SettingsMinimal"', minimal, 'example=SettingsMinimal'],
  ['CODE="404"', missing, 'code=404'],
  ['  code = 404  ', missing, 'code=404'],
  ['respond-async, wait=5, code=404', missing, 'code=404'],
  ['dynamic=false', loaded, 'dynamic=false'],
  ['example=SettingsMinimal, dynamic=true', minimal, 'example=SettingsMinimal, dynamic=true'],
  // Of one that is given twice, the first counts.
  ['code=404, code=200', missing, 'code=404'],
])('who prefers %s gets it', async (prefer, [status, body], applied) => {
  expect(await settings(prefer)).toEqual({ status, body, applied });
});

test.each(['respond-async', 'wait=5', 'return=minimal', 'handling=strict, codes=404', ''])(
  'the preference %j is passed over',
  async (prefer) => {
    const [status, body] = loaded;
    expect(await settings(prefer)).toEqual({ status, body, applied: null });
  },
);

test.each([
  ['code=418', 'code=418 is not possible: getSettings declares 200, 401, 404, 429'],
  ['code=', 'code= is not possible: getSettings declares 200, 401, 404, 429'],
  ['code=OK', 'code=OK is not possible: getSettings declares 200, 401, 404, 429'],
  [
    'example=Nowhere',
    `example=Nowhere is not possible: the examples are ${operations.getSettings.statuses
      .flatMap((status) => [...examplesOf('getSettings', status).keys()])
      .join(', ')}`,
  ],
  [
    'code=404, example=SettingsLoaded',
    'example=SettingsLoaded is not possible: the examples are SettingsMissing',
  ],
])('what is not declared cannot be preferred: %s', async (prefer, reason) => {
  expect(await settings(prefer)).toEqual({
    status: 400,
    body: { error: `Prefer: ${reason}` },
    applied: null,
  });
});

test('what is preferred changes nothing', async () => {
  const mock = createMock({ clock: 'manual' });
  const { id } = (await ask<Sandbox>(mock, 'POST', '/api/v1/sandboxes')).body;
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

test('made-up answers keep the contract, differ each time, and are made again by the seed', async () => {
  const made = async (seed: string) => {
    const mock = createMock({ seed });
    const texts: string[] = [];
    for (const [id, method, path, body] of [...requests, ...requests]) {
      const answer = await ask(mock, method, path, { headers: { Prefer: 'dynamic=true' }, body });
      expect(answer.status).toBe(successOf(id));
      expect(answer.headers.get('Preference-Applied')).toBe('dynamic=true');
      texts.push(answer.text);
    }
    return texts;
  };
  const first = await made('a');
  expect(await made('a')).toEqual(first);
  const other = await made('b');
  const index = requests.findIndex(([id]) => id === 'startSandbox');
  expect(other[index]).not.toBe(first[index]);
  expect(first[index + requests.length]).not.toBe(first[index]);
});

import type { Sandbox } from '@agent-conversation/types';
import { expect, test } from 'vitest';
import { createMock } from '../index.ts';
import { assembleMock } from '../mock.ts';
import { ask } from '../testing/ask.ts';
import type { SavedState } from './types.ts';

/** A mock that goes on from what another one has kept. */
function goOn(saved: SavedState | undefined) {
  const kept: { text?: string } = {};
  const save = async (state: () => SavedState) => void (kept.text = JSON.stringify(state()));
  const { mock } = assembleMock({ clock: 'manual', control: true }, { saved, save });
  return { mock, saved: () => JSON.parse(kept.text!) as SavedState };
}

async function begin() {
  const { mock, saved } = goOn(undefined);
  const { id } = (await ask<Sandbox>(mock, 'POST', '/api/v1/sandboxes', { key: 'MARKER' })).body;
  await ask(mock, 'POST', '/_mock/advance', { key: null, body: { milliseconds: 2000 } });
  return { id, state: mock.state('MARKER'), saved: saved() };
}

test('the state goes on as it was kept, without the key', async () => {
  const { state, saved } = await begin();
  expect(JSON.stringify(saved)).not.toContain('MARKER');
  expect(goOn(saved).mock.state('MARKER')).toEqual(state);
  expect(goOn(saved).mock.state('ada').sandboxes).toEqual([]);
});

test('it can be looked at and worked on before the key is seen again', async () => {
  const { id, state, saved } = await begin();
  const { mock } = goOn(saved);
  expect((await ask(mock, 'GET', '/_mock/state', { key: null })).body).toEqual([state]);
  mock.happen(id, 'ERROR');
  expect(mock.state('MARKER').sandboxes[0]?.status).toBe('ERROR');
});

test('a state whose key has not been seen is kept, and can be forgotten', async () => {
  const { saved } = await begin();
  const next = goOn(saved);
  await ask(next.mock, 'POST', '/api/v1/sandboxes');
  const both = next.saved();
  expect(Object.keys(both.accounts)).toHaveLength(2);
  const last = goOn(both);
  await ask(last.mock, 'POST', '/_mock/reset', { key: 'MARKER' });
  expect(Object.keys(last.saved().accounts)).toHaveLength(1);
});

test('the state of the keys that were used last is kept, and that of older ones forgotten', async () => {
  const mock = createMock({ clock: 'manual' });
  const start = async (key: string) => ask(mock, 'POST', '/api/v1/sandboxes', { key });
  await start('first');
  await start('in use');
  for (let made = 0; made < 2100; made += 1) {
    await start(`key ${made}`);
    await ask(mock, 'GET', '/api/settings', { key: 'in use' });
  }
  expect(Object.keys(mock.save().accounts)).toHaveLength(2000);
  const keys = Array.from({ length: 1000 }, (_, made) => `key ${2099 - made}`);
  expect(['first', 'in use', ...keys].map((key) => mock.state(key).sandboxes.length)).toEqual([
    0,
    1,
    ...keys.map(() => 1),
  ]);
});

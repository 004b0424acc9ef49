import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ask, startSandbox } from '../../test/ask.ts';
import { cleanUp, folder } from '../../test/program.ts';
import { assembleMock } from '../mock.ts';
import type { MockOptions } from '../options.ts';
import { openStateFile } from './state-file.ts';
import type { SavedState } from './store.ts';

afterAll(cleanUp);

const file = () => join(folder(), 'state.json');
/** Starts a mock with a state file. Another one with the same file is the mock after a restart. */
const open = (path: string, options: MockOptions = {}) =>
  assembleMock({ clock: 'manual', control: true, ...options }, openStateFile(path));

const state: SavedState = {
  seed: 'a',
  clock: 'real',
  offset: 0,
  accounts: { abc: { requests: 1, ids: [1, 2, 3, 4] } as never },
};

test.each<MockOptions>([{}, { clock: 'requests' }, { examples: true }])(
  'restores everything after a restart with %j, and generates new ids',
  async (options) => {
    const path = file();
    const before = open(path, options);
    const { mock } = before;
    await startSandbox(mock, 'grace');
    const { id } = await startSandbox(mock);
    await ask(mock, 'POST', `/api/v1/sandboxes/${id}/pause`);
    await ask(mock, 'POST', '/api/v1/app-conversations', { body: { llm_model: 'acme/m' } });
    await ask(mock, 'POST', '/api/conversations', { body: {} });
    await ask(mock, 'GET', '/api/v1/sandboxes/search');
    await ask(mock, 'POST', '/_mock/advance', { body: { milliseconds: 1500 } });

    const after = open(path, options);
    expect(after.seed).toBe(before.seed);
    for (const key of ['ada', 'grace']) expect(after.mock.state(key)).toEqual(mock.state(key));
    after.mock.advance(60_000);
    expect(after.mock.state('ada').appConversations[0]).toMatchObject({ llm_model: 'acme/m' });
    await startSandbox(after.mock);
    const ids = after.mock.state('ada').sandboxes.map((it) => it.id);
    expect(new Set(ids).size).toBe(ids.length);
    await ask(after.mock, 'POST', '/_mock/reset', { key: 'ada' });
    const fresh = open(path, options).mock;
    expect(fresh.state('ada').sandboxes).toEqual(fresh.state('nobody').sandboxes);
  },
);

test('writes neither keys nor secrets', async () => {
  const [path, key, secret] = [file(), 'key-of-mine', 'sk-marker-4711'];
  const { mock } = open(path, { startupTimeInMs: 0, settings: { llm_api_key: secret } });
  const { session_api_key } = await startSandbox(mock, key);
  await ask(mock, 'POST', '/api/v1/app-conversations', { key, body: {} });
  const text = readFileSync(path, 'utf8');
  for (const it of [key, secret, session_api_key!]) {
    expect(it.length).toBeGreaterThan(8);
    expect(text).not.toContain(it);
  }
});

test.skipIf(process.platform === 'win32')('only the owner can read the file', async () => {
  const path = file();
  await openStateFile(path).save(state);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('writes every change before its response, also of many at once', async () => {
  const path = file();
  const { mock } = open(path);
  const keys = Array.from({ length: 60 }, (_, index) => `key ${index % 3}`);
  const started = await Promise.all(keys.map(async (key) => startSandbox(mock, key)));
  const text = readFileSync(path, 'utf8');
  expect(started.filter(({ id }) => !text.includes(id))).toEqual([]);
});

test('reports a failed write in every response that waits for it, and goes on', async () => {
  const inner = join(folder(), 'inner');
  mkdirSync(inner);
  const path = join(inner, 'state.json');
  const { mock } = open(path);
  const { id } = await startSandbox(mock);
  renameSync(inner, `${inner}-moved`);
  const pause = async () => ask(mock, 'POST', `/api/v1/sandboxes/${id}/pause`);
  for (const failed of await Promise.all([pause(), pause(), pause()])) {
    expect(failed.status).toBe(500);
    expect(failed.text).toContain('The mock failed: ENOENT: no such file or directory');
  }
  renameSync(`${inner}-moved`, inner);
  expect(readFileSync(path, 'utf8')).not.toContain('PAUSED');
  const next = await startSandbox(mock);
  expect(readFileSync(path, 'utf8')).toContain(next.id);
});

test('rejects a file that is damaged or cut anywhere, and leaves it as it is', async () => {
  const path = file();
  await openStateFile(path).save(state);
  expect(openStateFile(path).saved).toEqual(state);
  const text = readFileSync(path, 'latin1');
  // The last byte is a line break.
  for (let at = 0; at < text.length - 1; at += 7) {
    const flipped = String.fromCharCode(text.charCodeAt(at) ^ 1);
    for (const damaged of [text.slice(0, at), text.slice(0, at) + flipped + text.slice(at + 1)]) {
      writeFileSync(path, damaged, 'latin1');
      expect(() => openStateFile(path), `byte ${at}`).toThrow('Move it away to start without it.');
      expect(readFileSync(path, 'latin1')).toBe(damaged);
    }
  }
});

test('rejects a file of another contract, and names both', async () => {
  const path = file();
  await openStateFile(path).save(state);
  const text = readFileSync(path, 'utf8').replace(/"contract":"[^"]+"/, '"contract":"0.0.1 (a)"');
  writeFileSync(path, text);
  const message = `The state file ${path} was written by contract 0.0.1 (a), and this is `;
  expect(() => openStateFile(path)).toThrow(message);
});

test('rejects a path that cannot be written', () => {
  const path = folder();
  const missing = join(path, 'missing', 'state.json');
  expect(() => openStateFile(missing)).toThrow(`${missing} cannot be used: ENOENT: no such file`);
  expect(() => openStateFile(path)).toThrow(`${path} cannot be used: EISDIR: `);
});

test('a state that cannot be written as JSON fails one save, and none after it', async () => {
  const storage = openStateFile(file());
  await expect(storage.save({ tooLong: 1n })).rejects.toThrow('BigInt');
  await expect(storage.save(state)).resolves.toBeUndefined();
});

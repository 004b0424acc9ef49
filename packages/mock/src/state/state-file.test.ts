import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cleanUp, folder } from '../../test/program.ts';
import { exampleNamed } from '../contract.ts';
import type { MockOptions } from '../options.ts';
import { assembleMock } from '../mock.ts';
import { ask } from '../testing/ask.ts';
import type { SavedState } from './types.ts';
import { openStateFile } from './state-file.ts';

afterAll(cleanUp);

/** A mock with a state file. Another one with the same file is the mock after a restart. */
const open = (path: string, options: MockOptions = {}) =>
  assembleMock({ clock: 'manual', ...options }, openStateFile(path));
const file = () => join(folder(), 'state.json');
const sandboxes = '/api/v1/sandboxes';
const begin = async (mock: ReturnType<typeof open>['mock'], key = 'ada') =>
  (await ask<{ id: string; session_api_key: string }>(mock, 'POST', sandboxes, { key })).body;

const state: SavedState = {
  seed: 'a',
  clock: 'real',
  offset: 0,
  accounts: { abc: { requests: 1, ids: [1, 2, 3, 4] } as never },
};

test('restores everything after a restart, for each key, and makes new ids', async () => {
  const [path, options] = [file(), { seed: 'a', control: true }];
  const before = open(path, options).mock;
  for (let count = 0; count < 3; count += 1) await begin(before);
  await begin(before, 'grace');
  await ask(before, 'POST', '/api/v1/app-conversations', { body: { title: 'A title' } });
  await ask(before, 'POST', '/api/conversations', { body: {} });
  await ask(before, 'POST', '/_mock/advance', { body: { milliseconds: 1500 } });

  const after = open(path, options).mock;
  for (const key of ['ada', 'grace']) expect(after.state(key)).toEqual(before.state(key));
  after.advance(60_000);
  expect(after.state('ada').appConversations).toMatchObject([{ title: 'A title' }]);
  await begin(after);
  expect(new Set(after.state('ada').sandboxes.map(({ id }) => id)).size).toBe(5);
  await ask(after, 'POST', '/_mock/reset', { key: 'ada' });
  expect(open(path, options).mock.state('ada').sandboxes).toEqual([]);
});

test('restores the seed, and a clock that requests move', async () => {
  const path = file();
  const before = open(path, { clock: 'requests' });
  await begin(before.mock);
  for (let count = 0; count < 3; count += 1) await ask(before.mock, 'GET', `${sandboxes}/search`);
  const after = open(path, { clock: 'requests' });
  expect(after.seed).toBe(before.seed);
  expect(after.mock.state('ada')).toEqual(before.mock.state('ada'));
});

test('restores what was done to the examples, and starts a new key with the examples', async () => {
  const [path, options] = [file(), { examples: true }];
  const [running] = (exampleNamed('SandboxesFirstPage') as { items: { id: string }[] }).items;
  const before = open(path, options).mock;
  await ask(before, 'POST', `${sandboxes}/${running!.id}/pause`);
  const after = open(path, options).mock;
  expect(after.state('ada')).toEqual(before.state('ada'));
  expect(after.state('ada').sandboxes[0]).toMatchObject({ id: running!.id, status: 'PAUSED' });
  expect(after.state('grace').sandboxes[0]).toEqual(running);
});

test('writes neither keys nor secrets', async () => {
  const [path, key, secret] = [file(), 'key-of-mine', 'sk-marker-4711'];
  const { mock } = open(path, { startupTimeInMs: 0, settings: { llm_api_key: secret } });
  const made = await begin(mock, key);
  await ask(mock, 'POST', '/api/v1/app-conversations', { key, body: {} });
  await ask(mock, 'GET', '/api/settings', { key });
  const text = readFileSync(path, 'utf8');
  for (const it of [key, secret, made.session_api_key]) {
    expect(it.length).toBeGreaterThan(8);
    expect(text).not.toContain(it);
  }
});

test.skipIf(process.platform === 'win32')('only the owner can read the file', async () => {
  const path = file();
  await openStateFile(path).save(() => state);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.each<[MockOptions, MockOptions, string]>([
  [{ seed: 'a' }, { seed: 'b' }, "The state was saved with the seed 'a', not 'b'"],
  [{}, { clock: 'real' }, "The state was saved with the clock 'manual', not 'real'"],
  [{}, { examples: true }, 'The state was saved without examples, not with them'],
  [{ examples: true }, {}, 'The state was saved with examples, not without them'],
])('rejects a state of %j for a mock with %j', async (first, second, reason) => {
  const path = file();
  await begin(open(path, first).mock);
  expect(() => open(path, second)).toThrow(new TypeError(reason));
});

test('writes every change before its response, also of many at once', async () => {
  const path = file();
  const { mock } = open(path);
  const made = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => begin(mock, `key ${index % 3}`)),
  );
  const text = readFileSync(path, 'utf8');
  expect(made.filter(({ id }) => !text.includes(id))).toEqual([]);
});

test('reports a failed write in the response, and goes on', async () => {
  const inner = join(folder(), 'inner');
  mkdirSync(inner);
  const path = join(inner, 'state.json');
  const { mock } = open(path);
  const { id } = await begin(mock);
  renameSync(inner, `${inner}-moved`);
  const server = await mock.listen();
  const init = { method: 'POST', headers: { 'X-Session-API-Key': 'ada' } };
  const response = await fetch(`${server.url}${sandboxes}/${id}/pause`, init);
  await server.close();
  expect([response.status, await response.text()]).toEqual([
    500,
    expect.stringContaining('The mock failed: ENOENT: no such file or directory') as string,
  ]);
  renameSync(`${inner}-moved`, inner);
  expect(readFileSync(path, 'utf8')).not.toContain('PAUSED');
  const next = await begin(mock);
  expect(readFileSync(path, 'utf8')).toContain(next.id);
});

test('rejects a file that is damaged or cut anywhere, and leaves it as it is', async () => {
  const path = file();
  await openStateFile(path).save(() => state);
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
  await openStateFile(path).save(() => state);
  const text = readFileSync(path, 'utf8').replace(/"contract":"[^"]+"/, '"contract":"0.0.1 (a)"');
  writeFileSync(path, text);
  expect(() => openStateFile(path)).toThrow(
    `The state file ${path} was written by contract 0.0.1 (a), and this is `,
  );
});

test('rejects a path that cannot be written', () => {
  const path = folder();
  const missing = join(path, 'missing', 'state.json');
  expect(() => openStateFile(missing)).toThrow(`${missing} cannot be used: ENOENT: no such file`);
  expect(() => openStateFile(path)).toThrow(`${path} cannot be used: EISDIR: `);
});

test('a failed save rejects everyone who waits for it, and no one after it', async () => {
  const path = join(folder(), 'inner', 'state.json');
  const inner = join(path, '..');
  mkdirSync(inner);
  const storage = openStateFile(path);
  rmSync(inner, { recursive: true });
  const results = await Promise.allSettled([1, 2, 3].map(() => storage.save(() => state)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  mkdirSync(inner);
  const fails = (): SavedState => {
    throw new RangeError('Invalid string length');
  };
  await expect(storage.save(fails)).rejects.toThrow('Invalid string length');
  await storage.save(() => state);
  expect(openStateFile(path).saved).toEqual(state);
});

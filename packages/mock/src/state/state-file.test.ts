import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { cleanUp, folder, type Program, start } from '../../test/program.ts';
import type { SavedState } from './accounts.ts';
import { openStateFile } from './state-file.ts';

afterEach(cleanUp);

type Page = { readonly items: { readonly id: string; readonly status: string }[] } & {
  readonly next_page_id: string | null;
};

/** Asks with a key, and gives the body of an answer 200. */
async function ask<T>(
  { url }: Program,
  path: string,
  body?: unknown,
  key = 'key-of-mine',
): Promise<T> {
  const response = await fetch(url + path, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'X-Session-API-Key': key, 'Content-Type': 'application/json' },
  });
  const answer: unknown = await response.json();
  expect([path, response.status, answer]).toEqual([path, 200, answer]);
  return answer as T;
}

const ids = (page: Page) => page.items.map(({ id }) => id);

function file(): string {
  return join(folder(), 'state.json');
}

const state: SavedState = {
  seed: 'a',
  clock: 'real',
  offset: 0,
  accounts: { abc: { requests: 1, ids: [1, 2, 3, 4] } as never },
};

test('what was made is there after a restart, for each key, and goes on', async () => {
  const args = ['--seed', 'a', '--clock', 'manual', '--control', '--state-file', file()];
  const before = await start(args);
  for (let count = 0; count < 5; count += 1) await ask(before, '/api/v1/sandboxes', {});
  await ask(before, '/api/v1/sandboxes', {}, 'other');
  const task = await ask<{ id: string; status: string }>(before, '/api/v1/app-conversations', {
    title: 'A title',
  });
  expect(task.status).toBe('WORKING');
  await ask(before, '/api/conversations', { conversation_id: 'b'.repeat(32) });
  await ask(before, '/_mock/advance', { milliseconds: 1500 });
  const all = await ask<Page>(before, '/api/v1/sandboxes/search');
  const first = await ask<Page>(before, '/api/v1/sandboxes/search?limit=2');
  const next = `/api/v1/sandboxes/search?limit=2&page_id=${first.next_page_id}`;
  const second = await ask<Page>(before, next);
  const everything = await ask(before, '/_mock/state');
  expect(all.items).toHaveLength(6);
  await before.end('SIGKILL');

  const after = await start(args);
  expect(await ask(after, '/api/v1/sandboxes/search')).toEqual(all);
  expect(await ask(after, next)).toEqual(second);
  expect(await ask(after, '/_mock/state')).toEqual(everything);
  expect(ids(await ask<Page>(after, '/api/v1/sandboxes/search', undefined, 'other'))).toHaveLength(
    1,
  );
  expect(await ask(after, '/api/v1/app-conversations')).toEqual([]);
  await ask(after, '/_mock/advance', { milliseconds: 60_000 });
  const conversations = await ask<object[]>(after, '/api/v1/app-conversations');
  expect(conversations).toMatchObject([{ title: 'A title', sandbox_status: 'RUNNING' }]);
  expect(await ask(after, '/api/conversations', { conversation_id: 'b'.repeat(32) })).toMatchObject(
    { message: 'Joined the conversation' },
  );

  for (let count = 0; count < 5; count += 1) await ask(after, '/api/v1/sandboxes', {});
  const made = ids(await ask<Page>(after, '/api/v1/sandboxes/search'));
  expect(made).toHaveLength(11);
  expect(new Set(made).size).toBe(11);
  expect(made.slice(5)).toEqual(ids(all));
});

test('a clock that requests move does not go back', async () => {
  const args = ['--seed', 'a', '--state-file', file()];
  const before = await start(args);
  await ask(before, '/api/v1/sandboxes', {});
  const search = '/api/v1/sandboxes/search';
  for (let count = 0; count < 3; count += 1) await ask(before, search);
  await before.end('SIGKILL');
  const after = await start(args);
  expect((await ask<Page>(after, search)).items[0]?.status).toBe('RUNNING');
});

test('the seed is kept, so that a restart without one goes on, too', async () => {
  const path = file();
  const before = await start(['--state-file', path]);
  await ask(before, '/api/v1/sandboxes', {});
  await before.end('SIGTERM');
  const after = await start(['--state-file', path]);
  const seed = / with the seed (\S+)\./;
  expect(seed.exec(after.lines[0]!)![1]).toBe(seed.exec(before.lines[0]!)![1]);
});

test('neither keys nor secrets are in the file', async () => {
  const path = file();
  const settings = join(folder(), 'settings.json');
  writeFileSync(settings, '{"llm_api_key":"sk-marker-4711"}');
  const program = await start([
    '--startup-time=0',
    `--settings=${settings}`,
    `--state-file=${path}`,
  ]);
  const made = await ask<{ session_api_key: string }>(program, '/api/v1/sandboxes', {});
  await ask(program, '/api/v1/app-conversations', {});
  await ask(program, '/api/conversations', {});
  await ask(program, '/api/settings');
  const text = readFileSync(path, 'utf8');
  for (const secret of ['key-of-mine', 'sk-marker-4711', made.session_api_key]) {
    expect(secret.length).toBeGreaterThan(8);
    expect(text).not.toContain(secret);
  }
});

test.skipIf(process.platform === 'win32')('nobody else can read the file', async () => {
  const path = file();
  const storage = openStateFile(path);
  for (let count = 0; count < 2; count += 1) {
    await storage.save(() => state);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  }
});

test('of many changes at once, all that are answered are in the file', async () => {
  const path = file();
  const program = await start(['--quiet', '--state-file', path]);
  const made = await Promise.all(
    Array.from({ length: 60 }, async (_, index) =>
      ask<{ id: string }>(program, '/api/v1/sandboxes', {}, `key ${index % 3}`),
    ),
  );
  const text = readFileSync(path, 'utf8');
  await program.end('SIGKILL');
  expect(made.filter(({ id }) => !text.includes(id))).toEqual([]);
});

test('a write that fails is told in the answer, and the mock goes on', async () => {
  const path = folder();
  const inner = join(path, 'inner');
  mkdirSync(inner);
  const program = await start(['--control', '--state-file', join(inner, 'state.json')]);
  const { id } = await ask<{ id: string }>(program, '/api/v1/sandboxes', {});
  renameSync(inner, join(path, 'elsewhere'));
  const init = { method: 'POST', headers: { 'X-Session-API-Key': 'key-of-mine' } };
  for (let count = 0; count < 2; count += 1) {
    const response = await fetch(`${program.url}/api/v1/sandboxes/${id}/pause`, init);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      detail: expect.stringMatching(
        /^The mock failed: ENOENT: no such file or directory, /,
      ) as string,
    });
  }
  expect(ids(await ask<Page>(program, '/api/v1/sandboxes/search'))).toEqual([id]);
  renameSync(join(path, 'elsewhere'), inner);
  const { id: next } = await ask<{ id: string }>(program, '/api/v1/sandboxes', {});
  expect(readFileSync(join(inner, 'state.json'), 'utf8')).toContain(next);
});

test('reset and advance are kept', async () => {
  const args = ['--control', '--clock', 'manual', '--state-file', file()];
  const first = await start(args);
  await ask(first, '/api/v1/sandboxes', {});
  await ask(first, '/api/v1/sandboxes', {}, 'other');
  await ask(first, '/_mock/reset', {});
  await ask(first, '/_mock/advance', { milliseconds: 3_600_000 });
  await first.end('SIGKILL');

  const second = await start(args);
  expect(await ask(second, '/_mock/state')).toMatchObject({
    now: '2026-01-01T01:00:00.000Z',
    sandboxes: [],
  });
  // It was the state of one key alone.
  const rest = await ask<Page>(second, '/api/v1/sandboxes/search', undefined, 'other');
  expect(rest.items).toMatchObject([{ created_at: '2026-01-01T00:00:00.000Z' }]);
});

test('every byte counts: a file in which one is flipped is refused', async () => {
  const path = file();
  await openStateFile(path).save(() => state);
  expect(openStateFile(path).saved).toEqual(state);
  const bytes = readFileSync(path);
  // The last one is a line break, which another space may replace.
  for (let at = 0; at < bytes.length - 1; at += 1) {
    for (const bit of [0x01, 0x20, 0x40]) {
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= bit;
      writeFileSync(path, flipped);
      expect(() => openStateFile(path), `byte ${at} xor ${bit}`).toThrow(TypeError);
      expect(readFileSync(path).equals(flipped)).toBe(true);
    }
  }
});

test('a file that is cut off anywhere is refused', async () => {
  const path = file();
  await openStateFile(path).save(() => state);
  const text = readFileSync(path, 'utf8');
  for (let length = 0; length < text.length - 1; length += 1) {
    writeFileSync(path, text.slice(0, length));
    expect(() => openStateFile(path), `${length} bytes`).toThrow('Move it away to begin anew.');
  }
});

test('a state that cannot be written does not hold up those after it', async () => {
  const path = file();
  const storage = openStateFile(path);
  const fails = (): SavedState => {
    throw new RangeError('Invalid string length');
  };
  await expect(storage.save(fails)).rejects.toThrow('Invalid string length');
  await storage.save(() => state);
  expect(openStateFile(path).saved).toEqual(state);
});

test('those who wait for the same write learn of its failure', async () => {
  const path = folder();
  const inner = join(path, 'inner');
  mkdirSync(inner);
  const storage = openStateFile(join(inner, 'state.json'));
  rmSync(inner, { recursive: true });
  const results = await Promise.allSettled([1, 2, 3].map(() => storage.save(() => state)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

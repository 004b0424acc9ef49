import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { afterEach, expect, test } from 'vitest';
import { cleanUp, folder, start } from './program.ts';

afterEach(cleanUp);

const runs = 100;
const clients = 4;
const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 31);

test(`what a response shows outlives kill -9 (CRASH_SEED=${seed})`, async () => {
  const random = xoroshiro128plus(seed);
  const path = join(folder(), 'state.json');
  const args = ['--quiet', '--state-file', path];
  let responses = 0;
  let interrupted = 0;

  for (let run = 0; run < runs; run += 1) {
    // A file that was damaged by the kill before this one would be rejected here.
    const { url, end } = await start(args);
    // New keys each time, as the mock keeps only the newest items of a key.
    const keys = Array.from(
      { length: clients },
      (_, client) => `run ${run} client ${client}`,
    );
    const started: string[] = [];
    const busy = Promise.all(
      keys.map((key) => startSandboxes(url, key, started)),
    );
    // Every other kill comes after a response, however slow the machine is.
    while (started.length < run % 2) await wait(1);
    await wait(((random.next() >>> 0) / 2 ** 32) * 60);
    await end('SIGKILL');
    await busy;
    responses += started.length;
    if (existsSync(`${path}.new`)) interrupted += 1;

    const ids = idsIn(path);
    const missing = started.filter((id) => !ids.has(id));
    expect(missing, `run ${run} of the seed ${seed}`).toEqual([]);
  }
  // Kills of an idle program would prove nothing.
  expect(responses).toBeGreaterThanOrEqual(runs / 2);
  expect(interrupted).toBeGreaterThan(runs / 10);
  expect((await start(args)).url).toContain('127.0.0.1');
});

/** Starts sandboxes one after the other until the program is gone. */
async function startSandboxes(
  url: string,
  key: string,
  started: string[],
): Promise<void> {
  const init = { method: 'POST', headers: { 'X-Session-API-Key': key } };
  try {
    for (;;) {
      const response = await fetch(`${url}/api/v1/sandboxes`, init);
      started.push(((await response.json()) as { id: string }).id);
    }
  } catch {
    // The program was killed.
  }
}

/** Returns the ids of all sandboxes in a file, which must be complete. */
function idsIn(path: string): Set<string> {
  // The program can be killed before the first change.
  if (!existsSync(path)) return new Set();
  const { digest, state } = JSON.parse(readFileSync(path, 'utf8')) as {
    digest: string;
    state: {
      accounts: Record<string, { sandboxes: { list: { id: string }[] } }>;
    };
  };
  expect(createHash('sha256').update(JSON.stringify(state)).digest('hex')).toBe(
    digest,
  );
  const accounts = Object.values(state.accounts);
  return new Set(
    accounts.flatMap(({ sandboxes }) => sandboxes.list.map(({ id }) => id)),
  );
}

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { afterEach, expect, test } from 'vitest';
import { cleanUp, folder, type Program, start } from './program.ts';

afterEach(cleanUp);

const runs = 100;
const clients = 4;
const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 31);

interface Made {
  readonly key: string;
  readonly id: string;
}

test(`what was answered outlives kill -9 (CRASH_SEED=${seed})`, async () => {
  const random = xoroshiro128plus(seed);
  const chance = (): number => (random.next() >>> 0) / 2 ** 32;
  const path = join(folder(), 'state.json');
  const args = ['--quiet', '--state-file', path];
  let answered = 0;
  let interrupted = 0;

  for (let run = 0; run < runs; run += 1) {
    // A file that was damaged by the kill before this one would be refused here.
    const program = await start(args);
    // New keys each time, as the mock keeps only the newest of what was made with one.
    const keys = Array.from({ length: clients }, (_, client) => `run ${run} client ${client}`);
    const made: Made[] = [];
    const busy = Promise.all(keys.map((key) => change(program, key, made)));
    // Every other kill comes after an answer, however slow the machine is.
    const least = run % 2;
    while (made.length < least) await wait(1);
    await wait(chance() * 60);
    await program.end('SIGKILL');
    await busy;
    answered += made.length;
    if (existsSync(`${path}.new`)) interrupted += 1;

    const ids = idsIn(path);
    const missing = made.filter(({ id }) => !ids.has(id));
    expect(missing, `run ${run} of the seed ${seed}`).toEqual([]);
  }
  // Kills that only strike a program at rest would prove nothing.
  expect(answered).toBeGreaterThanOrEqual(runs / 2);
  expect(interrupted).toBeGreaterThan(runs / 10);

  const last = await start(args);
  expect(last.url).toContain('127.0.0.1');
  console.log(
    `${runs} kills, ${interrupted} of them amid a write; ${answered} changes were answered`,
  );
});

/** Starts sandboxes one after the other until the program is gone. */
async function change({ url }: Program, key: string, made: Made[]): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  for (;;) {
    try {
      const id = await startSandbox(url, key, agent);
      made.push({ key, id });
    } catch {
      agent.destroy();
      return;
    }
  }
}

async function startSandbox(url: string, key: string, agent: Agent): Promise<string> {
  const headers = { 'X-Session-API-Key': key };
  const asked = request(`${url}/api/v1/sandboxes`, { method: 'POST', agent, headers }).end();
  const [response] = (await once(asked, 'response')) as [NodeJS.ReadableStream];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return (JSON.parse(text) as { id: string }).id;
}

/** The ids of all sandboxes in a file, which must be whole. */
function idsIn(path: string): Set<string> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return new Set(); // It was killed before the first change.
  }
  const { digest, state } = JSON.parse(text) as {
    digest: string;
    state: { accounts: Record<string, { sandboxes: { list: { id: string }[] } }> };
  };
  expect(createHash('sha256').update(JSON.stringify(state)).digest('hex')).toBe(digest);
  const accounts = Object.values(state.accounts);
  return new Set(accounts.flatMap(({ sandboxes }) => sandboxes.list.map(({ id }) => id)));
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { cleanUp, folder, type Program, run, start } from '../../test/program.ts';
import { exampleNamed } from '../contract.ts';

afterEach(cleanUp);

interface Page {
  readonly items: readonly {
    readonly id: string;
    readonly status: string;
    readonly session_api_key: string | null;
  }[];
}

const { items: shown } = exampleNamed('SandboxesFirstPage') as Page;
const [running] = shown as [Page['items'][number]];
const manual = ['--examples', '--clock', 'manual'];

async function ask(program: Program, key: string, path: string, method = 'GET'): Promise<Page> {
  const headers = { 'X-Session-API-Key': key };
  const response = await fetch(`${program.url}/api/v1/sandboxes/${path}`, { method, headers });
  expect(response.status).toBe(200);
  return (await response.json()) as Page;
}

test('--examples begins with the examples, and what is done to them is kept', async () => {
  const args = [...manual, '--state-file', join(folder(), 'state.json')];
  const before = await start(args);
  expect((await ask(before, 'ada', 'search')).items).toEqual(expect.arrayContaining([...shown]));
  await ask(before, 'ada', `${running.id}/pause`, 'POST');
  const kept = await ask(before, 'ada', 'search');
  await before.end('SIGKILL');

  const after = await start(args);
  expect(await ask(after, 'ada', 'search')).toEqual(kept);
  expect(kept.items[0]).toMatchObject({ id: running.id, status: 'PAUSED' });
  // A key that the file does not hold.
  expect((await ask(after, 'grace', 'search')).items[0]).toEqual(running);
});

test('no key is in the file, neither of the caller nor of a sandbox', async () => {
  const path = join(folder(), 'state.json');
  const program = await start([...manual, '--state-file', path]);
  await ask(program, 'key-of-ada', `${running.id}/resume`, 'POST');
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(running.id);
  for (const secret of ['key-of-ada', running.session_api_key!]) {
    expect(secret.length).toBeGreaterThan(8);
    expect(text).not.toContain(secret);
  }
});

test.each([
  [[], ['--examples'], 'The state was kept without examples, not with them'],
  [['--examples'], [], 'The state was kept with examples, not without them'],
])('a state that was kept with %j is refused with %j', async (first, second, reason) => {
  const file = ['--state-file', join(folder(), 'state.json')];
  const before = await start([...first, ...file]);
  const { url } = before;
  await fetch(`${url}/api/v1/sandboxes`, { method: 'POST', headers: { 'X-Session-API-Key': 'a' } });
  await before.end('SIGTERM');
  expect(existsSync(file[1]!)).toBe(true);
  expect(await run([...second, ...file])).toMatchObject({ code: 2, stderr: `${reason}\n` });
  await start([...first, ...file]);
});

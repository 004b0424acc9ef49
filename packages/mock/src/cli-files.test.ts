import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getuid } from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp, folder, run, start } from '../test/program.ts';

afterAll(cleanUp);

/** What must not be repeated, as it may be a secret. */
const marker = 'sk-marker-4711';

const spec = { id: 'a', command: null };

test.concurrent.each<[option: string, text: string, reason: string]>([
  ['--settings', '', 'this is not JSON (line 1 column 1)'],
  ['--settings', `{"llm_api_key": ${marker}}`, 'this is not JSON (line 1 column 17)'],
  [
    '--settings',
    `{\n  "llm_api_key": "${marker}"\n  "b": 1}`,
    'this is not JSON (line 3 column 3)',
  ],
  ['--settings', `{"llm_api_key": "${marker}`, 'this is not JSON (line 1 column 32)'],
  ['--settings', `{"llm_api_key": "${marker}"}}`, 'this is not JSON (line 1 column 34)'],
  ['--settings', marker, 'this is not JSON (line 1 column 1)'],
  ['--settings', '\ufeff{}', 'this is not JSON (line 1 column 1)'],
  ['--settings', '[]', 'The settings break the contract: the whole must be an object'],
  [
    '--settings',
    `{"max_iterations": "${marker}"}`,
    'The settings break the contract: /max_iterations must be an integer or null',
  ],
  [
    '--settings',
    '{"llm_modell": "a"}',
    'The settings break the contract: /llm_modell is not a member of the contract',
  ],
  ['--sandbox-specs', `[{"id": ${marker}}]`, 'this is not JSON (line 1 column 9)'],
  [
    '--sandbox-specs',
    JSON.stringify([spec, { id: 'b', command: marker }]),
    'The sandbox specs break the contract: /items/1/command must be an array or null',
  ],
  ['--sandbox-specs', '[]', 'There must be a sandbox spec at least'],
  ['--sandbox-specs', JSON.stringify([spec, spec]), 'The sandbox spec a is there twice'],
])('%s with the content %j is refused', async (option, text, reason) => {
  const path = join(folder(), 'given.json');
  writeFileSync(path, text);
  const result = await run([option, path]);
  expect(result).toEqual({ code: 2, stdout: '', stderr: `${option} ${path}: ${reason}\n` });
  expect(result.stderr).not.toContain(marker);
});

test.concurrent.each(['--settings', '--sandbox-specs'])(
  '%s without such a file is refused',
  async (option) => {
    const path = folder();
    const missing = join(path, 'missing.json');
    expect((await run([option, missing])).stderr).toBe(
      `${option} ${missing}: there is no such file\n`,
    );
    expect((await run([option, path])).stderr).toBe(`${option} ${path}: this is a folder\n`);
  },
);

// Nothing stops root from reading.
test.skipIf(getuid?.() === 0 || process.platform === 'win32')(
  'a file that may not be read is refused',
  async () => {
    const path = join(folder(), 'closed.json');
    writeFileSync(path, '{}');
    chmodSync(path, 0);
    expect(await run(['--settings', path])).toEqual({
      code: 2,
      stdout: '',
      stderr: `--settings ${path}: the file may not be read\n`,
    });
  },
);

test.concurrent('files that are in order are used, and secrets in them stay inside', async () => {
  const path = folder();
  const settings = join(path, 'settings.json');
  const specs = join(path, 'specs.json');
  writeFileSync(settings, JSON.stringify({ llm_model: 'mine', llm_api_key: marker }));
  writeFileSync(specs, JSON.stringify({ items: [spec] }));
  const { url, end, lines } = await start(['--settings', settings, '--sandbox-specs', specs]);
  const headers = { 'X-Session-API-Key': 'any' };
  const text = await (await fetch(`${url}/api/settings`, { headers })).text();
  expect(JSON.parse(text)).toMatchObject({ llm_model: 'mine', llm_api_key_set: true });
  const page = await (await fetch(`${url}/api/v1/sandbox-specs/search`, { headers })).json();
  expect(page).toEqual({ items: [spec], next_page_id: null });
  await end('SIGTERM');
  expect(text + lines.join()).not.toContain(marker);
});

/** What a mock with the seed `a` wrote, in which a sandbox was started. */
let written: string;

beforeAll(async () => {
  const path = join(folder(), 'state.json');
  const { url, end } = await start(['--seed', 'a', '--state-file', path]);
  const headers = { 'X-Session-API-Key': 'any' };
  await fetch(`${url}/api/v1/sandboxes`, { method: 'POST', headers });
  await end('SIGTERM');
  written = readFileSync(path, 'utf8');
});

const damaged = 'is damaged: it is not whole. Move it away to begin anew.';
const otherDigest =
  'is damaged: its digest is not that of its content. Move it away to begin anew.';

test.concurrent.each<[name: string, change: (text: string) => string, reason: string]>([
  ['that is not JSON', () => `${marker} {`, damaged],
  ['that is empty', () => '', damaged],
  ['that is other JSON', () => '{"contract":"0.1.0","digest":"","state":null}', damaged],
  ['that is cut off', (text) => text.slice(0, -20), damaged],
  ['with a flipped byte', (text) => text.replace('"requests":1', '"requests":0'), otherDigest],
  ['with another digest', (text) => text.replace(/("digest":")./, '$1z'), otherDigest],
])('a state file %s is refused, and left as it is', async (_, change, reason) => {
  const path = join(folder(), 'state.json');
  const text = change(written);
  writeFileSync(path, text);
  const result = await run(['--seed', 'a', '--state-file', path]);
  expect(result).toEqual({ code: 2, stdout: '', stderr: `The state file ${path} ${reason}\n` });
  expect(readFileSync(path, 'utf8')).toBe(text);
  expect(existsSync(`${path}.new`)).toBe(false);
});

test.concurrent(
  'a state file of another contract, seed or clock is refused, and left as it is',
  async () => {
    const path = join(folder(), 'state.json');
    const text = written;
    writeFileSync(path, text);
    const refusals = [
      [['--seed', 'b'], "The state was kept with the seed 'a', not 'b'\n"],
      [[], "The state was kept with the clock 'requests', not 'real'\n"],
      [
        ['--seed', 'a', '--clock', 'manual'],
        "The state was kept with the clock 'requests', not 'manual'\n",
      ],
    ] as const;
    for (const [args, stderr] of refusals) {
      expect(await run([...args, '--state-file', path])).toEqual({ code: 2, stdout: '', stderr });
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
    const own = /"contract":"([^"]+)"/.exec(text)![1]!;
    const other = text.replace(own, '0.0.1 (aaaaaaaaaaaa)');
    writeFileSync(path, other);
    expect(await run(['--seed', 'a', '--state-file', path])).toEqual({
      code: 2,
      stdout: '',
      stderr: `The state file ${path} was written by contract 0.0.1 (aaaaaaaaaaaa), and this is ${own}. Move it away to begin anew.\n`,
    });
    expect(readFileSync(path, 'utf8')).toBe(other);
  },
);

test.concurrent('a state file that cannot be written is refused', async () => {
  const path = folder();
  const missing = join(path, 'missing', 'state.json');
  expect(await run(['--state-file', missing])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^The state file .*state\.json cannot be used: ENOENT: no such file or directory.*\n$/,
    ) as string,
  });
  expect(await run(['--state-file', path])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^The state file .* cannot be used: EISDIR: .*\n$/) as string,
  });
  expect(existsSync(join(path, 'missing'))).toBe(false);
});

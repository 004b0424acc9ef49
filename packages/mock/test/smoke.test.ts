import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cleanUp, folder, run, start } from './program.ts';
import { last, open, request, talk } from './raw.ts';

afterAll(cleanUp);

const key = 'top-secret-key';
const headers = { 'X-Session-API-Key': key };

test('prints a line for each request, keeps the state, and stops on SIGTERM', async () => {
  const path = join(folder(), 'state.json');
  const program = await start(['--seed', 'a seed', '--state-file', path, '--fault=*:delay=600s']);
  expect(program.lines[0]).toBe(
    `The mock listens on ${program.url}, with the seed a seed. Stop it with Ctrl-C.`,
  );
  // Neither a connection that sends nothing nor a response that is not due for long delays the end.
  const silent = open(program.port);
  const late = fetch(`${program.url}/api/settings`, { headers }).catch(() => 'closed');
  expect(await talk(program.port, request('GET /nowhere', [last]))).toContain(' 404 ');
  expect(await program.end('SIGTERM')).toEqual([0, null]);
  await silent.closed;
  expect(await late).toBe('closed');
  const log = program.lines.join('\n');
  expect(log).toMatch(
    /^\d\d:\d\d:\d\d GET \/nowhere {2}- {2}404 {2}\d+ ms\n {2}The contract has no such path/m,
  );
  expect(log).not.toContain(key);
});

test('--json prints JSON, --state-file goes on after SIGKILL, a taken port is an error', async () => {
  const path = join(folder(), 'state.json');
  const args = ['--json', '--state-file', path];
  const first = await start(args);
  const init = { method: 'POST', headers };
  const made = (await (await fetch(`${first.url}/api/v1/sandboxes`, init)).json()) as {
    id: string;
  };
  expect(JSON.parse(first.lines[0]!)).toEqual({
    url: first.url,
    seed: expect.any(String) as string,
  });
  expect(await run(['--port', String(first.port)])).toEqual({
    code: 2,
    stdout: '',
    stderr: `Port ${first.port} of 127.0.0.1 is taken. Stop what listens there, or choose another with --port.\n`,
  });
  await first.end('SIGKILL');
  expect(readFileSync(path, 'utf8')).not.toContain(key);
  const second = await start(args);
  const page = await fetch(`${second.url}/api/v1/sandboxes/search`, { headers });
  expect(await page.json()).toMatchObject({ items: [{ id: made.id }] });
  // The log is written before the process ends, and again nothing but JSON.
  expect(await second.end('SIGINT')).toEqual([0, null]);
  expect(JSON.parse(second.lines[1]!)).toMatchObject({ operation: 'searchSandboxes', status: 200 });
});

test('--version, and a wrong option', async () => {
  const { version } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  expect(await run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  expect(await run(['--prot', '80'])).toEqual({
    code: 2,
    stdout: '',
    stderr: "Unknown option '--prot', did you mean '--port'. See agent-conversation-mock --help\n",
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import {
  cleanUp,
  folder,
  last,
  open,
  request,
  run,
  start,
  talk,
} from './program.ts';

afterAll(cleanUp);

const key = 'top-secret-key';
const headers = { 'X-Session-API-Key': key };

test('the program logs requests, keeps the state, and stops on a signal', async () => {
  const path = join(folder(), 'state.json');
  const first = await start([
    '--seed=a',
    '--state-file',
    path,
    '--fault=getSettings:delay=600s',
  ]);
  const { url, port, lines } = first;
  expect(lines).toEqual([
    `The mock listens on ${url}, with the seed a. Stop it with Ctrl-C.`,
  ]);
  expect(await run(['--port', String(port)])).toEqual({
    code: 2,
    stdout: '',
    stderr: `Port ${port} of 127.0.0.1 is taken. Stop what listens there, or choose another with --port.\n`,
  });
  // Neither a connection that sends nothing nor a response that is not due for long delays the end.
  const silent = open(port);
  const late = fetch(`${url}/api/settings`, { headers }).catch(() => 'closed');
  expect(await talk(port, request('GET /nowhere', [last]))).toContain(' 404 ');
  const init = { method: 'POST', headers };
  const { id } = (await (
    await fetch(`${url}/api/v1/sandboxes`, init)
  ).json()) as { id: string };
  expect(await first.end('SIGTERM')).toEqual([0, null]);
  await silent.closed;
  expect(await late).toBe('closed');
  const log = lines.join('\n');
  expect(log).toMatch(
    /\n[\d:]{8} GET \/nowhere {2}- {2}404 {2}\d+ ms\n {2}The contract has no such path/,
  );
  expect(log + readFileSync(path, 'utf8')).not.toContain(key);

  const second = await start([
    '--json',
    '--state-file',
    path,
    '--clock',
    'requests',
  ]);
  const page = await fetch(`${second.url}/api/v1/sandboxes/search`, {
    headers,
  });
  expect(await page.json()).toMatchObject({ items: [{ id }] });
  // The log is written before the process ends.
  expect(await second.end('SIGINT')).toEqual([0, null]);
  const [listening, exchange] = second.lines.map(
    (line) => JSON.parse(line) as unknown,
  );
  expect(listening).toEqual({ url: second.url, seed: 'a' });
  expect(exchange).toMatchObject({ operation: 'searchSandboxes', status: 200 });
});

test('the program shows its version, and rejects wrong options', async () => {
  const version = { code: 0, stdout: `${packageJson.version}\n`, stderr: '' };
  expect(await run(['--version'])).toEqual(version);
  const wrong =
    "Unknown option '--prot', did you mean '--port'. See agent-conversation-mock --help\n";
  expect(await run(['--prot', '80'])).toEqual({
    code: 2,
    stdout: '',
    stderr: wrong,
  });
});

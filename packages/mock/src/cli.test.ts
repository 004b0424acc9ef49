import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';

const cli = new URL('../dist/cli.js', import.meta.url).pathname;
const started: ChildProcessWithoutNullStreams[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

function run(...args: string[]) {
  return spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8' });
}

/** Starts the program on a free port and waits for its address. */
async function start(...args: string[]) {
  const child = spawn(process.execPath, [cli, '--port', '0', ...args]);
  started.push(child);
  const lines: string[] = [];
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
  await once(reader, 'line');
  return { child, lines, url: /http:\/\/127\.0\.0\.1:\d+/.exec(lines[0]!)![0] };
}

test('it answers on loopback, logs a line a request, and stops on Ctrl-C', async () => {
  const { child, lines, url } = await start();
  const response = await fetch(`${url}/api/settings`, {
    headers: { 'X-Session-API-Key': 'top-secret' },
  });
  expect(response.status).toBe(200);
  await response.text();
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(lines[1]).toMatch(/^GET \/api\/settings {2}getSettings {2}200 {2}\d+ ms$/);
  expect(lines.join()).not.toContain('top-secret');
});

test('malformed JSON is answered over a socket, too', async () => {
  const { url } = await start('--quiet');
  const response = await fetch(`${url}/api/v1/app-conversations`, {
    method: 'POST',
    headers: { 'X-Session-API-Key': 'any', 'Content-Type': 'application/json' },
    body: '{"title":',
    signal: AbortSignal.timeout(5_000),
  });
  expect(response.status).toBe(400);
});

test('a taken port is told, with the way out', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const result = spawn(process.execPath, [cli, '--port', String(port)]);
  started.push(result);
  const [message] = (await once(result.stderr, 'data')) as [Buffer];
  expect(await once(result, 'exit')).toEqual([1, null]);
  expect(message.toString()).toBe(
    `Port ${port} of 127.0.0.1 is taken. Stop what listens there, or choose another with --port.\n`,
  );
  server.close();
});

test.each([
  ['--prot', "Unknown option '--prot'"],
  ['--port=web', "--port takes a number from 0 to 65535, not 'web'"],
  ['--port=70000', "--port takes a number from 0 to 65535, not '70000'"],
])('the option %s is refused', (option, message) => {
  const { status, stderr } = run(option);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).toContain('--help');
});

test('the help names every option and the exit codes', () => {
  const { status, stdout } = run('--help');
  expect(status).toBe(0);
  for (const word of ['--port', '--quiet', '--help', 'Exit codes']) expect(stdout).toContain(word);
});

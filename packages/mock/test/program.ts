/** Runs the program, and talks to it by hand. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(
  new URL('../bin/agent-conversation-mock.js', import.meta.url),
);
const running = new Set<ChildProcess>();
const folders: string[] = [];

function spawnProgram(args: readonly string[], before?: string): ChildProcess {
  const { FORCE_COLOR: _, NO_COLOR: __, ...env } = process.env;
  const command = [process.execPath, cli, ...args];
  const shell =
    before === undefined ? [] : ['sh', '-c', `${before}; exec "$@"`, 'sh'];
  const [name = '', ...rest] = [...shell, ...command];
  const child = spawn(name, rest, { env });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** Runs the program until it ends by itself. */
export async function run(args: readonly string[]) {
  const child = spawnProgram(args);
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
  ]);
  const [code] = (await closed) as [number | null];
  return { code, stdout, stderr };
}

/**
 * Starts the program on a free port, and waits for its address.
 *
 * @param before a command of the shell that is run first in its process, such as `ulimit -f 1`
 */
export async function start(args: readonly string[] = [], before?: string) {
  const child = spawnProgram(['--port', '0', ...args], before);
  /** What it has written to its output so far. */
  const lines: string[] = [];
  const reader = createInterface(child.stdout!).on('line', (line) =>
    lines.push(line),
  );
  const errors = text(child.stderr!);
  await Promise.race([once(reader, 'line'), once(child, 'close')]);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(lines[0] ?? '')?.[0];
  if (url === undefined) throw new Error(`It did not start: ${await errors}`);
  /** Sends a signal, and returns the code and the signal with which the program ends. */
  const end = async (signal: NodeJS.Signals) => {
    const closed = once(child, 'close');
    child.kill(signal);
    return (await closed) as [number | null, NodeJS.Signals | null];
  };
  return { url, port: Number(new URL(url).port), lines, end };
}

/** Returns a new folder, which `cleanUp` removes. */
export function folder(): string {
  folders.push(mkdtempSync(join(tmpdir(), 'mock-')));
  return folders.at(-1)!;
}

/** Ends every program that is still running, and removes the folders. */
export async function cleanUp(): Promise<void> {
  for (const child of running) {
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  }
  for (const path of folders.splice(0))
    rmSync(path, { recursive: true, force: true });
}

/** Opens a connection. One that is reset receives `[ECONNRESET]`. */
export function open(port: number) {
  let received = '';
  const socket = connect(port, '127.0.0.1')
    .setEncoding('latin1')
    .on('data', (more: string) => (received += more))
    .on(
      'error',
      ({ code }: NodeJS.ErrnoException) => (received += `[${code}]`),
    );
  const closed = new Promise<void>(
    (resolve) => void socket.once('close', () => resolve()),
  );
  return { socket, heard: () => received, closed };
}

/**
 * Sends texts over a connection, and returns what it receives until it is closed.
 *
 * @param parts texts; a number waits for so many milliseconds
 */
export async function talk(
  port: number,
  ...parts: readonly (string | number)[]
): Promise<string> {
  const { socket, heard, closed } = open(port);
  for (const part of parts) {
    if (!socket.writable) break;
    if (typeof part === 'number') await wait(part);
    else socket.write(part);
  }
  await closed;
  return heard();
}

/** Returns a request with a key as it is sent. */
export function request(
  line: string,
  headers: readonly string[] = [],
  body = '',
): string {
  const all = ['Host: localhost', 'X-Session-API-Key: any', ...headers];
  if (body !== '')
    all.push(
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    );
  return [`${line} HTTP/1.1`, ...all, '', body].join('\r\n');
}

/** Closes the connection after the response. */
export const last = 'Connection: close';

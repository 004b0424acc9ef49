import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../bin/agent-conversation-mock.js', import.meta.url));
const running = new Set<ChildProcess>();
const folders: string[] = [];

/** The program while it runs. */
export interface Program {
  readonly child: ChildProcess;
  readonly url: string;
  readonly port: number;
  /** What it has written to its output so far, line by line. */
  readonly lines: readonly string[];
  /** Sends a signal, and gives the code and the signal with which it ended. */
  readonly end: (
    signal: NodeJS.Signals,
  ) => Promise<readonly [number | null, NodeJS.Signals | null]>;
}

/** What a run that has ended has left. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program until it ends by itself. */
export async function run(args: readonly string[]): Promise<Run> {
  const child = open(args);
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (text: string) => (texts[name] += text));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...texts };
}

/** Starts the program on a free port, and waits for its address. */
export async function start(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const child = open(['--port', '0', ...args], env);
  const lines: string[] = [];
  const reader = createInterface(child.stdout!).on('line', (line) => lines.push(line));
  let complaint = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  await Promise.race([once(reader, 'line'), once(child, 'close')]);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(lines[0] ?? '')?.[0];
  if (url === undefined) throw new Error(`It did not start: ${complaint}`);
  return {
    child,
    url,
    port: Number(new URL(url).port),
    lines,
    async end(signal) {
      const closed = once(child, 'close');
      child.kill(signal);
      return (await closed) as [number | null, NodeJS.Signals | null];
    },
  };
}

/** A new folder, which `cleanUp` removes. */
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
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
}

function open(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const { FORCE_COLOR: _, NO_COLOR: __, ...rest } = process.env;
  const child = spawn(process.execPath, [cli, ...args], { env: { ...rest, ...env } });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

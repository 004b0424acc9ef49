/** Starts the measured programs as processes of their own, and reads what they use. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';

export const root: string = fileURLToPath(new URL('../../', import.meta.url));

/** A running server. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to the first response with status 200, in milliseconds. */
  readonly startTime: number;
  stop(): Promise<void>;
}

/** @returns a port of 127.0.0.1 that was free a moment ago */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/**
 * Starts a Node program and waits until a path of it responds with 200.
 *
 * @param args of Node, from the root of the repository; `{port}` is replaced
 * @throws {Error} when it exits, or does not respond within 60 s
 */
export async function startServer(
  args: readonly string[],
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const child = spawn(
    process.execPath,
    args.map((arg) => arg.replace('{port}', String(port))),
    // Under NODE_ENV=production Prism logs from a second process, which nobody gets by default.
    { cwd: root, stdio: 'ignore', detached: true, env: { ...process.env, NODE_ENV: '' } },
  );
  const end = () => stopGroup(child);
  process.once('exit', end);
  const stop = async () => {
    process.off('exit', end);
    const gone = child.exitCode !== null || child.signalCode !== null || once(child, 'exit');
    end();
    await gone;
  };
  while (!(await isOk(`${url}${path}`, headers))) {
    const failure =
      child.exitCode !== null
        ? `exited with ${child.exitCode}`
        : performance.now() - begin > 60_000
          ? 'did not respond within 60 s'
          : undefined;
    if (failure !== undefined) {
      await stop();
      throw new Error(`node ${args.join(' ')} ${failure}`);
    }
    await wait(3);
  }
  return { url, pid: child.pid!, startTime: performance.now() - begin, stop };
}

async function isOk(url: string, headers: Readonly<Record<string, string>>): Promise<boolean> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(5000) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}

function stopGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL');
  } catch {
    // The group has exited already.
  }
}

/** Runs a Node program to its end. @returns what it prints */
export function runNode(args: readonly string[], cwd: string = root): string {
  return execFileSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
}

/** Resident memory of a process with its descendants, in MiB (Linux only). */
export function residentMemory(pid: number): number {
  return sumOfTree(pid, (member) => {
    const status = readFileSync(`/proc/${member}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  });
}

function sumOfTree(pid: number, measure: (pid: number) => number): number {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
      .filter(Boolean)
      .reduce((sum, child) => sum + sumOfTree(Number(child), measure), measure(pid));
  } catch {
    // It has exited meanwhile.
    return 0;
  }
}

/** Starts the measured programs as processes of their own, and reads what they use. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '@agent-conversation/cli/ports';
import { repository } from '@agent-conversation/cli/process';

/**
 * Starts a Node program and waits until a path of it responds with 200, for `startTime` milliseconds.
 *
 * @param args of Node, from the root of the repository; `{port}` is replaced
 * @throws {Error} when it exits, or does not respond within 60 s
 */
export async function startServer(
  args: readonly string[],
  path: string,
  headers: Readonly<Record<string, string>>,
) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const child = spawn(
    process.execPath,
    args.map((arg) => arg.replace('{port}', String(port))),
    // Under NODE_ENV=production Prism logs from a second process, which is not its default.
    { cwd: repository, stdio: 'ignore', env: { ...process.env, NODE_ENV: '' } },
  );
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const stop = async () => {
    process.off('exit', end);
    if (end()) await once(child, 'exit');
  };
  while (!(await isOk(url + path, headers))) {
    const isLate = performance.now() - begin > 60_000;
    if (isLate || child.exitCode !== null) {
      await stop();
      const failure = isLate ? 'did not respond within 60 s' : `exited with ${child.exitCode}`;
      throw new Error(`node ${args.join(' ')} ${failure}`);
    }
    await wait(3);
  }
  const startTime = performance.now() - begin;
  return { url, startTime, memory: () => residentMemory(child.pid!), stop };
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

/** Runs a Node program to its end. @returns what it prints */
export async function runNode(args: readonly string[], cwd: string = repository): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return (await promisify(execFile)(process.execPath, args, { cwd, env })).stdout;
}

/** Resident memory of a process with its descendants, in MiB (Linux only). */
function residentMemory(pid: number): number {
  const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
  const own = Number(/^VmRSS:\s+(\d+) kB$/m.exec(read('status'))?.[1] ?? 0) / 1024;
  const children = read(`task/${pid}/children`).split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + residentMemory(Number(child)), own);
}

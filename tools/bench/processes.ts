import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** How long a process may take to end by itself, in milliseconds. */
const patience = 3000;

const running = new Set<ChildProcess>();

/** Starts a process in a group of its own, so that it can be ended with all its children. */
export function start(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  const child = spawn(command, args, { ...options, detached: true });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/**
 * Runs a program of Node to its end.
 *
 * @param name what it is called in an error
 * @returns what it printed
 * @throws {Error} with what it printed, when it fails
 */
export async function run(
  name: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'> = {},
): Promise<string> {
  const child = start(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close'),
  ]);
  if (code !== 0) {
    throw new Error(
      `${name} has failed, with the exit code ${code}.\n${output}${errors}`.trimEnd(),
    );
  }
  return output;
}

/** A service in a process of its own. */
export interface Service {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a program of Node that tells its URL on its first line.
 *
 * @throws {Error} when it ends before that
 */
export async function serve(args: readonly string[]): Promise<Service> {
  const child = start(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout!);
  const [url] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
  if (url === undefined) throw new Error('The service has not started.');
  return { url, stop: () => stop(child) };
}

/** Ends a process with all its children, and waits until it has gone. */
export async function stop(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return;
  const gone = once(child, 'close');
  signal(child, 'SIGTERM');
  await Promise.race([gone, wait(patience, undefined, { ref: false })]);
  signal(child, 'SIGKILL');
  await gone;
}

/** Sees to it that whatever was started ends with this process, by whatever way it ends. */
export function endAllWithThis(): void {
  process.on('exit', () => {
    for (const child of running) signal(child, 'SIGKILL');
  });
  for (const [name, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.once(name, () => process.exit(code));
  }
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch (error) {
    // The whole group has gone by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

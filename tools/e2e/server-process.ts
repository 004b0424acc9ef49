/** Programs that listen until they are stopped. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A program that listens. */
export interface ServerProcess {
  /** The first thing that it has printed, which is JSON and tells where it listens. */
  readonly greeting: unknown;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a program, and waits for the first line that it prints.
 *
 * @throws {Error} with what it has complained of, when it ends before
 */
export async function startServer(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<ServerProcess> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  let complaint = '';
  child.stderr.on('data', (text) => (complaint += text));
  const stop = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  // It stays: a program whose output nobody takes may wait for that.
  const lines = createInterface(child.stdout);
  const early = closed.then(() => {
    throw new Error(`${program} has ended before it listened: ${complaint}`);
  });
  const [line] = (await Promise.race([once(lines, 'line'), early])) as [string];
  return { greeting: JSON.parse(line), stop };
}

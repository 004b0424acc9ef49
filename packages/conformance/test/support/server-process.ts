import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A server as a program of its own, which listens. */
export interface ServerProcess {
  readonly url: string;
  /** What it has printed so far. */
  readonly output: () => string;
  /** Is resolved when it has ended, by itself or not. */
  readonly ended: Promise<unknown>;
  /** Ends it, and waits until it has. */
  readonly stop: () => Promise<void>;
}

/** How long a program may take to listen, in milliseconds. */
const patience = 30_000;

/**
 * Starts a program that listens on 127.0.0.1, and prints where.
 *
 * @param program a file for Node
 * @throws {Error} with what it printed, when it does not listen
 */
export async function startServerProcess(
  program: string,
  ...args: readonly string[]
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(fail, patience);
    function fail(): void {
      clearTimeout(timer);
      kill();
      reject(new Error(`${program} does not listen. It printed: ${output}`));
    }
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const [, address] = /(http:\/\/127\.0\.0\.1:\d+)\D/.exec(output) ?? [];
        if (address === undefined || !output.includes('\n')) return;
        clearTimeout(timer);
        resolve(address);
      });
    }
    child.once('error', fail).once('exit', fail);
  });
  return {
    url,
    output: () => output,
    ended,
    async stop() {
      process.off('exit', kill);
      child.kill();
      await ended;
    },
  };
}

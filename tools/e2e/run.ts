/** Runs programs: to their end, or until they are stopped. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** How a program has ended. */
export interface Ended {
  /** The exit code, or the signal that ended the program. */
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where and with what a program runs. */
export interface RunOptions {
  readonly cwd: string;
  /** Variables of the environment, in addition to those of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

const timeout = 300_000;

/**
 * Runs a program to its end, or ends it after five minutes.
 *
 * @throws {Error} when it cannot be started
 */
export async function run(
  program: string,
  args: readonly string[],
  { cwd, env }: RunOptions,
): Promise<Ended> {
  const options = { cwd, env: { ...process.env, ...env }, timeout, maxBuffer: 2 ** 26 };
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : (error.code ?? error.signal ?? 'unknown');
      if (error?.syscall === undefined) resolve({ code, stdout, stderr });
      else reject(error);
    });
  });
}

/** A program that listens. */
export interface ServerProcess {
  /** The first line that it has printed, parsed as JSON. */
  readonly greeting: unknown;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a program, and waits for the first line that it prints.
 *
 * @throws {Error} with its stderr, when it ends before
 */
export async function startServer(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<ServerProcess> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  let stderr = '';
  child.stderr.on('data', (text) => (stderr += text));
  const stop = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  // Keeps reading: a program whose output is not read may block.
  const lines = createInterface(child.stdout);
  const early = closed.then(() => {
    throw new Error(`${program} has ended before it listened: ${stderr}`);
  });
  const [line] = (await Promise.race([once(lines, 'line'), early])) as [string];
  return { greeting: JSON.parse(line), stop };
}

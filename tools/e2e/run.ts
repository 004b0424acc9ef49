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

/** Runs a program to its end, or ends it after five minutes. Throws when it cannot be started. */
export async function run(
  program: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<Ended> {
  const options = {
    cwd,
    env: { ...process.env, ...env },
    timeout: 300_000,
    maxBuffer: 2 ** 26,
  };
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      const code =
        error === null ? 0 : (error.code ?? error.signal ?? 'unknown');
      if (error?.syscall === undefined) resolve({ code, stdout, stderr });
      else reject(error);
    });
  });
}

/**
 * Starts a program, and waits for the first line that it prints, which is parsed as JSON.
 *
 * @throws {Error} with its stderr, when it ends before
 */
export async function startServer(
  program: string,
  args: readonly string[],
  cwd: string,
) {
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
  return { greeting: JSON.parse(line) as unknown, stop };
}

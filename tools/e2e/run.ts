/** Programs that run to their end. */
import { execFile } from 'node:child_process';

/** How a program has ended. */
export interface Ended {
  /** The exit code; the signal that ended it, if one did. */
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where and with what a program runs. */
export interface RunOptions {
  readonly cwd: string;
  /** Variables of the environment, besides those of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

/** After how many milliseconds a program is ended that does not end by itself. */
const timeout = 180_000;

/**
 * Runs a program.
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

/** Runs programs together with everything that they start. */
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The root of this repository, without a slash at its end. */
export const repository: string = join(import.meta.dirname, '../..');

export interface RunOptions {
  readonly cwd: string;
  /** Added to the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Whether it leaves the processors to others. */
  readonly isBackground?: boolean;
  /** Is called with what it prints, as it comes. */
  readonly onOutput?: (text: string) => void;
  /** Ends it with everything that it has started. */
  readonly signal?: AbortSignal;
}

/** How a program ended. */
export interface Ended {
  /** Whether its exit code was 0. */
  readonly ok: boolean;
  readonly stdout: string;
  /** Both streams, in the order in which they arrived, without colors. */
  readonly output: string;
}

/**
 * Runs a program to its end, with the bins of the folder on the PATH. Never rejects: a program that cannot be started
 * has ended without `ok`.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env = {}, isBackground = false, onOutput, signal }: RunOptions,
): Promise<Ended> {
  const isWindows = process.platform === 'win32';
  const PATH = [join(cwd, 'node_modules/.bin'), process.env['PATH']].join(
    delimiter,
  );
  const child = spawn(program, args, {
    cwd,
    // A group of its own, so that it can be ended with all its children.
    detached: !isWindows,
    // npm installs scripts for Windows that only a shell can start.
    shell: isWindows,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DO_NOT_TRACK: '1', PATH, ...env },
  });
  const { pid } = child;
  if (pid !== undefined && isBackground) setPriority(pid, 10);
  let [stdout, output] = ['', ''];
  child.stdout
    .setEncoding('utf8')
    .on('data', (text: string) => (stdout += text));
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      onOutput?.(text);
    });
  }
  const kill = (name: NodeJS.Signals) => {
    try {
      if (pid !== undefined) process.kill(isWindows ? pid : -pid, name);
    } catch (error) {
      // All of it has ended.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    kill('SIGTERM');
    // What ignores that within a second hangs.
    timer = setTimeout(kill, 1000, 'SIGKILL');
  };
  if (signal?.aborted) stop();
  else signal?.addEventListener('abort', stop);
  child.on('error', ({ message }) => {
    output += `${program} cannot be run (${message}): run npm ci`;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  signal?.removeEventListener('abort', stop);
  return {
    ok: code === 0,
    stdout,
    output: stripVTControlCharacters(output).trim(),
  };
}

/** Runs tasks of turbo; only what tasks print is in the output. A failure holds up only what depends on it. */
export async function turbo(
  args: readonly string[],
  options: RunOptions,
): Promise<Ended> {
  const always =
    '--continue=dependencies-successful --output-logs=errors-only --log-prefix=none';
  const env = { npm_config_loglevel: 'silent', ...options.env };
  const words = ['run', ...args, ...always.split(' ')];
  const ended = await runProgram('turbo', words, { ...options, env });
  return { ...ended, output: withoutFrame(ended.output) };
}

const frameOfTurbo =
  /^( *• |cache (hit|miss), |\s*(Tasks|Cached|Time|Failed): |.*\b(WARNING|ERROR) +(command|run) )/;
const frameOfVitest = /^( ?RUN {2}v| +(Start at|Duration) |[·x-]+$|⎯{3})/;

/** What tasks have printed, without what turbo prints around it, and vitest around a failure. */
export function withoutFrame(output: string): string {
  const lines = output
    .split('\n')
    .filter((line) => !frameOfTurbo.test(line) && !frameOfVitest.test(line));
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
